// What /usage asks: sums of what models were used for, within days of the owner's, named in words. Types only.

import type { CapHit, Scope, UseGrouping } from '../contracts/index.js';

/** Days as YYYY-MM-DD, both inside. */
export interface Days {
  from: string;
  to: string;
}

export interface UseTotal {
  requests: number;
  /** Tokens; `cached` is a part of `input`. */
  input: number;
  cached: number;
  output: number;
  /** In the configured currency, of the models whose price is known; absent where none is. */
  cost?: number;
  /** The ids of the others. */
  unpriced: string[];
}

/** By a column, what cost most first. */
export interface UseGroup extends UseTotal {
  /** As it stands in the table. */
  key: string;
  /** In words; those of others stand in it as they wrote them. */
  name: string;
}

export interface UsageDesk {
  readonly currency: string;
  /** The present day, the seven days until today, or the present month. */
  days(period: 'day' | 'week' | 'month'): Days;
  /** Of one scope, or of the whole house. */
  total(days: Days, scope?: Scope): UseTotal;
  groups(days: Days, by: UseGrouping): UseGroup[];
  /** What may be spent now and how much of it is: in one scope, or by the whole house. Empty without caps. */
  caps(scope?: Scope): CapHit[];
}
