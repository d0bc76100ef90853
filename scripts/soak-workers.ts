// One gateway and two workers on one home: many messages in many chats while processes are killed and started again at random,
// and, where it is asked for, Redis goes away or forgets everything. Prints what became of it; exits 1 on a fault.
// usage: npm run soak:workers [-- --engine sqlite|redis --messages N --chats N --kills N --kill-gateway --redis-stop SECONDS
//   --flush --seed N]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { handBack } from '../test/support/worker-run/hand-back.js';
import { workerRun } from '../test/support/worker-run/run.js';
import { seeded } from './bench-memory/text.js';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    messages: { type: 'string', default: '2000' },
    chats: { type: 'string', default: '100' },
    kills: { type: 'string', default: '60' },
    workers: { type: 'string', default: '2' },
    'kill-gateway': { type: 'boolean', default: false },
    'redis-stop': { type: 'string', default: '0' },
    flush: { type: 'boolean', default: false },
    beside: { type: 'string', default: 'worker' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const engine = values.engine === 'redis' ? 'redis' : 'sqlite';
const random = seeded(Number(values.seed));
const LONGEST_GAP_MS = 8_000;
const REST_MS = 120_000;

async function part(
  title: string,
  run: (home: string) => Promise<{ figures: object; log: object; faults: string[] }>,
): Promise<void> {
  process.stderr.write(`${title} …\n`);
  const home = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
  const began = performance.now();
  const { figures, log, faults } = await run(home).catch((error: unknown) => ({
    figures: {},
    log: {},
    faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  console.log(`\n${title}`);
  console.table({ ...figures, seconds: Math.round((performance.now() - began) / 1_000) });
  if (Object.keys(log).length > 0) console.table(log);
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) return rmSync(home, { recursive: true, force: true });
  console.error(`The home is kept: ${home}`);
  process.exitCode = 1;
}

const scene = { engine, workers: Number(values.workers), random, worker: values.beside.split(' ') } as const;
console.log(`seed ${values.seed}, engine ${engine}`);
await part('a worker that is ended in the middle of a turn', (home) => handBack(home, { ...scene, chats: 8 }));
await part(`${values.messages} messages in ${values.chats} chats, ${values.kills} times somebody goes`, (home) =>
  workerRun(home, {
    ...scene,
    chats: Number(values.chats),
    messages: Number(values.messages),
    kills: Number(values.kills),
    longestGapMs: LONGEST_GAP_MS,
    killGateway: values['kill-gateway'],
    redisStopMs: Number(values['redis-stop']) * 1_000,
    flush: values.flush,
    restMs: REST_MS,
  }),
);
