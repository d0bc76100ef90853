// A process that takes turns and other jobs of a home from its gateway, and has no connection of its own: what it answers is
// sent by the gateway. Any number of them may run; each can die at any point.

import { prepareHome } from './config/home.js';
import type { Channel } from './contracts/index.js';
import { queueNotes } from './gateway/status.js';
import { type HouseOptions, openHouse } from './house.js';
import { joinProcesses } from './jobs/processes.js';
import { openWorkshop, sweepNowAndThen } from './workshop.js';

/** Room beside the turns for work that is soon done. */
const QUICK_JOBS = 8;
/** Supervisors kill after ten seconds by custom; what is not finished by then is done by another process. */
const DRAIN_MS = 8_000;

export interface WorkingProcess {
  /** What its operator should know at the start, a sentence or two each. */
  notes: string[];
  /** Takes nothing new, lets what runs finish within the drain, gives the rest back. May be called twice. */
  stop(): Promise<void>;
}

/** Throws a NightjarError when the home cannot be opened. */
export async function startWorker(options: HouseOptions): Promise<WorkingProcess> {
  const built: (() => void | Promise<void>)[] = [];
  async function takeDown(): Promise<void> {
    for (const undo of built.splice(0).reverse()) await undo();
  }
  try {
    const house = await openHouse({ ...options, resident: true }, prepareHome(options.home));
    built.push(() => house.close());
    const { clock, log, config } = house;
    const members = await joinProcesses({ db: house.state.db, runDir: house.paths.run, kind: 'worker', clock });
    built.push(() => members.leave());
    const channels = new Map<string, Channel>();
    const { version } = options;
    const workshop = await openWorkshop({ house, members, version, receiver: undefined, channels, built });
    const working = new AbortController();
    const { signal } = working;
    await house.memory.recover();
    const concurrency = config.agent.concurrency + QUICK_JOBS;
    const work = workshop.queue
      .work(workshop.handlers, { concurrency, signal, drainMs: DRAIN_MS })
      .catch((error) => log.error('queue.stopped', { error }));
    await workshop.runSchedules(signal);
    const cancel = sweepNowAndThen(house, members, signal, () => workshop.catchUp([]));
    built.push(async () => {
      cancel();
      working.abort();
      await work;
    });
    void house.models.usual.ready?.(signal);
    let stopping: Promise<void> | undefined;
    return {
      notes: queueNotes(workshop.queue.health()),
      stop() {
        stopping ??= takeDown();
        return stopping;
      },
    };
  } catch (error) {
    await takeDown();
    throw error;
  }
}
