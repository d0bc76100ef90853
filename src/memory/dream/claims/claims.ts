// Entries of many days that say the same become one claim. Pure; near n·log n, since ten thousand entries are no rarity. Never
// puts two people's words together, or what differs in a number, a name or a "not"; what machines write is no claim.

import { createHash } from 'node:crypto';
import type { Claim, LogEntry } from '../../../contracts/index.js';
import { foldText } from '../../../text/segment.js';
import { highestTrust } from '../../../text/trust.js';
import { type Compared, compared, comparedText, isNear, MOST_TOKENS, mayAdd } from './sameness.js';
import { wordingOf } from './wording.js';

export { knownEntry } from './known-entries.js';

/** Shorter rows are equal or not. */
const LEAST_NEAR = 5;
/** So many that share their rarest word are compared with one entry. */
const MOST_COMPARED = 32;

/** 24 hex digits; the same for wordings that `wordingOf` makes equal, another one for every speaker. */
export function claimKey(text: string, speaker?: string): string {
  return keyOf(wordingOf(text).form, speakerForm(speaker));
}

function keyOf(form: string, speaker: string): string {
  return createHash('sha256').update(`${speaker}\n${form}`).digest('hex').slice(0, 24);
}

function speakerForm(speaker: string | undefined): string {
  return foldText(speaker ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whoever says it. */
export function saysTheSame(a: string, b: string): boolean {
  const [one, other] = [comparedText(a), comparedText(b)];
  return one.form === other.form || isNear(one, other);
}

interface Group {
  saying: Compared;
  speaker: string;
  entries: LogEntry[];
}

/** In the order in which each was said first. Entries of machines are left out. */
export function mergeClaims(entries: readonly LogEntry[]): Claim[] {
  const exact = new Map<string, Group>();
  for (const entry of entries) {
    if (entry.machine) continue;
    const wording = wordingOf(entry.text);
    const speaker = speakerForm(entry.speaker);
    const id = `${speaker}\n${wording.form}`;
    const group = exact.get(id);
    if (group) group.entries.push(entry);
    else exact.set(id, { saying: compared(entry.text, wording), speaker, entries: [entry] });
  }
  const groups = [...exact.values()];
  const order = new Map(entries.map((entry, index) => [entry, index]));
  return nearMerged(groups).map((group) => claimOf(group, order));
}

function claimOf({ entries }: Group, order: ReadonlyMap<LogEntry, number>): Claim {
  const oldestFirst = entries.toSorted(
    (a, b) => compareDays(a.day, b.day) || (order.get(a) ?? 0) - (order.get(b) ?? 0),
  );
  const trust = highestTrust(entries.map((entry) => entry.trust)) ?? 'web';
  const best = oldestFirst.filter((entry) => entry.trust === trust);
  const { text, speaker } = (best.findLast(({ passedOn }) => !passedOn) ?? best.at(-1)) as LogEntry;
  return {
    key: claimKey(text, speaker),
    text,
    ...(speaker === undefined ? {} : { speaker }),
    trust,
    entries: oldestFirst,
    days: [...new Set(oldestFirst.map(({ day }) => day))],
  };
}

function compareDays(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Each group joins the first before it that is near. */
function nearMerged(groups: readonly Group[]): Group[] {
  const index = nearIndex(groups);
  const kept: Group[] = [];
  for (const group of groups) {
    const keys = index.keysOf(group);
    const earlier = keys && index.near(group, keys);
    if (earlier) {
      earlier.entries.push(...group.entries);
      continue;
    }
    if (keys) index.add(group, keys);
    kept.push(group);
  }
  return kept;
}

interface Keys {
  /** Of everything that has the same words. */
  same: string;
  /** Its rarest word, and as many more as may have been added to another. */
  few: string[];
}

interface NearIndex {
  /** Undefined for what nothing can be near. */
  keysOf(group: Group): Keys | undefined;
  near(group: Group, keys: Keys): Group | undefined;
  add(group: Group, keys: Keys): void;
}

/**
 * Whatever is near another one is the same words in another order, or all of its words and few more: then the rarest word of
 * the shorter is among the few rarest of the longer. So each is filed under those, and nothing else is compared.
 */
function nearIndex(groups: readonly Group[]): NearIndex {
  const counts = new Map<string, number>();
  for (const { saying } of groups) for (const token of saying.tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const moved = new Map<string, Group[]>();
  const short = new Map<string, Group[]>();
  const long = new Map<string, Group[]>();
  const place = new Map(groups.map((group, at) => [group, at]));

  function rarest({ tokens }: Compared, most: number): string[] {
    return [...new Set(tokens)]
      .sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1))
      .slice(0, most);
  }

  return {
    keysOf({ saying, speaker }) {
      const { tokens } = saying;
      if (tokens.length < LEAST_NEAR || tokens.length > MOST_TOKENS) return undefined;
      const few = rarest(saying, mayAdd(tokens.length) + 1).map((token) => `${speaker}\n${token}`);
      return { same: `${speaker}\n${[...tokens].sort().join(' ')}`, few };
    },
    near({ saying }, { same, few: [first = '', ...more] }) {
      const length = saying.tokens.length;
      let found: Group | undefined;
      function look(list: readonly Group[] = [], isSameLength: boolean): void {
        for (const other of list.slice(0, MOST_COMPARED)) {
          if (found && (place.get(found) ?? 0) <= (place.get(other) ?? 0)) return;
          if ((other.saying.tokens.length === length) === isSameLength && isNear(saying, other.saying)) found = other;
        }
      }
      look(moved.get(same), true);
      look(long.get(first), false);
      for (const key of [first, ...more]) look(short.get(key), false);
      return found;
    },
    add(group, { same, few }) {
      put(moved, same, group);
      if (few[0] !== undefined) put(short, few[0], group);
      if (few.length > 1) for (const key of few) put(long, key, group);
    },
  };
}

function put(lists: Map<string, Group[]>, key: string, group: Group): void {
  const list = lists.get(key);
  if (list) list.push(group);
  else lists.set(key, [group]);
}
