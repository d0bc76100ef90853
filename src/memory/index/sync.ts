// Brings an index in line with what can be searched now: stat first, then content, and only what changed is read.
// Must never let one file stop the others, take a file for gone that could not be looked at, or leave a row that says
// more recent than its content is.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { NightjarError, StateError } from '../../contracts/index.js';
import { isSettled } from '../../text/stamp.js';
import { dayOfName } from '../sources/day.js';
import type { SourceFile, Sources } from '../sources/sources.js';
import { scopeId } from '../visibility.js';
import { sha256 } from './chunk.js';
import { isDamage, isDiskTrouble } from './index-errors.js';
import type { SpaceId } from './reader.js';
import type { FileRow, IndexStore, NewChunk } from './store.js';

/** What a chunker is told of a file beside its text. */
export interface ChunkHints {
  path: string;
  /** YYYY-MM-DD from the name. */
  day: string | undefined;
  /** Lines, trimmed, that came with a template. */
  skip: ReadonlySet<string>;
}

export interface SyncOptions {
  chunker: (text: string, hints: ChunkHints) => readonly NewChunk[];
  /** These alone, as after an own write. Default: everything. */
  only?: readonly string[];
  /** Ends the pass behind the file at hand; what is done stays. */
  signal: AbortSignal;
  /** After each file that was read. */
  onFile?: (path: string) => void;
  /** The same, as so many of those that had to be read. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface SyncReport {
  /** Searchable files looked at. */
  files: number;
  /** Chunked and put anew. */
  indexed: number;
  removed: number;
  unchanged: number;
  /** How often a file had changed while it was read and was left to another try. */
  retried: number;
  /** Searchable files that are not indexed as they are now: left out, or changed again and again meanwhile. */
  behind: SourceFile[];
  /** Left out, with a reason that a person can act on. What was indexed of them before stays. */
  failed: { path: string; reason: string }[];
  ms: number;
}

/** A file that keeps changing is tried so often again, alone; then the next pass goes on. */
const MAX_RETRIES = 3;
/** A store that refuses so many files in a row is itself in trouble. */
const MAX_REFUSALS = 3;
/** Ends the stamp of a row whose file may have changed once more without showing it; it is read again next time. */
const UNSURE = '~';

/**
 * Compares what is on disk with the index, and brings the index up to it file by file, with a turn of the event loop in
 * between. A file that changes meanwhile is tried again alone. Rejects when the sources as a whole or the store are in
 * trouble (isDamage, isDiskTrouble, StateError); what was done by then stays. Safe beside other passes, of this process
 * and of others: whoever writes looks at the file again afterwards.
 */
export async function syncOnce(store: IndexStore, sources: Sources, options: SyncOptions): Promise<SyncReport> {
  const { only, signal, onFile, onProgress } = options;
  const began = performance.now();
  const failed = new Map<string, string>();
  const done = { indexed: new Set<string>(), removed: new Set<string>(), hot: new Set<string>(), retried: 0 };
  let refusals = 0;

  const seen = only ? lookAtEach(only) : sources.list();
  const rows = store.files();
  await removeGone();
  await indexChanged();
  const left = seen.files.filter(({ path }) => !done.indexed.has(path) && !done.removed.has(path) && !failed.has(path));
  return {
    files: seen.files.length,
    indexed: done.indexed.size,
    removed: done.removed.size,
    unchanged: left.length,
    retried: done.retried,
    behind: seen.files.filter(({ path }) => failed.has(path) || done.hot.has(path)),
    failed: [...failed].map(([path, reason]) => ({ path, reason })),
    ms: performance.now() - began,
  };

  function lookAtEach(paths: readonly string[]): { files: SourceFile[]; unreadable: string[] } {
    const files = [...new Set(paths)].flatMap((path) => attempt(path, () => sources.find(path)) ?? []);
    return { files, unreadable: [...failed.keys()] };
  }

  /** What `look` gives, or undefined and a reason why not. */
  function attempt<T>(path: string, look: () => T): T | undefined {
    try {
      return look();
    } catch (error) {
      failed.set(path, reasonOf(error));
      return undefined;
    }
  }

  async function removeGone(): Promise<void> {
    const gone = (only ?? [...rows.keys()]).filter((path) => rows.has(path)).filter(isMissingIn(seen));
    if (gone.length === 0) return;
    // Another process may have indexed a file that came after our look.
    const still = gone.filter(isMissingIn(only ? lookAtEach(gone) : sources.list()));
    for (const path of still) {
      if (signal.aborted) return;
      await remove(path);
    }
  }

  async function remove(path: string): Promise<void> {
    await nextTurn();
    await store.removeFile(path);
    done.indexed.delete(path);
    done.removed.add(path);
  }

  async function indexChanged(): Promise<void> {
    const spaces = new Map(store.spaces().map((space) => [space.id, space]));
    let due = seen.files.filter((file) => {
      const row = rows.get(file.path);
      return row?.stamp.endsWith(UNSURE) || !isCurrent(row, file, spaces);
    });
    for (let round = 0; due.length > 0; round++) {
      for (const [index, file] of due.entries()) {
        if (signal.aborted) return;
        await nextTurn();
        await take(file, round === MAX_RETRIES);
        onFile?.(file.path);
        // What is tried again is no part of the whole.
        if (round === 0) onProgress?.(index + 1, due.length);
      }
      if (round === MAX_RETRIES) {
        for (const { path } of due) done.hot.add(path);
        return;
      }
      const again: SourceFile[] = [];
      for (const file of due) {
        if (failed.has(file.path)) continue;
        const now = attempt(file.path, () => sources.find(file.path));
        if (now && !isSame(now, file)) again.push(now);
        else if (!now && !failed.has(file.path)) await remove(file.path);
      }
      done.retried += again.length;
      due = again;
    }
  }

  /** One file. What changed while it was read is left to the next round; in the last one an older state is better than none. */
  async function take(file: SourceFile, last: boolean): Promise<void> {
    const { path, mtimeMs } = file;
    const space = store.space(scopeId(file.owner), file.corpus);
    const made = attempt(path, () => {
      // The system's own time, by which the disk stamps its files.
      const stamp = isSettled(file.stamp, Date.now()) ? file.stamp : `${file.stamp}${UNSURE}`;
      const text = sources.read(file);
      if (text === undefined) return undefined;
      const hash = sha256(text);
      const known = rows.get(path);
      const same = known?.hash === hash && known.space === space && !done.indexed.has(path);
      const day = dayOfName(path);
      const row: FileRow = { path, space, stamp, hash, mtimeMs, lines: linesOf(text), ...(day ? { day } : {}) };
      if (same) return { row, known };
      const chunks = options.chunker(text, { path, day, skip: sources.templateLines(path) });
      const now = last ? file : sources.find(path);
      return now && isSame(now, file) ? { row, chunks } : undefined;
    });
    if (!made) return;
    try {
      if (made.chunks) await store.putFile(made.row, made.chunks);
      else if (made.known.stamp !== made.row.stamp) await store.touchFile(made.row);
      if (made.chunks) done.indexed.add(path);
      refusals = 0;
    } catch (error) {
      if (error instanceof StateError || isDamage(error) || isDiskTrouble(error)) throw error;
      if (++refusals >= MAX_REFUSALS) throw error;
      failed.set(path, reasonOf(error));
    }
  }
}

/** Whether the row is what the file is now, as far as states tell. `spaces` are those of the store, by id. */
export function isCurrent(
  row: FileRow | undefined,
  file: SourceFile,
  spaces: ReadonlyMap<SpaceId, { owner: string; corpus: string }>,
): boolean {
  const space = row && spaces.get(row.space);
  if (space?.owner !== scopeId(file.owner) || space.corpus !== file.corpus) return false;
  return row?.stamp === file.stamp || row?.stamp === `${file.stamp}${UNSURE}`;
}

/** Whether a path was looked for and is not there; of what could not be looked at, nobody knows. */
function isMissingIn(seen: { files: readonly SourceFile[]; unreadable: readonly string[] }): (path: string) => boolean {
  const there = new Set(seen.files.map(({ path }) => path));
  return (path) => !there.has(path) && !seen.unreadable.some((place) => path === place || path.startsWith(`${place}/`));
}

function isSame(a: SourceFile, b: SourceFile): boolean {
  return a.stamp === b.stamp && a.corpus === b.corpus && scopeId(a.owner) === scopeId(b.owner);
}

/** In words for a person; never what the file says. */
function reasonOf(error: unknown): string {
  if (error instanceof NightjarError) return error.message;
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return `it could not be indexed${code}`;
}

function linesOf(text: string): number {
  let count = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
