// Memory on any folder of Markdown, without a home: for searching somebody's notes, for benchmarks and evaluation. Whose
// a folder is stands in what the caller says. Writes nothing into the folder.

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Clock, Embedder, Log, MemoryView, Scope, TranscriptSource } from '../contracts/index.js';
import { openDb } from '../db/database.js';
import { migrate } from '../db/migrate.js';
import { stateMigrations } from '../db/state-schema.js';
import { type CacheOptions, openEmbeddingCache } from './embedders/cache.js';
import { nameFolder } from './folders.js';
import { openIndex } from './index/engine.js';
import { indexName } from './index/generation.js';
import type { MemoryIndex } from './index/memory-index.js';
import { DEFAULT_INDEX, type IndexSettings } from './index/settings.js';
import { openMemory } from './memory.js';
import { type MountSpec, resolveMounts } from './sources/mounts.js';

export interface StandaloneOptions {
  workspace: string;
  /** Where the index is kept; absent: in memory. */
  indexDir?: string;
  /** For locks on that index, which every process that uses it must share. Default: a temporary folder. */
  runDir?: string;
  /** IANA name. */
  timezone: string;
  clock: Clock;
  log: Log;
  /** Whose a folder below groups/ or people/ is; one that is not named is main's. */
  scopes?: readonly { folder: string; scope: Scope }[];
  /** Folders beside it, as they would be configured. Throws a ConfigError for one that cannot be. */
  mounts?: readonly MountSpec[];
  transcripts?: TranscriptSource;
  embedder?: Embedder;
  /** Of the vectors in the fused score, default 0.7. */
  vectorWeight?: number;
  chunk?: IndexSettings['chunk'];
}

export interface Standalone {
  index: MemoryIndex;
  view(scope: Scope): MemoryView;
  close(): Promise<void>;
}

/** Throws a MemoryError 'unavailable' when the folder is not there. */
export async function openStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { workspace, indexDir, timezone, clock, log, embedder, transcripts } = options;
  const temporary = mkdtempSync(join(tmpdir(), 'nightjar-'));
  const db = openDb(':memory:');
  try {
    await migrate(db, stateMigrations);
    const places = { workspace, home: temporary, userHome: homedir() };
    const { mounts, notices } = resolveMounts(options.mounts ?? [], places);
    for (const { folder, scope } of options.scopes ?? []) await nameFolder(db, clock, scope, folder);
    const settings: IndexSettings = {
      ...DEFAULT_INDEX,
      timezone,
      mounts,
      ...(options.chunk ? { chunk: options.chunk } : {}),
      ...(indexDir === undefined
        ? {}
        : {
            place: {
              dir: resolve(indexDir),
              runDir: options.runDir ?? temporary,
              name: indexName(realpathSync(workspace)),
            },
          }),
      ...(embedder
        ? { embedding: { name: '', vectorWeight: options.vectorWeight ?? 0.7, queryBudgetMs: 10_000, cacheEntries: 0 } }
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
      index: (parts) =>
        openIndex({
          ...parts,
          settings,
          notices,
          manner: 'errand',
          clock,
          log,
          ...(embedder ? { embedding: { embedder, cache: openEmbeddingCache(join(temporary, 'cache'), cached) } } : {}),
        }),
    });
    return {
      index: memory.index,
      view: (scope) => memory.view(scope),
      async close() {
        await memory.close();
        db.close();
        rmSync(temporary, { recursive: true, force: true });
      },
    };
  } catch (error) {
    db.close();
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}
