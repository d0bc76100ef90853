// The word to the owner that no more may be spent, and what that means. Says so once a cap and period.

import type { CapHit, Charge } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { scopeId } from '../memory/visibility.js';
import { amount, counted } from '../text/amount.js';
import { asWords } from '../text/as-data.js';
import { money } from '../text/money.js';
import { rowOf } from './grants.js';
import type { Outgoing } from './outbox.js';
import { insertOwnerNotice, type OwnerReach } from './owner-notice.js';
import { personName } from './usage-desk.js';

export interface CapNotice {
  hit: CapHit;
  charge: Charge;
  /** YYYY-MM-DD. */
  day: string;
  currency: string;
}

/**
 * Queues it inside the caller's transaction. Undefined when there is nobody to tell, they were told, or the cap is 0, which is
 * the operator's wish.
 */
export function insertCapNotice(db: Db, notice: CapNotice, to: OwnerReach & { now: number }): Outgoing | undefined {
  const { hit, charge, day } = notice;
  if (hit.limit === 0) return undefined;
  const period = hit.cap.startsWith('month') ? day.slice(0, 7) : day;
  const of = hit.cap.startsWith('chat')
    ? `/${charge.scope ? scopeId(charge.scope) : ''}`
    : hit.cap.startsWith('person')
      ? `/${charge.person ?? ''}`
      : '';
  return insertOwnerNotice(db, { key: `cap/${hit.cap}/${period}${of}`, text: capWords(notice, whose(db, notice)) }, to);
}

/** Markdown; `who` is whose cap it is, where it is not the house's. Pure. */
function capWords({ hit, currency }: Pick<CapNotice, 'hit' | 'currency'>, who: string): string {
  const { cap, used, limit } = hit;
  const sums = cap.endsWith('Tokens')
    ? `${amount(used)} of ${counted(limit, 'token')}`
    : `${money(used, currency)} of ${money(limit, currency)}`;
  const isMonth = cap.startsWith('month');
  const until = isMonth ? 'the month is over' : 'midnight';
  const isHouse = isMonth || cap.startsWith('day');
  const what = isHouse
    ? `What I may spend ${isMonth ? 'this month' : 'today'} is spent`
    : `What ${who} may cost today is spent`;
  const then = isHouse
    ? `Until ${until} I answer nobody but you, in private, and work in the background goes by rules.`
    : `Until ${until} I do not answer there any more.`;
  return `${what}: ${sums}. ${then} \`usage.caps.${cap}\` in nightjar.yaml sets it.`;
}

function whose(db: Db, { hit, charge: { scope, person = '' } }: CapNotice): string {
  if (hit.cap.startsWith('person')) return asWords(personName(db, person));
  if (scope?.kind === 'person') return `the private chat of ${asWords(personName(db, scope.person))}`;
  if (scope?.kind !== 'group') return 'a chat';
  const title = rowOf(db, scope)?.title;
  return `the group ${title === undefined ? asWords(`${scope.channel}:${scope.chat}`) : asWords(title)}`;
}
