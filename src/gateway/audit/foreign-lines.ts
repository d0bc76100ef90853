// Finds lines of private Markdown in texts where they do not belong, letter by letter. Pure. Short lines are no proof of
// anything and are left out.

import { isCjk } from '../../text/segment.js';

export interface PrivateLine {
  path: string;
  /** From 1. */
  line: number;
  /** As it is compared. */
  words: string;
}

const LEAST = 24;
const LEAST_CJK = 8;
/** By so many of its first letters a line is looked up. */
const KEY = 8;
/** Bullet, task, time: what a log puts in front of what was said. */
const LEAD = /^\s*(?:>\s*)*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?(?:\[?\d{1,2}:\d{2}\]?\s+)?/;

/** Without what a quotation may change: case, width, spaces, marks of Markdown. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[`*_\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The lines of a file that are long enough to be known again; none of `besides`, which hold trimmed lines. */
export function privateLines(path: string, text: string, besides: ReadonlySet<string>): PrivateLine[] {
  return text.split(/\r?\n/).flatMap((whole, index) => {
    if (besides.has(whole.trim()) || /^\s*(?:#|<!--)/.test(whole)) return [];
    const words = comparable(whole.replace(LEAD, ''));
    return isTelling(words) ? [{ path, line: index + 1, words }] : [];
  });
}

function isTelling(words: string): boolean {
  if (words.length >= LEAST) return true;
  let cjk = 0;
  for (const character of words) if (isCjk(character.codePointAt(0) ?? 0)) cjk++;
  return cjk >= LEAST_CJK;
}

export interface LineBook {
  /** Lines that stand in a text (as `comparable` gives it), each once. */
  within(text: string): PrivateLine[];
}

export function lineBook(lines: Iterable<PrivateLine>): LineBook {
  const byKey = new Map<string, PrivateLine[]>();
  for (const line of lines) {
    const key = line.words.slice(0, KEY);
    const known = byKey.get(key);
    if (known) known.push(line);
    else byKey.set(key, [line]);
  }
  return {
    within(text) {
      const found = new Set<PrivateLine>();
      for (let at = 0; at + KEY <= text.length; at++) {
        for (const line of byKey.get(text.slice(at, at + KEY)) ?? []) {
          if (text.startsWith(line.words, at)) found.add(line);
        }
      }
      return [...found];
    },
  };
}
