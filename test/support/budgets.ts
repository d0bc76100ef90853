// Budgets of tests: such as nobody ever spends, and real ones with limits.

import type { Budgets, Clock, WorkKind, WorkLimits, WorkUse } from '../../src/contracts/index.js';
import type { Db } from '../../src/db/database.js';
import { openBudgets } from '../../src/jobs/budgets.js';

/** For parts that have no state. */
export const boundless: Pick<Budgets, 'allows' | 'spend'> = { allows: () => true, spend: async () => {} };

export function testBudgets(parts: {
  db: Db;
  clock: Clock;
  limits?: Partial<Record<WorkKind, WorkLimits>>;
  timezone?: string;
  over?: (kind: WorkKind, use: WorkUse) => void;
}): Budgets {
  return openBudgets({ timezone: 'UTC', limits: {}, over: () => {}, ...parts });
}
