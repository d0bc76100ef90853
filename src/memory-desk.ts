// What an operator asks of memory from outside: searches, the state of the index, its proof. Of a home, beside a running
// bot or without one, or of any folder at all, into which it writes nothing.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { answerLines, statusLines, syncLines, verifyLines } from './commands/memory-words.js';
import { ConfigError, type Scope, type SearchAnswer, type SearchOptions } from './contracts/index.js';
import type { HouseOptions } from './house.js';
import type { Memory } from './memory/memory.js';
import { openStandalone } from './memory/standalone.js';
import { type Owner, ownerName, scopeId } from './memory/visibility.js';
import { createLog } from './ops/log.js';
import { systemClock } from './ops/system-clock.js';
import { forTerminal } from './text/terminal.js';

/** Data for programs, and the same for people. */
export interface Told {
  data: unknown;
  text: string;
  /** Whatever was asked for did not work out, or does not hold. */
  failed: boolean;
}

export interface SearchWish {
  query: string;
  /** Through whose eyes. */
  scope: Scope;
  options: SearchOptions;
}

/** Any folder of Markdown, taken for a workspace. */
export interface Folder {
  workspace: string;
  /** IANA name: when a day begins. */
  timezone: string;
}

/** Searches a home, or the folder. Throws a ConfigError where there is none. */
export async function searchMemory(where: HouseOptions | Folder, wish: SearchWish): Promise<Told> {
  const answer =
    'workspace' in where
      ? await inFolder(where, undefined, ({ index }) => index.search(wish.scope, wish.query, wish.options))
      : await inHouse(where, ({ index, folders }) =>
          index.search(folders.canonical(wish.scope), wish.query, wish.options),
        );
  return told(answer, answer.disabled === undefined ? answerLines(answer) : [answer.disabled], !!answer.disabled);
}

/** Brings the index up to date, or makes it anew. */
export async function indexMemory(house: HouseOptions, rebuild: boolean): Promise<Told> {
  const report = await inHouse(house, ({ index }) => (rebuild ? index.rebuild() : index.sync()));
  return told(report, syncLines(report), report.failed.length > 0);
}

/** How far the index is with every scope's files. */
export async function memoryStatus(house: HouseOptions): Promise<Told> {
  return await inHouse(house, async ({ index, folders }) => {
    const status = await index.status();
    const owners: Owner[] = [{ kind: 'main' }, 'shared', ...folders.all().map(({ scope }) => scope)];
    const names = new Map(owners.map((owner) => [scopeId(owner), ownerName(owner)]));
    const nameOf = (owner: string) => names.get(owner) ?? owner;
    const scopes = status.scopes.map((scope) => ({ ...scope, owner: nameOf(scope.owner) }));
    return told({ ...status, scopes }, statusLines(status, nameOf), false);
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
export async function serveSearch(folder: Folder, scratch: string, { input, print, say }: Served): Promise<void> {
  const began = performance.now();
  await inFolder(folder, resolve(scratch), async ({ index }) => {
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

async function inHouse<T>(options: HouseOptions, work: (memory: Memory) => Promise<T>): Promise<T> {
  // A search of a folder needs none of it, and starts the faster.
  const [{ openHouse }, { mustExist }] = await Promise.all([import('./house.js'), import('./operator.js')]);
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    return await work(house.memory);
  } finally {
    await house.close();
  }
}

async function inFolder<T>(
  { workspace, timezone }: Folder,
  indexDir: string | undefined,
  work: (standalone: Awaited<ReturnType<typeof openStandalone>>) => Promise<T>,
): Promise<T> {
  const root = resolve(workspace);
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigError(`There is no folder ${root}.`, { remedy: 'Name a folder that holds Markdown files.' });
  }
  const standalone = await openStandalone({
    workspace: root,
    timezone,
    clock: systemClock,
    log: createLog({ level: 'error', secrets: [], stderr: true }),
    ...(indexDir === undefined ? {} : { indexDir }),
  });
  try {
    await standalone.index.sync();
    return await work(standalone);
  } finally {
    await standalone.close();
  }
}

function told(data: SearchAnswer | object, lines: readonly string[], failed: boolean): Told {
  return { data, text: forTerminal(lines.join('\n')), failed };
}
