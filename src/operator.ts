// What an operator asks of a home from outside, beside a running bot or without one: its status, its jobs, its settings.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { StatusLine } from './commands/command.js';
import { homePaths } from './config/home.js';
import type { LoadedConfig } from './config/load.js';
import { mountSettings } from './config/memory-settings.js';
import { knownWindows } from './config/model-settings.js';
import { type JobDesk, StateError } from './contracts/index.js';
import { openJobDesk } from './gateway/job-desk.js';
import { type HouseStatus, houseLines, queueNotes } from './gateway/status.js';
import { type HouseOptions, openHouse } from './house.js';
import { installationPrefix } from './jobs/installation.js';
import { openQueue, redisFinding } from './jobs/open-queue.js';
import { joinProcesses } from './jobs/processes.js';
import { resolveMounts } from './memory/sources/mounts.js';
import { windowNotes } from './models/window.js';
import { silentLog } from './ops/silent-log.js';
import { sentences } from './text/sentence.js';

/** The state of the house from outside, beside a running bot or without one. */
export async function readStatus(options: HouseOptions): Promise<{ status: HouseStatus; lines: StatusLine[] }> {
  mustExist(options.home);
  const house = await openHouse(options);
  try {
    const found = await house.status();
    const redis = house.config.queue.redis?.reveal();
    const server = redis === undefined ? undefined : await redisFinding(redis);
    const trouble = server && server.level !== 'ok' ? [sentences(server.says, server.remedy)] : [];
    const status = { ...found, notes: [...found.notes, ...trouble] };
    return { status, lines: houseLines(status) };
  } finally {
    await house.close();
  }
}

/** Runs `work` on the queue without taking jobs from it; `notes` say why some jobs may be unknown now. */
export async function withJobs<T>(
  options: HouseOptions,
  work: (desk: JobDesk, notes: string[]) => Promise<T>,
): Promise<T> {
  mustExist(options.home);
  const house = await openHouse(options);
  const members = await joinProcesses({
    db: house.state.db,
    runDir: house.paths.run,
    kind: 'tool',
    clock: house.clock,
  });
  const { db } = house.state;
  const queue = await openQueue({
    redis: house.config.queue.redis?.reveal(),
    prefix: await installationPrefix(db, house.paths.home),
    ...{ db, process: members, clock: house.clock, log: silentLog },
  });
  try {
    return await work(openJobDesk({ db, queue, clock: house.clock }), queueNotes(queue.health()));
  } finally {
    await queue.close();
    await members.leave();
    await house.close();
  }
}

/** A tool that only looks makes no home where somebody mistyped one. */
export function mustExist(home: string): void {
  if (existsSync(homePaths(home).state)) return;
  throw new StateError(`There is no Nightjar home at ${home} yet.`, {
    remedy: 'Run `npm start` once, or check NIGHTJAR_HOME.',
  });
}

/** What is said of the configured folders. Throws a ConfigError for one that a start refuses. */
export function mountNotices(home: string, { config }: LoadedConfig): string[] {
  const { workspace } = homePaths(home);
  return resolveMounts(mountSettings(config), { workspace, home, userHome: homedir() }).notices;
}

/** What is said of configured windows that are small. */
export function windowWarnings({ config }: LoadedConfig): string[] {
  return windowNotes(knownWindows(config));
}
