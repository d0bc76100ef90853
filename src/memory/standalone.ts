// The entry for other programs (nightjar/memory): memory on any folder of Markdown, without a home. Whose a folder is
// stands in what the caller says. Must never write into the folder but through a view.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock, Embedder, Log, MemoryView, Scope, TranscriptSource } from '../contracts/index.js';
import { openDb } from '../db/database.js';
import { migrate } from '../db/migrate.js';
import { stateMigrations } from '../db/state-schema.js';
import { createLog } from '../ops/log.js';
import { type CacheOptions, openEmbeddingCache } from './embedders/cache.js';
import { nameFolder } from './folders.js';
import { openIndex } from './index/engine.js';
import { indexName } from './index/generation.js';
import { noteUse, removeUnused } from './index/kept-copies.js';
import type { MemoryIndex } from './index/memory-index.js';
import { DEFAULT_INDEX, type IndexPlace, type IndexSettings } from './index/settings.js';
import { openMemory } from './memory.js';
import { type MountSpec, resolveMounts } from './sources/mounts.js';

export type {
  Clock,
  Embedder,
  Hit,
  Log,
  MemoryDoc,
  MemoryView,
  Provenance,
  Revision,
  Scope,
  SearchAnswer,
  SearchOptions,
  TranscriptSource,
} from '../contracts/index.js';

export interface StandaloneOptions {
  workspace: string;
  /** Where the index is kept; absent: in memory. */
  indexDir?: string;
  /** For locks on that index, which every process that uses it must share. Default: `run` in indexDir. */
  runDir?: string;
  /** IANA name. */
  timezone: string;
  clock: Clock;
  /** Default: errors alone, to standard error. */
  log?: Log;
  /** Whose a folder below groups/ or people/ is; one that is not named is main's. */
  scopes?: readonly { folder: string; scope: Scope }[];
  /** Folders beside it, as they would be configured. Throws a ConfigError for one that cannot be. */
  mounts?: readonly MountSpec[];
  transcripts?: TranscriptSource;
  embedder?: Embedder;
  /** Of the vectors in the fused score, default 0.7. */
  vectorWeight?: number;
  /** How long a search waits for the vector of its query; default 500. */
  queryBudgetMs?: number;
  chunk?: IndexSettings['chunk'];
}

export interface Standalone {
  index: MemoryIndex;
  view(scope: Scope): MemoryView;
  close(): Promise<void>;
}

/** Throws a MemoryError 'unavailable' when the folder is not there. */
export async function openStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { workspace, indexDir, timezone, clock, embedder, transcripts } = options;
  const { log = createLog({ level: 'error', secrets: [], stderr: true }) } = options;
  /** What was opened so far, taken down in reverse: at the end, and when a later part fails. */
  const built: (() => void | Promise<void>)[] = [];
  async function close(): Promise<void> {
    for (const undo of built.splice(0).reverse()) await undo();
  }
  try {
    const temporary = mkdtempSync(join(tmpdir(), 'nightjar-'));
    built.push(() => rmSync(temporary, { recursive: true, force: true }));
    const db = openDb(':memory:');
    built.push(() => db.close());
    await migrate(db, stateMigrations);
    const places = { workspace, home: temporary, userHome: homedir() };
    const { mounts, notices } = resolveMounts(options.mounts ?? [], places);
    for (const { folder, scope } of options.scopes ?? []) await nameFolder(db, clock, scope, folder);
    const settings: IndexSettings = {
      ...DEFAULT_INDEX,
      timezone,
      mounts,
      ...(options.chunk ? { chunk: options.chunk } : {}),
      ...(indexDir === undefined ? {} : { place: keptIn(resolve(indexDir), options, log) }),
      ...(embedder
        ? {
            embedding: {
              name: '',
              vectorWeight: options.vectorWeight ?? 0.7,
              queryBudgetMs: options.queryBudgetMs ?? 500,
              cacheEntries: 0,
            },
          }
        : {}),
    };
    const cached: CacheOptions = { entries: 0, clock, log };
    const memory = await openMemory({
      workspace,
      runDir: temporary,
      db,
      clock,
      timezone,
      log,
      mounts,
      ...(transcripts ? { transcripts } : {}),
      index(parts) {
        const embedding = embedder && { embedder, cache: openEmbeddingCache(join(temporary, 'cache'), cached) };
        return openIndex({ ...parts, settings, notices, manner: 'errand', clock, log, embedding });
      },
    });
    built.push(() => memory.close());
    return { index: memory.index, view: (scope) => memory.view(scope), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where the index of the folder is kept, once what nobody uses there is gone. */
function keptIn(dir: string, { workspace, runDir }: StandaloneOptions, log: Log): IndexPlace {
  const folder = realpathSync(workspace);
  const place = { dir, runDir: runDir ?? join(dir, 'run'), name: indexName(folder) };
  try {
    noteUse(place, folder);
  } catch (error) {
    // A disk that cannot be written: the index is kept in memory.
    log.warn('index.use-not-noted', { error });
  }
  removeUnused(place, log);
  return place;
}
