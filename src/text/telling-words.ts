// Words by which it can be told that a line rests on what one person said: they said them, and nobody else did. Pure.

import { foldLine } from './forgetting.js';
import { isUnspaced } from './segment.js';
import { isStopTerm } from './stop-words.js';

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}\p{M}_'’-]*/gu;
const LEAST = 5;
/** Letters of a script without spaces that make something that nobody says by chance. */
const GRAM = 4;

/** The words of a text, and of runs without spaces every few letters. */
export function tellingWords(text: string): Set<string> {
  const found = new Set<string>();
  for (const [word] of foldLine(text).matchAll(WORD)) {
    let run: string[] = [];
    let other = '';
    for (const one of word) {
      if (isUnspaced(one.codePointAt(0) ?? 0)) run.push(one);
      else {
        grams(run, found);
        run = [];
        other += one;
      }
    }
    grams(run, found);
    const plain = other.replace(/^[-'’_]+|[-'’_]+$/g, '');
    if (isCode(plain) || (plain.length >= LEAST && !isStopTerm(plain))) found.add(plain);
  }
  return found;
}

function grams(run: readonly string[], found: Set<string>): void {
  for (let at = 0; at + GRAM <= run.length; at++) found.add(run.slice(at, at + GRAM).join(''));
}

/** A number, a name of a thing: what cannot be said in other words. */
function isCode(word: string): boolean {
  return word.length >= 4 && (/\p{N}/u.test(word) || /\p{L}[-_]\p{L}/u.test(word));
}

/** Ann is not named by what is said of Anna. */
function isNamedIn(name: string, folded: string): boolean {
  const isLetter = (one: string | undefined) =>
    one !== undefined && /[\p{L}\p{N}]/u.test(one) && !isUnspaced(one.codePointAt(0) ?? 0);
  for (let at = folded.indexOf(name); at >= 0; at = folded.indexOf(name, at + 1)) {
    const before = [...folded.slice(Math.max(0, at - 2), at)].at(-1);
    const [behind] = folded.slice(at + name.length, at + name.length + 2);
    const isWhole = (edge: string | undefined, other: string | undefined) => !(isLetter(edge) && isLetter(other));
    if (isWhole([...name][0], before) && isWhole([...name].at(-1), behind)) return true;
  }
  return false;
}

function isUnspacedWord(word: string): boolean {
  return isUnspaced(word.codePointAt(0) ?? 0);
}

export interface Telling {
  /** In a line that a machine wrote for others: only what can hardly be chance. */
  inOthers(line: string): boolean;
  /** In a line that was made of their words and others': a summary, a diary. */
  inMixture(line: string): boolean;
}

/**
 * `said`: what they said; `others`: what other people said; `machine`: what machines said to others. `names`: theirs, folded.
 */
export function tellingOf(words: {
  said: Iterable<string>;
  others: ReadonlySet<string>;
  machine: ReadonlySet<string>;
  names: readonly string[];
}): Telling {
  const telling = new Set([...words.said].filter((one) => !words.others.has(one)));
  const isHard = (one: string) => telling.has(one) && (isCode(one) || isUnspacedWord(one));
  const names = words.names.filter((name) => name !== '');
  const named = (line: string) => {
    const folded = foldLine(line);
    return names.some((name) => isNamedIn(name, folded));
  };
  return {
    inOthers(line) {
      const found = [...tellingWords(line)].filter((one) => telling.has(one));
      return found.some(isHard) || (found.length > 0 && named(line));
    },
    inMixture(line) {
      const found = [...tellingWords(line)].filter((one) => telling.has(one));
      return found.some((one) => isHard(one) || !words.machine.has(one)) || (found.length > 0 && named(line));
    },
  };
}
