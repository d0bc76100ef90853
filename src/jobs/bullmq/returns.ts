// Keeps the locks of what runs here in Redis, and returns what others left: jobs of a process whose lock file is free at
// once, those of one that is silent by BullMQ's own way. Rejects when Redis does not answer.

import type { Log } from '../../contracts/index.js';
import type { Membership } from '../processes.js';
import type { Pump } from './pump.js';
import type { Queues } from './queues.js';

export interface ReturnsParts {
  queues: Queues;
  process: Membership;
  log: Log;
}

/** Extends the locks of this process; a run whose job somebody else has stops. */
export async function renewLocks(queues: Queues, pump: Pump): Promise<void> {
  for (const [name, held] of pump.held()) {
    for (const id of await queues.renew(name, held)) pump.find(id)?.lose();
  }
}

/** Gives back what dead processes held. Returns the names under which something waits again. */
export async function returnDead({ queues, process, log }: ReturnsParts): Promise<string[]> {
  const alive = new Map([[process.id, true]]);
  const isAlive = (holder: string) => {
    const known = alive.get(holder) ?? process.isAlive(holder);
    alive.set(holder, known);
    return known;
  };
  const names: string[] = [];
  for (const name of await queues.all()) {
    for (const [id, token] of await queues.holders(name)) {
      if (isAlive(token.split('/', 1)[0] ?? '')) continue;
      await queues.countLoss(name, id);
      await queues.giveBack(name, id, token);
      log.warn('job.returned', { job: id, name, died: true });
      names.push(name);
    }
  }
  return names;
}

/** Gives back what nobody keeps a lock on. Returns the names under which something waits again. */
export async function returnSilent({ queues, log }: ReturnsParts, handled: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const name of handled) {
    const stalled = await queues.returnStalled(name);
    for (const id of stalled) log.warn('job.returned', { job: id, name, died: false });
    if (stalled.length > 0) names.push(name);
  }
  return names;
}
