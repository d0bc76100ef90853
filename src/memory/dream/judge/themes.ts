// What a scope talks about again and again: of a week's log, the words that come back on several days, and what was asked about
// them and never answered. Pure and linear; reads only the entries that it is given.

import type { LogEntry, Theme } from '../../../contracts/index.js';
import { foldText } from '../../../text/segment.js';
import { isQuestion, leavesOpen } from '../../../text/speech.js';
import { cutRuns, type ThemeWord, wordsOf } from './theme-words.js';

const WINDOW_DAYS = 7;
const DAYS_ENOUGH = 3;
/** So many claims make up for a day less. */
const CLAIMS_ENOUGH = 4;
const MOST_THEMES = 10;
const MOST_WORDS = 3;
const MOST_ASKED = 200;

interface Spoken {
  /** Positions in the week, ascending. */
  at: number[];
  days: Set<string>;
  claims: Set<string>;
  shown: Map<string, number>;
}

/** The themes of the seven days before the night, and of its own day; the most talked about first. */
export function themesOf(entries: readonly LogEntry[], night: string): Theme[] {
  const week = weekOf(entries, night);
  const read = week.map(({ text }) => wordsOf(text));
  const cut = cutRuns(read.map(({ runs }) => runs));
  const keys = read.map(({ words }, at) => distinct([...words, ...(cut[at] ?? [])]));
  const spoken = new Map<string, Spoken>();
  for (const [at, entry] of week.entries()) {
    const said = foldText(entry.text);
    for (const { key, shown } of keys[at] ?? []) {
      const one: Spoken = spoken.get(key) ?? { at: [], days: new Set(), claims: new Set(), shown: new Map() };
      spoken.set(key, one);
      one.at.push(at);
      one.days.add(entry.day);
      one.claims.add(said);
      one.shown.set(shown, (one.shown.get(shown) ?? 0) + 1);
    }
  }
  const wide = [...spoken].filter(([, { days, claims }]) => isWide(days.size, claims.size));
  return together(wide, keys)
    .filter(({ name }) => !TORN.test(name))
    .sort(
      (one, other) => other.days.length - one.days.length || other.claims - one.claims || order(one.name, other.name),
    )
    .slice(0, MOST_THEMES)
    .map(({ at, own, ...theme }) => {
      const open = openQuestion(at, own, week, keys);
      return { ...theme, ...(open !== undefined && { open }) };
    });
}

/** Pieces between numbers and small words, which are nobody's theme. */
const TORN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]\s+[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

function isWide(days: number, claims: number): boolean {
  return days >= DAYS_ENOUGH || (days >= 2 && claims >= CLAIMS_ENOUGH);
}

/** Oldest first. */
function weekOf(entries: readonly LogEntry[], night: string): LogEntry[] {
  const from = new Date(Date.parse(night) - WINDOW_DAYS * 86_400_000).toISOString().slice(0, 10);
  const inside = entries.filter(({ day, machine }) => machine !== true && day >= from && day <= night);
  return inside
    .map((entry, at) => ({ entry, at }))
    .sort((one, other) => order(one.entry.day, other.entry.day) || one.at - other.at)
    .map(({ entry }) => entry);
}

function distinct(words: readonly ThemeWord[]): ThemeWord[] {
  return [...new Map(words.map((word) => [word.key, word])).values()];
}

interface Found extends Theme {
  at: readonly number[];
  own: ReadonlySet<string>;
}

/** Words that stand in the same entries are one theme: "Project Heron". */
function together(wide: readonly (readonly [string, Spoken])[], keys: readonly (readonly ThemeWord[])[]): Found[] {
  const groups = new Map<string, (readonly [string, Spoken])[]>();
  for (const one of wide) {
    const places = one[1].at.join(',');
    const there = groups.get(places);
    if (there) there.push(one);
    else groups.set(places, [one]);
  }
  return [...groups.values()].map((group) => {
    const [first] = group;
    const { at, days, claims } = first?.[1] ?? { at: [], days: new Set<string>(), claims: new Set<string>() };
    const own = new Set(group.map(([key]) => key));
    const inOrder = (keys[at[0] ?? 0] ?? []).filter(({ key }) => own.has(key)).map(({ key }) => key);
    const names = inOrder.slice(0, MOST_WORDS).map((key) => shownOf(group.find(([one]) => one === key)?.[1]));
    return { name: names.join(' '), days: [...days].sort(), claims: claims.size, at, own };
  });
}

/** As it is written most often. */
function shownOf(spoken: Spoken | undefined): string {
  const forms = [...(spoken?.shown ?? [])].sort(([one, many], [other, more]) => more - many || order(one, other));
  return forms[0]?.[0] ?? '';
}

/** The newest question about a theme that no later statement about it takes up. */
function openQuestion(
  at: readonly number[],
  own: ReadonlySet<string>,
  week: readonly LogEntry[],
  keys: readonly (readonly ThemeWord[])[],
): string | undefined {
  const told = new Set<string>();
  let answered = false;
  for (const place of [...at].reverse()) {
    const text = week[place]?.text ?? '';
    const others = (keys[place] ?? []).filter(({ key }) => !own.has(key));
    if (!isQuestion(text.trim())) {
      if (leavesOpen(text)) continue;
      answered = true;
      for (const { key } of others) told.add(key);
    } else if (!(others.length === 0 ? answered : others.some(({ key }) => told.has(key)))) {
      return text.trim().slice(0, MOST_ASKED);
    }
  }
  return undefined;
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
