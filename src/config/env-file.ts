// Reads the .env file: NAME=value lines, `export`, quotes, comments. Never expands anything and never repeats a value
// in a message, because what stands there is mostly secret.

import type { Problem } from './problem.js';

const ENTRY = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=[ \t]*(.*)$/s;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' };

/** The values by name, a later line winning, and what could not be understood. A quoted value may span lines. */
export function parseEnvFile(text: string): { values: Map<string, string>; problems: Problem[] } {
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const at = { file: '.env', line: i + 1, column: 1 } as const;
    const [, name, rest] = ENTRY.exec(line) ?? [];
    if (name === undefined || rest === undefined) {
      problems.push({
        ...at,
        says: 'this line is not NAME=value',
        remedy: 'Correct it, or begin it with # to keep it as a comment',
      });
      continue;
    }
    const quote = rest[0];
    if (quote !== '"' && quote !== "'") {
      values.set(name, rest.replace(/(^|\s+)#.*$/, '').trim());
      continue;
    }
    let quoted = rest;
    let end = closing(quoted, quote);
    let last = i;
    while (end < 0 && last + 1 < lines.length) {
      last++;
      quoted += `\n${lines[last]}`;
      end = closing(quoted, quote);
    }
    if (end < 0 || !/^\s*(#.*)?$/.test(quoted.slice(end + 1))) {
      const says =
        end < 0 ? `the quote of ${name} is not closed` : `something stands behind the closing quote of ${name}`;
      problems.push({ ...at, key: [name], says, remedy: 'Put one quote before and one behind the whole value' });
      continue;
    }
    const inner = quoted.slice(1, end);
    values.set(name, quote === "'" ? inner : inner.replace(/\\(.)/gs, (all, one: string) => ESCAPES[one] ?? all));
    i = last;
  }
  return { values, problems };
}

/** Where the quoted value that begins at 0 ends, or -1. */
function closing(text: string, quote: string): number {
  for (let i = 1; i < text.length; i++) {
    if (quote === '"' && text[i] === '\\') i++;
    else if (text[i] === quote) return i;
  }
  return -1;
}
