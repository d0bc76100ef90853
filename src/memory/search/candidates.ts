// Which chunks are worth reading for a question: those that hold most of its rarest terms. Asks the index for every term
// in the order from telling to common, and stops asking when enough has been read.
// Rarity comes from the spaces asked for and from nothing else.

import type { IndexReader, SpaceId } from '../index/reader.js';
import type { KnownDays } from './dates.js';
import type { Sought, Wanted } from './query.js';
import { bestOf, type Posting } from './sums.js';

/** Something that a text can hold, and what holding it is worth. */
export interface Weighed extends Sought {
  weight: number;
}

export interface LookUp {
  terms: readonly Weighed[];
  /** Of each phrase and of each of the known days, in their order. */
  phraseWeights: readonly number[];
  dayWeights: readonly number[];
  /** The best candidates, the best first. */
  ids: readonly number[];
}

/** What a synonym is worth, in units of the word itself. */
export const ALIKE = 0.3;
/** Who names a day means it: so much more than a word that is as rare. */
const DAY = 2;
/** Chunks that are read and scored. */
const MAX_CANDIDATES = 60;
/** Ids that are read at most before the terms that are left are taken as common. A hundred nanoseconds each. */
const MAX_READ = 120_000;

/** `allowed`: only these chunks count as candidates (rarity is that of all). */
export function lookUp(
  reader: IndexReader,
  spaces: readonly SpaceId[],
  wanted: Wanted,
  days: readonly KnownDays[],
  allowed?: ReadonlySet<number>,
): LookUp {
  const { chunks } = reader.totals(spaces);
  const postings: Posting[] = [];
  const weights = new Map<Sought, number>();
  let read = 0;
  const add = (ids: readonly number[], weight: number) => {
    postings.push({ ids: allowed ? ids.filter((id) => allowed.has(id)) : ids, weight });
  };
  const dayWeights = days.map(({ ids, named }) => {
    const weight = DAY * rarity(ids.size, chunks);
    add([...ids], weight);
    add(named, weight);
    return weight;
  });
  for (const sought of [...wanted.terms].sort(tellingFirst)) {
    if (read >= MAX_READ) {
      weights.set(sought, rarity(chunks / 2, chunks) * sought.share);
      continue;
    }
    const ids = reader.matches(spaces, sought);
    let found = ids.length;
    const neighbours = sought.alike.map((term) => reader.matches(spaces, { term }));
    const alike = neighbours.reduce((most, { length }) => Math.max(most, length), 0);
    read += found + neighbours.reduce((sum, { length }) => sum + length, 0);
    if (found === 0) found = alike;
    // What was written with symbols and stands nowhere so is looked for by its words alone.
    const weight = sought.literal && found === 0 ? 0 : rarity(found, chunks) * sought.share;
    weights.set(sought, weight);
    add(ids, weight);
    for (const other of neighbours) add(other, weight * ALIKE);
  }
  const terms = wanted.terms.map((sought) => ({ ...sought, weight: weights.get(sought) ?? 0 }));
  const phraseWeights = wanted.phrases.map((phrase) =>
    terms.reduce((sum, { term, weight }) => sum + (phrase.terms.includes(term) ? weight : 0), 0),
  );
  return { terms, phraseWeights, dayWeights, ids: bestOf(postings, MAX_CANDIDATES) };
}

/** Inverse document frequency as BM25 has it (Robertson, Spärck Jones): above 0 for every term. */
export function rarity(found: number, chunks: number): number {
  return Math.log(1 + (Math.max(0, chunks - found) + 0.5) / (found + 0.5));
}

/** Nothing is known of a term before it is asked for; longer words are rarer (Zipf's law of abbreviation). */
function tellingFirst(a: Sought, b: Sought): number {
  return cost(a) - cost(b) || b.term.length - a.term.length || (a.term < b.term ? -1 : 1);
}

function cost({ literal, prefix, stop }: Sought): number {
  return stop ? 3 : prefix ? 2 : literal ? 0 : 1;
}
