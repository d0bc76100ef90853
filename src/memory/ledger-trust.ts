// How far each line of a file can be relied on, by what the ledger says of the write that brought it. Lines are known by
// their words, so a line that somebody corrected by hand is theirs.

import type { LineOrigin, LineProvenance, Trust } from '../contracts/index.js';
import { lowestTrust } from '../text/trust.js';
import type { LedgerRows, WrittenRow } from './ledger-rows.js';
import { patchLines } from './patch-lines.js';

/** So many writes of a file are looked at, the newest. What may be older is not the owner's for sure. */
const MAX_ROWS = 2_000;
/** Files of which the lines are kept in memory. */
const MAX_FILES = 16;

interface Known {
  /** The last row taken in; rows up to it never change. */
  row: number;
  origins: Map<string, LineOrigin>;
  /** There are rows that were not looked at. */
  isPartial: boolean;
}

/** Answers for the lines of a path in their order; `otherwise` for one that no write brought, and for blank ones. */
export function lineOrigins(
  rows: LedgerRows,
  maxRows = MAX_ROWS,
): (path: string, lines: readonly string[], otherwise: Trust) => LineOrigin[] {
  const files = new Map<string, Known>();

  function knownOf(path: string): Known {
    const known = files.get(path) ?? { row: 0, origins: new Map(), isPartial: false };
    files.delete(path);
    files.set(path, known);
    const oldest = files.keys().next().value;
    if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest);
    return known;
  }

  return (path, lines, otherwise) => {
    const known = knownOf(path);
    const news = rows.written(path, known.row, maxRows);
    if (news.length === maxRows) known.isPartial = true;
    // A row under way may still change: it counts now, and is looked at again.
    const open = news.findIndex(({ state }) => state === 'intended');
    const ended = open < 0 ? news : news.slice(0, open);
    for (const row of ended) takeIn(known.origins, row);
    known.row = ended.at(-1)?.row ?? known.row;
    const origins = ended === news ? known.origins : new Map(known.origins);
    for (const row of news.slice(ended.length)) takeIn(origins, row);
    const unknown = { trust: known.isPartial ? lowestTrust([otherwise, 'model']) : otherwise };
    return lines.map((line) => {
      const text = line.trimEnd();
      if (text === '') return { trust: otherwise };
      return origins.get(text) ?? fragmentOrigin(origins, text) ?? unknown;
    });
  };
}

function takeIn(origins: Map<string, LineOrigin>, one: WrittenRow): void {
  const { by, session, row, at, who, undoes } = one;
  // What is put back is nobody's news: it comes from where it came from before.
  if (undoes !== null) return;
  const written = { by, row, at, who, ...(session === null ? {} : { session }) };
  for (const [text, { trust, entries, origin: before }] of broughtBy(one)) {
    // So does what a hand puts back, or cuts and saves again: vouching for words is done in words of one's own.
    if (by === 'hand' && origins.has(text)) continue;
    const origin: LineOrigin = { trust, ...(before ?? written) };
    if (entries.length > 0) origin.entries = entries;
    origins.set(text, origin);
  }
}

/** What a write brought. A line that it took away, too, has only moved and keeps what was said of it. */
function broughtBy({ patch, line, trust, sources, entry }: WrittenRow): Map<string, LineProvenance> {
  const found = new Map<string, LineProvenance>();
  const lines = patchLines(patch);
  const gone = new Set(lines.flatMap(({ sign, text }) => (sign === '-' ? [text] : [])));
  const byWords = new Map(sources?.map((source) => [source.text?.trimEnd(), source]));
  const whole = { trust, entries: entry === null ? [] : [entry] };
  for (const { sign, text, at } of lines) {
    if (sign === '-' || text === '') continue;
    const isNew = sign === '+' && !gone.has(text);
    // By position: a diff may show an equal line beside it as the new one. In a replacement by their words.
    const source = sources?.[0]?.text === undefined ? sources?.[at - line] : isNew ? byWords.get(text) : undefined;
    const brought = source ?? (isNew ? whole : undefined);
    if (brought === undefined) continue;
    const before = found.get(text);
    found.set(text, before === undefined ? brought : together(before, brought));
  }
  return found;
}

function together(a: LineProvenance, b: LineProvenance): LineProvenance {
  const { origin } = a;
  const entries = [...new Set([...a.entries, ...b.entries])];
  return { trust: lowestTrust([a.trust, b.trust]), entries, ...(origin ? { origin } : {}) };
}

/** A snippet cuts long lines and marks that with `…`. */
function fragmentOrigin(origins: ReadonlyMap<string, LineOrigin>, text: string): LineOrigin | undefined {
  const part = text.replace(/^\s*…|…$/g, '').trim();
  if (part === text.trim() || part === '') return undefined;
  const found = [...origins].filter(([line]) => line.includes(part)).map(([, origin]) => origin);
  const trust = lowestTrust(found.map((one) => one.trust));
  return found.find((one) => one.trust === trust);
}
