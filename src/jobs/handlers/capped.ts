// What becomes of a message when no more may be spent: a plain word once a day and chat, and no model is asked. Never for the
// owner in private.

import type { CapHit, Charge } from '../../contracts/index.js';
import { chatKey } from '../../gateway/chat-key.js';
import { freeAround } from '../../gateway/gather.js';
import { endTurnRows, type InboxRow } from '../../gateway/inbox.js';
import type { Outgoing } from '../../gateway/outbox.js';
import { noteSilence } from '../../gateway/silences.js';
import { turnId } from '../../gateway/turn-id.js';
import { localDay } from '../../text/local-time.js';
import { type EndingDeps, endRow, insertReply } from './ending.js';

export interface CappedDeps extends EndingDeps {
  timezone: string;
  /** The caps that are reached on that account by now. Absent: there are none. */
  reachedCaps?: ((charge: Pick<Charge, 'scope' | 'person'>) => readonly CapHit[]) | undefined;
}

/** What nobody is answered for; undefined where a model may be asked. */
export function capsOn({ reachedCaps }: Pick<CappedDeps, 'reachedCaps'>, row: InboxRow): readonly CapHit[] | undefined {
  const { scope, principal } = row;
  if (scope.kind === 'main') return undefined;
  const hits = reachedCaps?.({ scope, person: principal.person ?? principal.account }) ?? [];
  return hits.length > 0 ? hits : undefined;
}

/** Ends the row unanswered, in one transaction with that word. */
export async function endCapped(
  deps: CappedDeps,
  row: InboxRow,
  hits: readonly CapHit[],
  check: () => void,
): Promise<void> {
  const { db, clock, log, wakeUps, timezone } = deps;
  const { event } = row;
  const day = localDay(clock.now(), timezone);
  const replyTo = event.type === 'message' && event.place === 'group' ? { replyTo: event.message } : {};
  let said: Outgoing | undefined;
  await endRow(deps, row, {
    state: 'refused',
    replies: [],
    check,
    also() {
      freeAround(db, row.row);
      endTurnRows(db, row.row, 'refused', clock.now());
      noteSilence(db, event, 'spent', clock.now());
      const reply = {
        turn: `spent/${day}/${chatKey(event.chat)}`,
        part: 0,
        message: { text: words(hits), ...replyTo },
      };
      said = insertReply(db, row, reply, clock.now());
    },
  });
  log.info('turn.capped', { turn: turnId(event), caps: hits.map(({ cap }) => cap), told: said !== undefined });
  if (said) await wakeUps.send(said);
}

function words(hits: readonly CapHit[]): string {
  return hits.some(({ cap }) => cap.startsWith('month'))
    ? 'I have used up what I may spend this month; I am back next month.'
    : 'I have used up what I may spend today; I am back tomorrow.';
}
