// How a language says time, as a table, and the reading of a text by it: from its beginning as far as pieces of time go.
// Pure; linear, whatever the text.

import { merged, type Spoken } from './spoken.js';

/** One piece: what it looks like, sticky, and what it says by its groups; undefined when it says nothing after all. */
export interface TimeRule {
  pattern: RegExp;
  says: (groups: readonly (string | undefined)[]) => Spoken | undefined;
}

export interface TimeWords {
  rules: readonly TimeRule[];
  /** What may stand between two pieces, sticky. */
  between: RegExp;
  /** A time of day ends a phrase: what follows is said of something else. */
  clockLast?: true;
  /** What belongs to the last piece behind it, sticky. */
  behind: RegExp;
}

export interface TimeRead {
  spoken: Spoken;
  /** Where it ends, UTF-16. */
  end: number;
}

/** Phrases of time are short. */
const MOST_PIECES = 8;
const SPACE = /[\s,、，]*/uy;

/** With digits and signs of full width as the plain ones, at their places. */
export function folded(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000]/gu, (one) =>
    one === '\u3000' ? ' ' : String.fromCharCode(one.charCodeAt(0) - 0xfee0),
  );
}

/** The time with which `text` begins, from `start`; `end` is `start` when it begins with none. */
export function readTime(text: string, { rules, between, behind, clockLast }: TimeWords, start = 0): TimeRead {
  let spoken: Spoken = {};
  let end = start;
  for (let piece = 0; piece < MOST_PIECES; piece++) {
    // "at" alone is nothing, and part of "at nine".
    const near = longest(rules, text, after(SPACE, text, end));
    const far = longest(rules, text, after(between, text, end));
    const found = (near?.end ?? 0) >= (far?.end ?? 0) ? near : far;
    if (!found) break;
    spoken = merged(spoken, found.spoken);
    end = found.end;
    if (clockLast && isLast(found.spoken)) break;
  }
  return { spoken, end: end > start ? after(behind, text, end) : start };
}

function isLast({ hour, span, every }: Spoken): boolean {
  return hour !== undefined || (span !== undefined && 'minutes' in span) || (every !== undefined && 'minutes' in every);
}

/** Where what the sticky pattern matches at `from` ends, else `from`. */
function after(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return from + (pattern.exec(text)?.[0].length ?? 0);
}

function longest(rules: readonly TimeRule[], text: string, from: number): TimeRead | undefined {
  let best: TimeRead | undefined;
  for (const { pattern, says } of rules) {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    if (!match || match[0] === '' || from + match[0].length <= (best?.end ?? 0)) continue;
    const spoken = says(match.slice(1));
    if (spoken) best = { spoken, end: from + match[0].length };
  }
  return best;
}
