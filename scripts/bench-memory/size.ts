// One size and layout, measured in a process of its own: the index built in the bot's thread, searched through the thread
// and directly, then once more with vectors. Prints one line of JSON.
// usage: tsx size.ts CHUNKS one|fifty

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Embedder } from '../../src/contracts/index.js';
import { type Spread, spread } from '../../src/memory/eval/summary.js';
import { openStore } from '../../src/memory/index/open-store.js';
import type { IndexStore } from '../../src/memory/index/store.js';
import { searchIndex } from '../../src/memory/search/search.js';
import { openStandalone } from '../../src/memory/standalone.js';
import { scopeId } from '../../src/memory/visibility.js';
import { systemClock } from '../../src/ops/system-clock.js';
import { silentLog } from '../../test/support/silent-log.js';
import { fillWorkspace, type Layout, openBuiltHouse, readerOf, SCOPES, scopeOf } from './home.js';
import { cost, loopDelay, timings } from './measure.js';
import { seeded, writer } from './text.js';

export interface SizeResult {
  chunks: number;
  files: number;
  /** The whole build in the thread. */
  indexCpuMs: number;
  bytes: number;
  /** Nothing new on the disk. */
  sweep: Spread;
  lexical: Spread;
  threaded: Spread;
  hybrid: Spread;
  hybridBytes: number;
  /** p99 of the main thread's loop. */
  buildDelay: number;
  searchDelay: number;
  rebuildDelay: number;
  /** Most memory of a bot that has this index open and was asked fifty times. */
  rssMb: number;
}

const DIMS = 384;
const QUERIES = 200;
const LIMIT = 10;

async function measure(chunks: number, layout: Layout, temp: string): Promise<SizeResult> {
  const home = join(temp, 'home');
  const workspace = join(home, 'workspace');
  const reader = readerOf(layout);
  const { query } = writer(3);
  const queries = Array.from({ length: QUERIES }, query);
  await prepare(home, workspace, chunks, layout);

  const house = await openBuiltHouse(home, true);
  const { index } = house.memory;
  let indexCpuMs = 0;
  const buildDelay = await loopDelay(async () => {
    ({ cpuMs: indexCpuMs } = await cost(() => index.sync()));
  });
  const status = await index.status();
  const sum = (of: 'files' | 'chunks') => status.scopes.reduce((total, scope) => total + scope[of], 0);
  const sweep = spread(await timings([1, 2, 3, 4, 5], () => index.sync()));
  await timings(queries.slice(0, 20), (asked) => index.search(reader, asked, { limit: LIMIT }));
  let threaded: number[] = [];
  const searchDelay = await loopDelay(async () => {
    threaded = await timings(queries, (asked) => index.search(reader, asked, { limit: LIMIT }));
  });
  const rebuildDelay = await loopDelay(() => index.rebuild());
  await house.close();
  const rssMb = residentMb(home, queries.slice(0, 50));

  const lexical = await direct(join(home, 'index'), '', undefined);
  const vectors = await vectorIndex(workspace, layout, join(temp, 'vectors'));
  const random = seeded(5);
  const hybrid = await direct(join(temp, 'vectors'), vectors.model, () => unit(random));
  return {
    ...{ chunks: sum('chunks'), files: sum('files'), indexCpuMs, bytes: status.bytes, sweep, rssMb },
    ...{
      lexical,
      threaded: spread(threaded),
      hybrid,
      hybridBytes: vectors.bytes,
      buildDelay,
      searchDelay,
      rebuildDelay,
    },
  };

  /** The store and the search alone. */
  async function direct(dir: string, model: string, vector: (() => Float32Array) | undefined): Promise<Spread> {
    const store = openLive(dir, model);
    const spaces = store.spacesOf([scopeId(reader), scopeId('shared')], ['memory', 'sessions']);
    const share = vector ? 0.5 : 0;
    const ask = (asked: string) =>
      searchIndex(store, spaces, {
        query: asked,
        limit: LIMIT,
        budget: 7_000,
        now: systemClock.now(),
        timezone: 'UTC',
        weights: { text: 1 - share, vector: share },
        ...(vector ? { vector: vector() } : {}),
      });
    await timings(queries.slice(0, 20), ask);
    const times = await timings(queries, ask);
    store.close();
    return spread(times);
  }
}

async function prepare(home: string, workspace: string, chunks: number, layout: Layout): Promise<void> {
  // Made empty first, so that the groups have their folders before anything is indexed.
  const house = await openBuiltHouse(home, false);
  if (layout === 'fifty') for (let n = 1; n < SCOPES; n++) await house.memory.folders.ensure(scopeOf(n));
  await house.close();
  fillWorkspace(workspace, chunks, layout);
}

/** The same workspace with a random unit vector for each chunk, through the embedding pass. */
async function vectorIndex(workspace: string, layout: Layout, indexDir: string) {
  const embedder: Embedder = {
    fingerprint: 'random',
    async embed(texts) {
      return texts.map((text) => unit(seeded(text.length * 7_919 + text.charCodeAt(text.length >> 1))));
    },
  };
  const scopes =
    layout === 'one'
      ? []
      : Array.from({ length: SCOPES - 1 }, (_, n) => ({ folder: `groups/console-g${n + 1}`, scope: scopeOf(n + 1) }));
  const options = { workspace, indexDir, timezone: 'UTC', clock: systemClock, log: silentLog, scopes, embedder };
  const { index, close } = await openStandalone(options);
  await index.sync();
  const { bytes, scopes: told } = await index.status();
  await close();
  if (told.some((scope) => scope.vectors < scope.chunks)) throw new Error('not every chunk got its vector');
  return { bytes, model: embedder.fingerprint };
}

function residentMb(home: string, queries: readonly string[]): number {
  const script = fileURLToPath(new URL('resident.mjs', import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, home], {
    input: queries.join('\n'),
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC' },
  });
  if (status !== 0) throw new Error(`resident.mjs ended with ${status}: ${stderr}`);
  return Number(stdout);
}

function openLive(dir: string, model: string): IndexStore {
  const pointer = readdirSync(dir).find((name) => name.endsWith('.live')) ?? '';
  const generation = readFileSync(join(dir, pointer), 'utf8').trim();
  const path = join(dir, `${pointer.slice(0, -'.live'.length)}.${generation}.sqlite`);
  statSync(path);
  const store = openStore({ path, generation: Number(generation), fingerprint: '', model });
  if (!store) throw new Error(`${path} is no index`);
  return store;
}

function unit(random: () => number): Float32Array {
  const values = Float32Array.from({ length: DIMS }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

const [chunks = '1000', layout = 'one'] = process.argv.slice(2);
const temp = mkdtempSync(join(tmpdir(), 'nightjar-bench-'));
try {
  const result = await measure(Number(chunks), layout === 'fifty' ? 'fifty' : 'one', temp);
  console.log(JSON.stringify(result));
} finally {
  rmSync(temp, { recursive: true, force: true });
}
