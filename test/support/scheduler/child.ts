// A real process that schedules on a home until SIGTERM, slow enough to be killed anywhere: between claim and dispatch, and
// in the middle of a run. Arguments: the home, and the two numbers of its clock.

import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openState } from '../../../src/db/state.js';
import { endRun, isOpenRun } from '../../../src/jobs/scheduler/claims.js';
import { openScheduler } from '../../../src/jobs/scheduler/scheduler.js';
import { silentLog as log } from '../silent-log.js';
import { fastClock } from './fast-clock.js';

const [home = '', startedAt, shown] = process.argv.slice(2);
const clock = fastClock(Number(startedAt), Number(shown));
const stop = new AbortController();
setInterval(() => {}, 1_000);
process.on('SIGTERM', () => stop.abort());
const { db } = await openState(join(home, 'state.sqlite'));

openScheduler({
  db,
  clock,
  log,
  async dispatch(run) {
    await pause(Math.random() * 40);
    void (async () => {
      await pause(Math.random() * 40);
      await db.write(() => {
        if (!isOpenRun(db, run)) return;
        db.sql('INSERT INTO delivered (schedule, slot) VALUES (?, ?)').run([run.schedule, run.slot]);
        endRun(db, run, { outcome: 'said' }, clock.now());
      });
    })();
  },
}).start(stop.signal);
process.stdout.write('ready\n');
stop.signal.addEventListener('abort', async () => {
  // What is under way may end or not: the one that comes after ends the rest.
  await pause(200);
  process.exit(0);
});
