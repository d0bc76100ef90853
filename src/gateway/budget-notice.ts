// The word to the owner that a budget of the day is spent, and what that means. Says so once a kind and day.

import type { WorkUse } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { amount, counted } from '../text/amount.js';
import { localDay } from '../text/local-time.js';
import { insteadOf, workName } from '../text/work-words.js';
import type { Outgoing } from './outbox.js';
import { insertOwnerNotice, type OwnerReach } from './owner-notice.js';

/** Queues it inside the caller's transaction. Undefined when there is nobody to tell, or they were told. */
export function insertBudgetNotice(
  db: Db,
  use: WorkUse,
  { timezone, ...to }: OwnerReach & { now: number; timezone: string },
): Outgoing | undefined {
  const key = `budget/${use.kind}/${localDay(to.now, timezone)}`;
  return insertOwnerNotice(db, { key, text: budgetWords(use) }, to);
}

/** Markdown. Pure. */
export function budgetWords({ kind, runs, tokens, limits }: WorkUse): string {
  const byRuns = limits.runs !== undefined && runs >= limits.runs;
  const used = byRuns
    ? `${amount(runs)} of ${counted(limits.runs ?? 0, 'run')}`
    : `${amount(tokens)} of ${counted(limits.tokens ?? 0, 'token')}`;
  return [
    `Today’s budget for ${workName(kind)} is spent: ${used}.`,
    insteadOf(kind),
    `It begins anew at midnight; \`usage.daily.${kind}\` in nightjar.yaml sets it.`,
  ].join(' ');
}
