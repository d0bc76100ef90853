// What lines of memory rest on, as the ledger's rows say: entries of conversations, directly or by way of lines of a log, wherever that
// stands by now. Pure.

import type { LineProvenance } from '../../contracts/index.js';
import { type MoveRow, movesOf } from '../archive-rows.js';
import { FORGOTTEN_REASON } from '../ledger-rows.js';
import { patchLines } from '../patch-lines.js';
import { type Cut, lineAfter } from './blocks.js';
import { together, type Whose } from './whose.js';

/** A write that is done, as the ledger holds it. */
export interface WriteRow extends MoveRow {
  patch: string;
  line: number;
  entry: string | null;
  who: string;
  call: string | null;
  sources: LineProvenance[] | null;
}

export interface DerivationParts {
  /** Oldest first. */
  rows: readonly WriteRow[];
  /** Of an entry of a conversation; undefined for one that nobody knows any more. */
  ofEntry(id: string): Whose | undefined;
  /** Of a line (from 1) of a file that the ledger says nothing of: a conversation, the tail of one. */
  ofPlace(path: string, line: number): Whose | undefined;
  /** Whether an account is theirs. */
  isOwn(account: string): boolean;
  /** A file as it stands, without ends of line. */
  linesOf(path: string): readonly string[];
  /** Whether a line says itself whose words it is. */
  isAttributed(line: string): boolean;
}

/** How a row of ours says what it took away; it holds no words. */
const GONE = /^gone:(\d+)-(\d+)$/;

export function goneSources(gone: readonly { from: number; to: number }[]): LineProvenance[] {
  return [{ trust: 'owner', entries: gone.map(({ from, to }) => `gone:${from}-${to}`) }];
}

/** What became of all lines of a file at once: some went, or all stand in another file from then on. */
type Shift = { row: number; gone: Cut['gone']; to?: undefined } | { row: number; to: string };

interface Known {
  row: number;
  refs: readonly string[];
  /** It stands for itself. */
  whose?: Whose;
}

export interface Derivation {
  /** Undefined where the ledger does not know the line: a hand's. */
  ofLine(path: string, text: string): Whose | undefined;
  /** Lines of that file that rest on them alone, whether or not they still stand in it. */
  everOwn(path: string): string[];
  paths(): string[];
}

export function derivation(parts: DerivationParts): Derivation {
  const files = new Map<string, Map<string, Known>>();
  const shifts = new Map<string, Shift[]>();
  for (const row of parts.rows) {
    if (row.reason === FORGOTTEN_REASON) noteCut(row);
    else takeIn(row);
  }
  for (const { row, path, to } of movesOf(parts.rows)) noteShift(path, { row, to });

  function noteCut({ path, row, sources }: WriteRow): void {
    const gone = (sources ?? []).flatMap(({ entries }) =>
      entries.flatMap((one) => {
        const [, from, to] = GONE.exec(one) ?? [];
        return from === undefined ? [] : [{ from: Number(from), to: Number(to) }];
      }),
    );
    noteShift(path, { row, gone });
  }

  function noteShift(path: string, shift: Shift): void {
    const known = shifts.get(path);
    if (!known) shifts.set(path, [shift]);
    else {
      known.push(shift);
      known.sort((a, b) => a.row - b.row);
    }
  }

  function takeIn(row: WriteRow): void {
    const known = files.get(row.path) ?? new Map<string, Known>();
    files.set(row.path, known);
    const lines = patchLines(row.patch);
    const went = new Set(lines.flatMap(({ sign, text }) => (sign === '-' ? [text] : [])));
    const byText = row.sources?.[0]?.text !== undefined;
    for (const { sign, text, at } of lines) {
      if (sign !== '+' || text === '') continue;
      const source = byText ? row.sources?.find((one) => one.text?.trimEnd() === text) : row.sources?.[at - row.line];
      if (went.has(text) && known.has(text) && !source) continue;
      // What is put back, by whomever, comes from where it came from before.
      if ((row.undoes !== null || row.by === 'hand') && known.has(text)) continue;
      known.set(text, { row: row.row, ...restsOn(row, source) });
    }
  }

  function restsOn(row: WriteRow, source: LineProvenance | undefined): Omit<Known, 'row'> {
    if (source && source.entries.length > 0) return { refs: source.entries };
    // A line that was only moved is of whoever brought it to where it was.
    const { by = row.by, who = row.who } = source?.origin ?? {};
    const asked = by === 'tool' || by === 'command';
    if (asked && parts.isOwn(who)) return { refs: [], whose: 'own' };
    if (row.by === 'tool' && row.entry !== null) return { refs: [row.entry] };
    return { refs: [], whose: 'other' };
  }

  function ofRef(ref: string, row: number, seen: ReadonlySet<string>): Whose | 'gone' | undefined {
    const [, path, from, to] = /^(.+):(\d+)-(\d+)$/.exec(ref) ?? [];
    if (path === undefined) return parts.ofEntry(ref);
    let whose: Whose | undefined;
    let isGone = false;
    for (let at = Number(from); at <= Math.min(Number(to), Number(from) + 200); at++) {
      const now = placeNow(path, at, row);
      if (now === undefined) {
        isGone = true;
        continue;
      }
      const text = parts.linesOf(now.path)[now.line - 1];
      const one =
        parts.ofPlace(now.path, now.line) ??
        (text === undefined || text.trim() === '' ? undefined : look(now.path, text, seen));
      if (one !== undefined) whose = together(whose, one);
      // Somebody wrote it by hand.
      else if (text !== undefined && text.trim() !== '') whose = together(whose, 'other');
    }
    return whose ?? (isGone ? 'gone' : undefined);
  }

  /** Where a line stood when a row was written, and stands now. */
  function placeNow(path: string, line: number, row: number): { path: string; line: number } | undefined {
    const next = shifts.get(path)?.find((one) => one.row > row);
    if (!next) return { path, line };
    if (next.to !== undefined) return placeNow(next.to, line, next.row);
    const now = lineAfter(line, next.gone);
    return now === undefined ? undefined : placeNow(path, now, next.row);
  }

  function look(path: string, line: string, seen: ReadonlySet<string>): Whose | undefined {
    const text = line.trimEnd();
    if (parts.isAttributed(text)) return 'own';
    const known = files.get(path)?.get(text);
    if (!known) return undefined;
    if (known.whose !== undefined) return known.whose;
    const key = `${path}\n${text}`;
    if (seen.has(key)) return undefined;
    const inside = new Set([...seen, key]);
    const found = known.refs.map((ref) => ofRef(ref, known.row, inside));
    const standing = found.filter((one) => one !== 'gone');
    if (standing.length === 0 && found.length > 0) return 'own';
    // What nobody knows any more was somebody's.
    return standing.reduce<Whose | undefined>((all, one) => together(all, one ?? 'other'), undefined);
  }

  const none: ReadonlySet<string> = new Set();
  return {
    ofLine: (path, text) => look(path, text, none),
    everOwn: (path) => [...(files.get(path)?.keys() ?? [])].filter((text) => look(path, text, none) === 'own'),
    paths: () => [...files.keys()],
  };
}
