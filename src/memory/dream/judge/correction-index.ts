// Finds what a statement corrects among many without comparing it with each: only what shares a matter is looked at. Decides
// nothing by itself; keeps nothing between nights.

import { overturns } from './corrects.js';
import { readStatement, type Statement } from './statement.js';
import { CHOICE_WORDS } from './statement-words.js';

/** So many of one matter are compared, the latest first: a month has no more that count. */
const MOST_COMPARED = 12;

export interface CorrectionIndex<T> {
  add(text: string, value: T): void;
  /** What the text makes untrue, in the order in which it was added. */
  correctedBy(text: string): T[];
}

export function correctionIndex<T>(): CorrectionIndex<T> {
  const kept = new Map<string, { order: number; statement: Statement; value: T }[]>();
  const read = remembered(readStatement);
  let order = 0;
  return {
    add(text, value) {
      const statement = read(text);
      const one = { order: order++, statement, value };
      for (const key of keysOf(statement)) {
        const there = kept.get(key);
        if (there) there.push(one);
        else kept.set(key, [one]);
      }
    },
    correctedBy(text) {
      const newer = read(text);
      const found = new Map<number, T>();
      for (const key of keysWanted(newer)) {
        for (const { order: at, statement, value } of (kept.get(key) ?? []).slice(-MOST_COMPARED)) {
          if (!found.has(at) && overturns(newer, statement)) found.set(at, value);
        }
      }
      return [...found].sort(([one], [other]) => one - other).map(([, value]) => value);
    },
  };
}

/** Under what it is found by those that correct it. */
function keysOf({ one, gist, chosen }: Statement): string[] {
  const choices = [...new Set(chosen ?? [])].filter((token) => !CHOICE_WORDS.has(token));
  return [
    ...(one ? [`of ${one.kind} ${one.matter}`] : []),
    ...(gist === undefined ? [] : [`says ${gist}`]),
    ...choices.map((token) => `takes ${token}`),
  ];
}

function keysWanted({ all, gist, leaves }: Statement): Set<string> {
  const left = leaves.flatMap((words) => words.find((token) => !CHOICE_WORDS.has(token)) ?? []);
  return new Set([
    ...all.map(({ kind, matter }) => `of ${kind} ${matter}`),
    ...(gist === undefined ? [] : [`says ${gist}`]),
    ...left.map((token) => `takes ${token}`),
  ]);
}

/** Under what a statement is filed, or what it looks for. */
export function correctionKeys(statement: Statement, wanted = false): ReadonlySet<string> {
  return wanted ? keysWanted(statement) : new Set(keysOf(statement));
}

/** Reading costs some twenty patterns, and every text is asked about twice. */
function remembered(read: (text: string) => Statement): (text: string) => Statement {
  const known = new Map<string, Statement>();
  return (text) => {
    const there = known.get(text) ?? read(text);
    known.set(text, there);
    return there;
  };
}
