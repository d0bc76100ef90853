// The word to the owner that a schedule was paused because it cannot go on. Belongs inside the transaction that pauses it.

import type { Db } from '../db/database.js';
import { asData } from '../text/as-data.js';
import type { Outgoing } from './outbox.js';
import { insertOwnerNotice, type OwnerReach } from './owner-notice.js';

/** `why` is one sentence. Undefined: nobody can be told; the list of schedules and doctor say it. */
export function insertStuckNotice(
  db: Db,
  { id, why }: { id: string; why: string },
  to: OwnerReach & { now: number },
): Outgoing | undefined {
  const name = asData(id, 64);
  const text = `I paused the schedule ${name}, because it cannot go on. ${asData(why, 200)} Nothing of it is lost: \`/cron\` shows it, and \`nightjar doctor\` says what to do.`;
  return insertOwnerNotice(db, { key: `stuck/${id}/${to.now}`, text }, to);
}
