// The word to the owner that a dream waits for their yes: whose memory, why, and what would change. Asks once for each plan.

import { createHash } from 'node:crypto';
import { changeWords, inChat, reasonWords, waitingDiff } from '../commands/dream-words.js';
import type { Dream, DreamPlan, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { ownerName } from '../memory/visibility.js';
import { asData, asWords } from '../text/as-data.js';
import type { PressButton } from './buttons.js';
import { rowOf } from './grants.js';
import type { Outgoing } from './outbox.js';
import { insertOwnerNotice, type OwnerReach } from './owner-notice.js';

/**
 * Queues it inside the caller's transaction. Undefined: it waits for nothing, nobody can be told, or they were told of this very
 * plan.
 */
export function insertDreamNotice(db: Db, dream: Dream, to: OwnerReach & { now: number }): Outgoing | undefined {
  const { id, plan, state, scope } = dream;
  if (state !== 'held' || !plan) return undefined;
  const shown = planName(plan);
  const key = `dream/${id}/${shown}`;
  const press = (what: 'apply' | 'skip' | 'details') => ({ kind: 'dream' as const, id, plan: shown, do: what });
  const buttons: PressButton[] = [
    { label: 'Apply', press: press('apply') },
    { label: 'Skip', press: press('skip') },
    // Whoever has looked still has to decide.
    { label: 'Details', press: press('details'), answers: `${key}/details` },
  ];
  return insertOwnerNotice(db, { key, text: dreamNoticeText({ ...dream, plan }, memoryName(db, scope)), buttons }, to);
}

/** Markdown; so is `name`, whose memory it is. Pure. */
export function dreamNoticeText(dream: Dream & { plan: DreamPlan }, name: string): string {
  const { plan, scope, reason, night } = dream;
  const written = inChat(scope.kind === 'main' ? undefined : ownerName(scope));
  return [
    `The night of ${night} would change ${name}: ${changeWords(plan, true)}. It waits for your yes. ${reasonWords(reason)}`.trim(),
    waitingDiff(plan, scope, written),
    `${written('apply')} writes it, ${written('skip')} leaves it.`,
  ].join('\n');
}

/** Whose memory, to its owner; names and titles are others' words. */
function memoryName(db: Db, scope: Scope): string {
  if (scope.kind === 'main') return 'your memory';
  const id = asData(ownerName(scope), 120);
  if (scope.kind === 'person') {
    const row = db.sql<{ name: string }>('SELECT name FROM people WHERE id = ?').get([scope.person]);
    return row ? `the memory of ${asWords(row.name)} (${id})` : `the memory of ${id}`;
  }
  const title = rowOf(db, scope)?.title;
  return title ? `the memory of the group ${asWords(title)} (${id})` : `the memory of ${id}`;
}

/** Names what a plan writes; another one for the same night has another name. */
export function planName({ files }: DreamPlan): string {
  const written = JSON.stringify(files.map(({ path, base, after }) => [path, base, after]));
  return createHash('sha256').update(written).digest('hex').slice(0, 12);
}
