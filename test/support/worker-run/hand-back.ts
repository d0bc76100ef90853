// A worker that is told to end while a turn of its own takes longer than it may stay: the turn goes back to the others, who
// answer it once.

import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerReport } from './run.js';
import { nameOf, openScene, type Scene, type SceneOptions } from './scene.js';
import { answerTimes, taskRows } from './verdict.js';

const TAKEN_MS = 10_000;
const ANSWERED_MS = 30_000;
const LOOK_MS = 20;

export async function handBack(home: string, options: SceneOptions): Promise<WorkerReport> {
  const scene = await openScene(home, options);
  const { crowd, tasks, thinker, faults } = scene;
  try {
    const leaving = scene.members.find(({ kind }) => kind === 'worker');
    if (!leaving) throw new Error('there is no worker');
    for (const chat of crowd.chats) thinker.hold(nameOf(crowd.chats, chat));
    // Until one of them is the worker's.
    for (const chat of crowd.chats) {
      if (scene.turnsOf(leaving).length > 0) break;
      tasks.ask(chat);
      await takenUp(scene);
    }
    const held = scene.turnsOf(leaving);
    if (held.length === 0) faults.push('the worker took no turn');
    const at = Date.now();
    const endMs = await scene.end(leaving);
    thinker.release();
    await until(() => tasks.outstanding() === 0, ANSWERED_MS);
    const times = answerTimes(crowd.telegram.calls());
    const back = taskRows(home).filter(({ row }) => held.includes(row));
    const longest = Math.max(0, ...back.map(({ task }) => (times.get(task) ?? Number.NaN) - at));
    await Promise.all([...scene.members].map((member) => scene.end(member)));
    const { asked, answered, marked, faults: found } = tasks.inspect(home);
    faults.push(...found, ...thinker.faults);
    return {
      figures: {
        messages: asked,
        answered,
        'marked as repeated': marked,
        'turns it held': held.length,
        'until it had ended, ms': Math.round(endMs),
        'until they were answered, ms': longest,
        faults: faults.length,
      },
      log: {},
      faults,
    };
  } finally {
    await scene.close();
  }
}

/** Every task so far has a turn that somebody runs. */
async function takenUp({ home, members, turnsOf, saidAt }: Scene): Promise<void> {
  await until(() => {
    const begun = members.flatMap(turnsOf);
    const rows = taskRows(home);
    return rows.length === saidAt.size && rows.every(({ row }) => begun.includes(row));
  }, TAKEN_MS);
}

async function until(holds: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!holds() && performance.now() < end) await sleep(LOOK_MS);
}
