// What is written down already, so that nothing is written twice: the same words in another form, or nearly the same words in
// the same order with the same numbers and names. Pure. A line that says one thing differently is another line.

import { tellingTerms } from './content.js';
import { denies, lackedIn } from './denial.js';
import { identifiersIn, namesIn, numbersIn } from './exact-words.js';
import { foldText } from './segment.js';

const NEAR = 0.9;
/** Longer lines are compared by their beginning. */
const MOST_TERMS = 200;

export interface KnownLines {
  /** Whether it stands there. Adds nothing. */
  has(line: string): boolean;
  add(line: string): void;
}

interface Line {
  terms: readonly string[];
  exact: string;
  denies: boolean;
}

/** `texts`: files of Markdown, whose lines count without their bullets and times. */
export function knownLines(texts: readonly string[]): KnownLines {
  const plain = new Set<string>();
  const lines: Line[] = [];
  const known: KnownLines = {
    has(line) {
      const bare = bareLine(line);
      if (plain.has(plainForm(bare))) return true;
      const one = lineOf(bare);
      return lines.some((other) => isNear(one, other));
    },
    add(line) {
      const bare = bareLine(line);
      const form = plainForm(bare);
      if (form === '' || plain.has(form)) return;
      plain.add(form);
      lines.push(lineOf(bare));
    },
  };
  for (const text of texts) for (const line of text.split('\n')) known.add(line);
  return known;
}

/** The words of a line of Markdown: no bullet, heading, quote, task box or time in front. */
export function bareLine(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+]\s+|#{1,6}\s+|>\s*|\[[ xX]\]\s+)+/, '')
    .replace(/^\d{2}:\d{2}\s+/, '');
}

/** Without punctuation, case, width and, beside letters that need none, spaces. */
function plainForm(text: string): string {
  return foldText(text)
    .replace(/(?<=\d)[.,](?=\d)/g, '·')
    .replace(/(?!·)[\s\p{P}]+/gu, ' ')
    .replace(
      /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]) | (?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/gu,
      '',
    )
    .trim();
}

function lineOf(text: string): Line {
  return { terms: tellingTerms(text).slice(0, MOST_TERMS), exact: exactWords(text), denies: turnsRound(text) };
}

/** What two texts must have alike to say the same: signs, numbers, identifiers and names, in a form that can be compared. */
export function exactWords(text: string): string {
  const signs = foldText(text).match(/[^\s\p{P}]*[\p{Sc}\p{Sm}#%]+/gu) ?? [];
  const exact = [...signs, ...numbersIn(text).map(({ whole }) => whole), ...identifiersIn(text), ...namesIn(text)];
  return exact.sort().join(' ');
}

/** Whether it denies something, or speaks of what something is without. */
export function turnsRound(text: string): boolean {
  return denies(text) || lackedIn(text).length > 0;
}

function isNear(one: Line, other: Line): boolean {
  const most = Math.max(one.terms.length, other.terms.length);
  if (most === 0 || Math.min(one.terms.length, other.terms.length) < most * NEAR) return false;
  if (one.exact !== other.exact || one.denies !== other.denies) return false;
  return shared(one.terms, other.terms) >= most * NEAR && inOrder(one.terms, other.terms) >= most * NEAR;
}

/** How many terms both have. */
function shared(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const term of other) left.set(term, (left.get(term) ?? 0) + 1);
  let count = 0;
  for (const term of one) {
    const there = left.get(term) ?? 0;
    if (there > 0) count++;
    left.set(term, there - 1);
  }
  return count;
}

/** The length of the longest common subsequence. */
function inOrder(one: readonly string[], other: readonly string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const term of one) {
    const next = [0];
    for (const [at, there] of other.entries()) {
      next.push(term === there ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
