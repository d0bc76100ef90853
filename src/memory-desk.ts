// What an operator asks of memory from outside: searches, the state of the index, its proof. Of a home, beside a running
// bot or without one, or of a workspace that belongs to none, into which it writes nothing.

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { answerLines, statusLines, syncLines, verifyLines } from './commands/memory-words.js';
import { homePaths } from './config/home.js';
import { ConfigError, type Scope, type SearchOptions } from './contracts/index.js';
import type { House, HouseOptions } from './house.js';
import { folderName } from './memory/folder-name.js';
import type { Memory } from './memory/memory.js';
import { openStandalone, type Standalone } from './memory/standalone.js';
import { ownerName } from './memory/visibility.js';
import { createLog } from './ops/log.js';
import { systemClock } from './ops/system-clock.js';
import { type Told, told } from './ops/told.js';
import type { ToldOrigin } from './origins-desk.js';

export interface SearchWish {
  query: string;
  /** Through whose eyes. */
  scope: Scope;
  options: SearchOptions;
}

/** A workspace that need not belong to a home. */
export interface Folder {
  workspace: string;
  /** IANA name: when a day begins. */
  timezone: string;
  /** A home that keeps its index, if it is there; otherwise the index is made in memory each time. */
  home: string;
}

/** Searches a home, or the folder. Throws a StateError or a ConfigError where there is none. */
export async function searchMemory(where: HouseOptions | Folder, wish: SearchWish): Promise<Told> {
  const { scope, query, options } = wish;
  let isEmpty = false;
  let origins: ToldOrigin[][] = [];
  const answer =
    'workspace' in where
      ? await inFolder({ ...where, ...keptBy(where.home), reader: scope }, async ({ index }) => {
          isEmpty = (await index.status()).scopes.length === 0;
          return await index.search(scope, query, options);
        })
      : await inHouse(where, async ({ index, folders }, house) => {
          const found = await index.search(folders.canonical(scope), query, options);
          if (options.explain) {
            const { originsOfHits } = await import('./origins-desk.js');
            origins = originsOfHits(house, scope, found.hits, query);
          }
          return found;
        });
  if (answer.disabled !== undefined) return told(answer, [answer.disabled], true);
  const hits = answer.hits.map((hit, at) => ({ ...hit, ...(origins[at] ? { origins: origins[at] } : {}) }));
  return told({ ...answer, hits }, [...answerLines(answer, query, origins), ...(isEmpty ? [NO_WORKSPACE] : [])], false);
}

const NO_WORKSPACE =
  'No file there is searched: a workspace holds MEMORY.md, memory/, shared/, groups/ and people/. Other folders belong under memory.extraPaths.';

/** Brings the index up to date, or makes it anew. */
export async function indexMemory(house: HouseOptions, rebuild: boolean): Promise<Told> {
  const { report, status } = await inHouse(house, async ({ index }) => ({
    report: await (rebuild ? index.rebuild() : index.sync()),
    status: await index.status(),
  }));
  // What was made in memory is gone with this process.
  const isLost = status.generation === 0;
  const notices = isLost ? status.notices : [];
  return told({ ...report, notices }, [...syncLines(report), ...notices], isLost || report.failed.length > 0);
}

/** How far the index is with every scope's files. */
export async function memoryStatus(house: HouseOptions): Promise<Told> {
  return await inHouse(house, async ({ index }) => {
    const status = await index.status();
    const scopes = status.scopes.map((scope) => ({ ...scope, owner: ownerName(scope.owner) }));
    return told({ ...status, scopes }, statusLines(status), false);
  });
}

/** Compares files, rows, vectors and fingerprint. */
export async function verifyMemory(house: HouseOptions): Promise<Told> {
  const report = await inHouse(house, ({ index }) => index.verify());
  return told(report, verifyLines(report), report.problems.length > 0);
}

export interface Served {
  input: NodeJS.ReadableStream;
  print(line: string): void;
  say(line: string): void;
}

/**
 * Indexes the folder into files below `scratch`, prints `{ready, indexMs, bytes, chunks}`, then answers each line
 * `{id, query, k}` with one line `[{path, startLine, endLine, score, snippet}]` until the input ends. A line that is no
 * question is answered with `[]`, and what is wrong with it is said beside.
 */
export async function serveSearch(
  folder: Pick<Folder, 'workspace' | 'timezone'>,
  scratch: string,
  { input, print, say }: Served,
): Promise<void> {
  const began = performance.now();
  await inFolder({ ...folder, indexDir: resolve(scratch) }, async ({ index }) => {
    const { bytes, scopes } = await index.status();
    const chunks = scopes.reduce((sum, scope) => sum + scope.chunks, 0);
    print(JSON.stringify({ ready: true, indexMs: Math.round(performance.now() - began), bytes, chunks }));
    for await (const line of createInterface({ input })) {
      if (line.trim() === '') continue;
      try {
        const { query, k } = parseQuestion(line);
        const { hits } = await index.search({ kind: 'main' }, query, { limit: k });
        const shown = hits.map(({ path, startLine, endLine, score, snippet }) => ({
          path,
          startLine,
          endLine,
          score,
          snippet,
        }));
        print(JSON.stringify(shown));
      } catch (error) {
        say(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
        print('[]');
      }
    }
  });
}

/** Throws a sentence about what is wrong. */
function parseQuestion(line: string): { query: string; k: number } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error('the line is not JSON');
  }
  const { query, k = 10 } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof query !== 'string') throw new Error('query must be a text');
  if (typeof k !== 'number' || !Number.isInteger(k) || k < 1) throw new Error('k must be a whole number above 0');
  return { query, k };
}

async function inHouse<T>(options: HouseOptions, work: (memory: Memory, house: House) => Promise<T>): Promise<T> {
  // A search of a folder needs none of it, and starts the faster.
  const [{ openHouse }, { mustExist }] = await Promise.all([import('./house.js'), import('./operator.js')]);
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    return await work(house.memory, house);
  } finally {
    await house.close();
  }
}

/** Where a home keeps the index of a folder that is not its own. */
function keptBy(home: string): { indexDir: string; runDir: string } | undefined {
  const { state, index, run } = homePaths(home);
  return existsSync(state) ? { indexDir: index, runDir: run } : undefined;
}

interface FolderWish {
  workspace: string;
  timezone: string;
  indexDir?: string;
  runDir?: string;
  /** Whose folder is found by its name. */
  reader?: Scope;
}

async function inFolder<T>(
  { workspace, timezone, indexDir, runDir, reader }: FolderWish,
  work: (standalone: Standalone) => Promise<T>,
): Promise<T> {
  const root = resolve(workspace);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigError(`There is no folder ${root}.`, {
      remedy: 'Name the folder that holds MEMORY.md and memory/.',
    });
  }
  const standalone = await openStandalone({
    workspace: root,
    timezone,
    clock: systemClock,
    log: createLog({ level: 'error', secrets: [], stderr: true }),
    ...(indexDir === undefined ? {} : { indexDir }),
    ...(runDir === undefined ? {} : { runDir }),
    ...(reader === undefined || reader.kind === 'main'
      ? {}
      : { scopes: [{ folder: folderName(reader), scope: reader }] }),
  });
  try {
    await standalone.index.sync();
    return await work(standalone);
  } finally {
    await standalone.close();
  }
}
