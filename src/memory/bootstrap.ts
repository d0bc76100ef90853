// Which files stand at the start of a prompt, in their order, and how much of each. Pure.

import type { MemoryDoc, Scope } from '../contracts/index.js';
import { addDays } from '../text/local-time.js';
import { truncate } from '../text/truncate.js';
import { splitLines } from './lines.js';
import { dailyLogPath } from './memory-files.js';

/** Most that one file takes in a prompt, UTF-16 units. */
const BOOTSTRAP_CHARS = 20_000;

/** The paths for a scope whose files are below `prefix` ('' for main), `longTerm` among them. `today` is YYYY-MM-DD. */
export function bootstrapPaths(scope: Scope, prefix: string, longTerm: string, today: string): string[] {
  const logs = (at: string) => [dailyLogPath(at, today), dailyLogPath(at, addDays(today, -1))];
  if (scope.kind === 'main') {
    const files = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'TOOLS.md', longTerm];
    return [...files, ...logs(''), 'BOOTSTRAP.md'];
  }
  return ['AGENTS.md', `${prefix}AGENTS.md`, 'SOUL.md', 'IDENTITY.md', longTerm, ...logs(prefix)];
}

/** The newest part of a file that is too long, which is its end; its first line says what was left out. */
export function capDoc(doc: MemoryDoc, max = BOOTSTRAP_CHARS): MemoryDoc {
  if (doc.text.length <= max) return doc;
  const lines = splitLines(doc.text);
  let size = 0;
  let first = lines.length;
  while (first > 0 && size + (lines[first - 1] ?? '').length <= max) {
    first--;
    size += (lines[first] ?? '').length;
  }
  // One endless last line: its beginning is better than nothing.
  const cut = first === lines.length;
  if (cut) first = lines.length - 1;
  const kept = cut ? truncate(lines[first] ?? '', max) : lines.slice(first).join('');
  const from = doc.from + first;
  const left = doc.text.length - kept.length;
  const notice = `[${doc.path}: ${left} of ${doc.text.length} characters are left out here, before line ${from}${cut ? ' and at its end' : ''}]\n`;
  return { ...doc, text: notice + kept, from, cut: { characters: left, of: doc.text.length } };
}
