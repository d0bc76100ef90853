// How fast both queue engines are, in one run, against floors that it fails below: the embedded one by itself, the one on
// BullMQ beside a bare BullMQ worker. Rounds are interleaved, since a shared machine can be trusted for ratios alone.
// `--quick` makes fewer and shorter rounds. Needs redis-server for the second part.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import type { JobHandlers, JobQueue, Log } from '../src/contracts/index.js';
import type { Db } from '../src/db/database.js';
import { openState } from '../src/db/state.js';
import { openQueue } from '../src/jobs/open-queue.js';
import { joinProcesses } from '../src/jobs/processes.js';
import { systemClock as clock } from '../src/ops/system-clock.js';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 3 : 7;
const JOBS = isQuick ? 4_000 : 10_000;
const WAITING = isQuick ? 20_000 : 100_000;
const LANES = 100;
const CONCURRENCY = 8;
/** What a bare worker keeps of what is done: as much as ours, for both do the same then. */
const KEPT = { count: 1_000, age: 30 * 24 * 3_600 };

const nothing = () => {};
const log: Log = { debug: nothing, info: nothing, warn: nothing, error: console.error, with: () => log };

interface Home {
  db: Db;
  queue: JobQueue;
  close(): Promise<void>;
}

async function openHome(redis?: string): Promise<Home> {
  const home = mkdtempSync(join(tmpdir(), 'nightjar-bench-queue-'));
  const state = await openState(join(home, 'state.sqlite'));
  const members = await joinProcesses({ db: state.db, runDir: join(home, 'run'), kind: 'bench', clock });
  const prefix = home.slice(-6);
  const queue = await openQueue({ db: state.db, process: members, clock, log, prefix, redis });
  return {
    db: state.db,
    queue,
    async close() {
      await queue.close();
      await members.leave();
      state.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Runs the queue until `jobs` have run; resolves to the milliseconds that took. */
async function workedOff(queue: JobQueue, jobs: number): Promise<number> {
  const stop = new AbortController();
  let ran = 0;
  let finished = nothing;
  const all = new Promise<void>((resolve) => {
    finished = resolve;
  });
  const handlers: JobHandlers = {
    job: {
      retry: { baseMs: 1_000, capMs: 1_000 },
      async run() {
        if (++ran === jobs) finished();
      },
    },
  };
  const began = performance.now();
  const work = queue.work(handlers, { concurrency: CONCURRENCY, signal: stop.signal });
  await all;
  const took = performance.now() - began;
  stop.abort();
  await work;
  return took;
}

/** Jobs a second through the whole embedded queue: added, taken, done. */
async function embeddedRate(): Promise<number> {
  const { queue, close } = await openHome();
  const began = performance.now();
  for (let n = 0; n < JOBS; n++) await queue.add('job', { n });
  const added = performance.now() - began;
  const rate = (JOBS / (added + (await workedOff(queue, JOBS)))) * 1_000;
  await close();
  return rate;
}

/** How long a job that is added while many others wait takes until it runs, sorted. */
async function latencies(): Promise<number[]> {
  const { db, queue, close } = await openHome();
  await db.write(() => {
    const insert = db.sql(
      `INSERT INTO jobs (id, name, data, state, place, run_at, added_at) VALUES (?, 'other', '{}', 'waiting', 'front', ?, ?)`,
    );
    for (let n = 0; n < WAITING; n++) insert.run([`waiting-${n}`, clock.now(), clock.now()]);
  });
  const stop = new AbortController();
  let began = 0;
  let heard = nothing;
  const waits: number[] = [];
  const retry = { baseMs: 1_000, capMs: 1_000 };
  const handlers: JobHandlers = {
    job: {
      retry,
      async run() {
        waits.push(performance.now() - began);
        heard();
      },
    },
    // Handled here too, and its room is taken: every look has all that waits before it.
    other: {
      retry,
      atOnce: 1,
      run: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    },
  };
  const work = queue.work(handlers, { concurrency: CONCURRENCY, signal: stop.signal, drainMs: 0 });
  for (let n = 0; n < (isQuick ? 200 : 1_000); n++) {
    const next = new Promise<void>((resolve) => {
      heard = resolve;
    });
    began = performance.now();
    await queue.add('job', { n });
    await next;
  }
  stop.abort();
  await work;
  await close();
  return waits.sort((a, b) => a - b);
}

async function bareRate(port: number): Promise<number> {
  const connection = { host: '127.0.0.1', port };
  const name = `bare-${Math.random()}`;
  const queue = new Queue(name, { connection });
  for (let from = 0; from < JOBS; from += 500) {
    await queue.addBulk(Array.from({ length: 500 }, (_, n) => ({ name: 'job', data: { n: from + n } })));
  }
  let ran = 0;
  let worker: Worker | undefined;
  const began = performance.now();
  await new Promise<void>((resolve) => {
    const run = async () => {
      if (++ran === JOBS) resolve();
    };
    worker = new Worker(name, run, { connection, concurrency: CONCURRENCY, removeOnComplete: KEPT });
  });
  const took = performance.now() - began;
  await worker?.close();
  await queue.obliterate({ force: true });
  await queue.close();
  return (JOBS / took) * 1_000;
}

async function ourRate(url: string, lanes: number): Promise<number> {
  const { queue, close } = await openHome(url);
  const place = (n: number) => (lanes === 0 ? {} : { lane: `lane ${n % lanes}` });
  const batch = 200;
  for (let from = 0; from < JOBS; from += batch) {
    await Promise.all(Array.from({ length: batch }, (_, n) => queue.add('job', { n: from + n }, place(from + n))));
  }
  const rate = (JOBS / (await workedOff(queue, JOBS))) * 1_000;
  await close();
  return rate;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The median of some rates as a part of the median of others, against a floor. */
function share(rates: readonly number[], of: readonly number[], floor: number): Omit<Line, 'what'> {
  const ratio = median(rates) / median(of);
  const measured = `${ratio.toFixed(2)} (${Math.round(median(rates))} jobs/s)`;
  return { measured, floor: `≥ ${floor.toFixed(2)}`, holds: ratio >= floor };
}

async function startServer(): Promise<{ port: number; stop: () => void } | undefined> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => probe.close(resolve));
  const at = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', at, { stdio: 'ignore' });
  const failed = await Promise.race([once(server, 'error').then(() => true), clock.sleep(1_000).then(() => false)]);
  return failed ? undefined : { port, stop: () => void server.kill() };
}

interface Line {
  what: string;
  measured: string;
  floor: string;
  holds: boolean;
}

const lines: Line[] = [];
const rates: number[] = [];
for (let round = 0; round < ROUNDS; round++) rates.push(await embeddedRate());
const best = Math.max(...rates);
lines.push({
  what: 'embedded: added, taken, done (best round)',
  measured: `${Math.round(best)} jobs/s (median ${Math.round(median(rates))})`,
  floor: '≥ 5000',
  holds: best >= 5_000,
});
const waits = await latencies();
const at = (share: number) => waits[Math.floor(waits.length * share)] ?? 0;
lines.push({
  what: `embedded: added until it runs, ${WAITING} waiting`,
  measured: `p50 ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms`,
  floor: 'p95 ≤ 5 ms',
  holds: at(0.95) <= 5,
});

const server = await startServer();
if (server) {
  const url = `redis://127.0.0.1:${server.port}`;
  const bare: number[] = [];
  const plain: number[] = [];
  const laned: number[] = [];
  // The first round warms the code up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = [
      await bareRate(server.port),
      await ourRate(url, 0),
      await bareRate(server.port),
      await ourRate(url, LANES),
    ];
    if (round === 0) continue;
    const [before = 0, without = 0, after = 0, within = 0] = rates;
    bare.push(before, after);
    plain.push(without);
    laned.push(within);
  }
  server.stop();
  lines.push(
    {
      what: `bare BullMQ worker, ${CONCURRENCY} at once`,
      measured: `${Math.round(median(bare))} jobs/s`,
      floor: '',
      holds: true,
    },
    {
      what: 'BullMQ engine without lanes, to the bare worker',
      ...share(plain, bare, 0.9),
    },
    {
      what: `BullMQ engine with ${LANES} lanes, to the bare worker`,
      ...share(laned, bare, 0.5),
    },
  );
} else {
  console.log('No redis-server: the engine on BullMQ was not measured.');
}

for (const { what, measured, floor, holds } of lines) {
  console.log(`${what.padEnd(50)} ${measured.padEnd(32)} ${floor.padEnd(12)} ${holds ? '' : 'MISSED'}`.trimEnd());
}
process.exit(lines.every(({ holds }) => holds) ? 0 : 1);
