// A real process that works on a home's queue until SIGTERM. Arguments: the home, the file it notes its runs in, and the
// address of a Redis server where the queue is to use one.

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { openState } from '../../../src/db/state.js';
import { openQueue } from '../../../src/jobs/open-queue.js';
import { joinProcesses } from '../../../src/jobs/processes.js';
import { systemClock as clock } from '../../../src/ops/system-clock.js';
import { silentLog as log } from '../silent-log.js';

const [home = '', notes = '', redis] = process.argv.slice(2);
const retry = { baseMs: 50, capMs: 100 };
const alive = setInterval(() => {}, 1_000);
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());

const state = await openState(join(home, 'state.sqlite'));
const member = await joinProcesses({ db: state.db, runDir: join(home, 'run'), kind: 'worker', clock });
const queue = await openQueue({ db: state.db, process: member, clock, log, redis, prefix: 'children' });
const work = queue.work(
  {
    note: {
      retry,
      async run(job) {
        appendFileSync(notes, `begin ${job.data.n} ${job.lane}\n`);
        await breathe();
        appendFileSync(notes, `end ${job.data.n} ${job.lane}\n`);
      },
    },
    stuck: {
      retry,
      run(_, { fence }) {
        process.stdout.write(`stuck ${fence}\n`);
        return new Promise(() => {});
      },
    },
  },
  { concurrency: 4, signal: stop.signal },
);
process.stdout.write(`ready ${member.id}\n`);
await work;
await queue.close();
await member.leave();
state.close();
clearInterval(alive);
