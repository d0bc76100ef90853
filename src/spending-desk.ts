// Composes what holds spending within its caps: work that nobody waits for goes by rules, as with a budget that is spent, and
// whoever may not be answered any more is known.

import type { Budgets, CapHit, Charge } from './contracts/index.js';
import type { CapNotice } from './gateway/cap-notice.js';
import { reachedCaps } from './gateway/caps.js';
import type { House } from './house.js';
import { chargeNow } from './models/charge.js';
import { localDay } from './text/local-time.js';

interface Spending {
  /** Budgets that no work has while a cap is reached. */
  budgets: Budgets;
  reached(charge: Pick<Charge, 'scope' | 'person'>): CapHit[];
}

/** `tell` runs inside the transaction that counted a request: synchronous, only that database. */
export function openSpending(
  house: Pick<House, 'clock' | 'uses' | 'spending'> & { config: Pick<House['config'], 'timezone'> },
  budgets: Budgets,
  tell: (notices: readonly CapNotice[]) => void,
): Spending {
  const { clock, config, uses, spending } = house;
  const reached = (charge: Pick<Charge, 'scope' | 'person'>) =>
    reachedCaps(spending, localDay(clock.now(), config.timezone), charge);
  const { currency } = spending.prices;
  uses.onCaps = (hits, charge, day) => tell(hits.map((hit) => ({ hit, charge, day, currency })));
  return {
    budgets: { ...budgets, allows: (kind) => budgets.allows(kind) && reached(chargeNow() ?? {}).length === 0 },
    reached,
  };
}
