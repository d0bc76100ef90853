// Finds among many statements those that a text tells again, and those that it makes untrue, without comparing it with each: only
// what shares telling words is looked at. Keeps nothing between nights.

import { correctionKeys } from './correction-index.js';
import { overturns } from './corrects.js';
import { areOfTwo } from './matter-words.js';
import { isNamedLast, isOtherValue } from './other-value.js';
import { slotOf, type Told, tellsAgain, told } from './retelling.js';
import { readStatement, type Statement } from './statement.js';
import { type Turned, turnedFrom, turnsFrom } from './turned-from.js';

/** A word of more statements than this tells nothing: those that belong together share a rarer one. */
const MOST_PER_WORD = 60;
/** So many are compared, those that share most first. */
const MOST_COMPARED = 24;
/** Words of a statement: longer ones tell several things, of which one that is over says nothing of the others. */
const MOST_WORDS = 14;

export interface SayingIndex<T> {
  add(text: string, value: T): void;
  /** What says already what the text says, in whatever words. `asked`: all but word for word. */
  toldBy(text: string, asked: boolean): T[];
  /** What the text makes untrue, in the order in which it was added. */
  overturnedBy(text: string): T[];
  all(): readonly { text: string; value: T }[];
}

interface Saying<T> {
  order: number;
  text: string;
  value: T;
  read: Reading;
}

interface Reading {
  told: Told;
  statement: Statement;
  turned: readonly Turned[];
}

export function sayingIndex<T>(): SayingIndex<T> {
  const list: Saying<T>[] = [];
  const byWord = new Map<string, Saying<T>[]>();
  const byKey = new Map<string, Saying<T>[]>();

  function near(read: Reading): Saying<T>[] {
    const shared = new Map<Saying<T>, number>();
    if (read.told.words.all.size > MOST_WORDS) return [];
    for (const word of read.told.words.all) {
      const there = byWord.get(word) ?? [];
      if (there.length > MOST_PER_WORD && read.told.words.all.size > 2) continue;
      for (const one of there) shared.set(one, (shared.get(one) ?? 0) + 1);
    }
    return [...shared]
      .filter(([, count]) => count > 1)
      .sort(([a, one], [b, other]) => other - one || b.order - a.order)
      .slice(0, MOST_COMPARED)
      .map(([one]) => one);
  }

  return {
    add(text, value) {
      const one = { order: list.length, text, value, read: readingOf(text) };
      list.push(one);
      if (one.read.told.words.all.size <= MOST_WORDS)
        for (const word of one.read.told.words.all) put(byWord, word, one);
      for (const key of correctionKeys(one.read.statement)) put(byKey, key, one);
    },
    toldBy(text, asked) {
      const read = readingOf(text);
      return near(read).flatMap((one) => (tellsAgain(read.told, one.read.told, asked) ? [one.value] : []));
    },
    overturnedBy(text) {
      const read = readingOf(text);
      const found = new Set<Saying<T>>();
      const looked = new Set(
        [...correctionKeys(read.statement, true)].flatMap((key) => (byKey.get(key) ?? []).slice(-MOST_COMPARED)),
      );
      for (const one of looked)
        if (overturns(read.statement, one.read.statement) && !isOfAnother(read, one.read, text)) found.add(one);
      for (const one of near(read))
        if (!isOfAnother(read, one.read, text) && makesUntrue(read, one.read, text)) found.add(one);
      return [...found].sort((a, b) => a.order - b.order).map(({ value }) => value);
    },
    all: () => list,
  };
}

function isOfAnother(newer: Reading, older: Reading, text: string): boolean {
  return areOfTwo(newer.told.words, older.told.words) && !isNamedLast(text);
}

function makesUntrue(newer: Reading, older: Reading, text: string): boolean {
  if (turnsFrom(newer.turned, older.told.words.all)) return true;
  const slot = slotOf(newer.told.tokens, older.told.tokens);
  return slot !== undefined && isOtherValue(slot, text);
}

function readingOf(text: string): Reading {
  let statement: Statement | undefined;
  let turned: readonly Turned[] | undefined;
  return {
    told: told(text),
    get statement() {
      statement ??= readStatement(text);
      return statement;
    },
    get turned() {
      turned ??= turnedFrom(text);
      return turned;
    },
  };
}

function put<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key);
  if (list) list.push(one);
  else lists.set(key, [one]);
}
