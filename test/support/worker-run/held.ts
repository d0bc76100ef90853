// Chats whose answers are held back, so that those who run turns fill up: however busy the machine is, the next message then
// goes to somebody else. Does not release them.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Member } from './household.js';
import { nameOf, type Scene } from './scene.js';
import { taskRows } from './verdict.js';

const TAKEN_MS = 30_000;
const LOOK_MS = 20;

/** Asks in one chat after another until one of those workers runs a turn; the rows of the inbox that it runs, or none. */
export async function heldByWorker(scene: Scene, workers: readonly Member[]): Promise<number[]> {
  const { crowd, tasks, thinker, turnsOf } = scene;
  for (const chat of crowd.chats) thinker.hold(nameOf(crowd.chats, chat));
  for (const chat of crowd.chats) {
    if (workers.flatMap(turnsOf).length > 0) break;
    tasks.ask(chat);
    await takenUp(scene);
  }
  return workers.flatMap(turnsOf);
}

/** Every task so far has a turn that somebody runs. */
async function takenUp({ home, members, turnsOf, saidAt }: Scene): Promise<void> {
  await until(() => {
    const begun = members.flatMap(turnsOf);
    const rows = taskRows(home);
    return rows.length === saidAt.size && rows.every(({ row }) => begun.includes(row));
  }, TAKEN_MS);
}

/** Returns when it holds, or after `ms`. */
export async function until(holds: () => boolean, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!holds() && performance.now() < end) await sleep(LOOK_MS);
}
