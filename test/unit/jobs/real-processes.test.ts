import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openState } from '../../../src/db/state.js';
import { joinProcesses } from '../../../src/jobs/processes.js';
import { sqliteQueue } from '../../../src/jobs/sqlite-queue.js';
import { systemClock as clock } from '../../../src/ops/system-clock.js';
import { silentLog as log } from '../../support/silent-log.js';
import { tempDir } from '../../support/temp-dir.js';

const child = fileURLToPath(new URL('../../support/jobs/queue-child.ts', import.meta.url));
const notesOf = (home: string) => join(home, 'notes');

interface Child {
  process: ChildProcess;
  line(): Promise<string>;
}

function start(home: string): Child {
  const started = spawn(process.execPath, ['--import', 'tsx', child, home, notesOf(home)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  return { process: started, line: async () => String((await lines.next()).value) };
}

async function openHome() {
  const home = tempDir();
  const state = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => state.close());
  const member = await joinProcesses({ db: state.db, runDir: join(home, 'run'), kind: 'test', clock });
  return { home, member, queue: sqliteQueue({ db: state.db, process: member, clock, log }) };
}

describe('real processes on one home', () => {
  it('hand over the jobs of one that was killed with -9, long before its lease ends', async () => {
    const { home, member, queue } = await openHome();
    const victim = start(home);
    const [, victimId = ''] = (await victim.line()).split(' ');
    const id = await queue.add('stuck', { who: '妹妹' }, { lane: 'session:京都' });
    const [, fence] = (await victim.line()).split(' ');
    expect(member.isAlive(victimId)).toBe(true);
    victim.process.kill('SIGKILL');
    await once(victim.process, 'exit');
    expect(member.isAlive(victimId)).toBe(false);

    const stop = new AbortController();
    const taken = await new Promise<{ id: string; attempt: number; fence: number }>((resolve) => {
      const run = async (job: { id: string; attempt: number }, context: { fence: number }) =>
        resolve({ id: job.id, attempt: job.attempt, fence: context.fence });
      void queue.work({ stuck: { retry: { baseMs: 1, capMs: 1 }, run } }, { concurrency: 1, signal: stop.signal });
    });
    expect(taken).toEqual({ id, attempt: 1, fence: Number(fence) + 1 });
    stop.abort();
    await queue.close();
    expect(await member.sweep()).toEqual([]);
  });

  it('share the work: every job once, no lane in two places, each lane in order', async () => {
    const { home, queue } = await openHome();
    for (let n = 0; n < 300; n++) await queue.add('note', { n }, { lane: `lane-${n % 7}` });
    const workers = [start(home), start(home)];
    for (const worker of workers) expect(await worker.line()).toMatch(/^ready /);
    const open = { states: ['waiting' as const, 'running' as const] };
    await expect.poll(async () => (await queue.list(open)).length, { timeout: 20_000 }).toBe(0);
    for (const worker of workers) worker.process.kill('SIGTERM');
    for (const worker of workers) if (worker.process.exitCode === null) await once(worker.process, 'exit');
    expect(workers.map((worker) => worker.process.exitCode)).toEqual([0, 0]);

    const lanes = new Map<string, string[]>();
    for (const line of readFileSync(notesOf(home), 'utf8').trim().split('\n')) {
      const [what, n, lane = ''] = line.split(' ');
      lanes.set(lane, [...(lanes.get(lane) ?? []), `${what} ${n}`]);
    }
    for (let lane = 0; lane < 7; lane++) {
      const numbers = Array.from({ length: 300 }, (_, n) => n).filter((n) => n % 7 === lane);
      expect(lanes.get(`lane-${lane}`)).toEqual(numbers.flatMap((n) => [`begin ${n}`, `end ${n}`]));
    }
  });
});
