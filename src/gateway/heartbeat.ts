// The schedule that lets the model look at HEARTBEAT.md, as the configuration wants it: one row under a fixed id, so that no
// start adds another. Runs inside the caller's transaction.

import type { AccountId, ChatRef } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { putSchedule, removeOrphans } from '../jobs/scheduler/rows.js';

/** Its id, which nobody else's schedule may have. */
export const HEARTBEAT = 'heartbeat';
const MINUTE_MS = 60_000;

export interface HeartbeatSettings {
  /** 0: never. */
  everyMinutes: number;
}

/** `owner` and `chat` are the owner's seat at the terminal: the run finds the chat where they are told by then. */
export function keepHeartbeat(
  db: Db,
  { everyMinutes }: HeartbeatSettings,
  { owner, chat, zone }: { owner: AccountId; chat: ChatRef; zone: string },
  now: number,
): void {
  if (everyMinutes > 0) {
    putSchedule(
      db,
      {
        id: HEARTBEAT,
        // The beats of an installation stay where they are, however often it is started.
        spec: { kind: 'every', everyMs: everyMinutes * MINUTE_MS, anchor: 0 },
        zone,
        missed: 'skip',
        task: HEARTBEAT,
        message: '',
        chat,
        scope: { kind: 'main' },
        by: owner,
        via: 'config',
      },
      now,
    );
  }
  removeOrphans(db, 'config', everyMinutes > 0 ? [HEARTBEAT] : [], now);
}
