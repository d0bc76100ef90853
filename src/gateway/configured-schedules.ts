// The schedules that the configuration wants, each one row under a fixed id, so that no start adds another: the look at
// HEARTBEAT.md, and the nights in which every scope dreams. Runs inside the caller's transaction.

import type { AccountId, ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { type NewSchedule, putSchedule, removeOrphans } from '../jobs/scheduler/rows.js';

/** Ids that nobody else's schedule may have. */
export const HEARTBEAT = 'heartbeat';
export const DREAMING = 'dreaming';
const MINUTE_MS = 60_000;

export interface ConfiguredSchedules {
  /** 0: never. */
  heartbeat: { everyMinutes: number };
  /** `cron`: five fields; absent: nobody dreams. */
  dreaming?: { cron: string } | undefined;
}

/** `owner` and `chat` are the owner's seat at the terminal: a run finds the chat where they are told by then. */
export function keepConfigured(
  db: Db,
  { heartbeat, dreaming }: ConfiguredSchedules,
  { owner, chat, zone }: { owner: AccountId; chat: ChatRef; zone: string },
  now: number,
): void {
  const common = { zone, message: '', chat, scope: { kind: 'main' }, by: owner, via: 'config' } as const;
  const wanted: NewSchedule[] = [];
  if (heartbeat.everyMinutes > 0) {
    // The beats of an installation stay where they are, however often it is started.
    const spec = { kind: 'every', everyMs: heartbeat.everyMinutes * MINUTE_MS, anchor: 0 } as const;
    wanted.push({ ...common, id: HEARTBEAT, spec, missed: 'skip', task: 'heartbeat' });
  }
  if (dreaming) {
    // A night that nothing ran in is made up for, once.
    const spec = { kind: 'cron', expr: dreaming.cron } as const;
    wanted.push({ ...common, id: DREAMING, spec, missed: 'run-once', task: 'dream' });
  }
  for (const one of wanted) putSchedule(db, one, now);
  removeOrphans(
    db,
    'config',
    wanted.map(({ id }) => id),
    now,
  );
}
