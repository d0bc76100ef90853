// On whose account the requests of a piece of work are. Known to whoever counts them, without a word from those who ask.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Charge, UseKind } from '../contracts/index.js';

const charges = new AsyncLocalStorage<Charge>();

/** Does `work`, whose requests are on that account. */
export function charged<T>(to: Charge, work: () => T): T {
  return charges.run(to, work);
}

/** The same account, for another kind of work. */
export function chargedAs<T>(kind: UseKind, work: () => T): T {
  return charges.run({ ...charges.getStore(), kind }, work);
}

/** The account of the work under way; undefined where nobody said. */
export function chargeNow(): Charge | undefined {
  return charges.getStore();
}
