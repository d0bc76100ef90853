// A worker that is told to end while a turn of its own takes longer than it may stay: the turn goes back to the others, who
// answer it once.

import { heldByWorker, until } from './held.js';
import type { WorkerReport } from './run.js';
import { openScene, type SceneOptions } from './scene.js';
import { answerTimes, taskRows } from './verdict.js';

const ANSWERED_MS = 30_000;

export async function handBack(home: string, options: SceneOptions): Promise<WorkerReport> {
  const scene = await openScene(home, options);
  const { crowd, tasks, thinker, faults } = scene;
  try {
    const leaving = scene.members.find(({ kind }) => kind === 'worker');
    if (!leaving) throw new Error('there is no worker');
    const held = await heldByWorker(scene, [leaving]);
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
