// What background work may cost on a day of the owner's, and what it has cost: one row a kind and day in state.sqlite, so that
// all processes of a home share one budget. Decides nothing about what is done instead.

import type { Budgets, Clock, WorkKind, WorkLimits, WorkUse } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { localDay } from '../text/local-time.js';

export interface BudgetParts {
  db: Db;
  clock: Clock;
  /** The owner's, as an IANA name: where a day begins. */
  timezone: string;
  /** Per kind; absent: as much as comes. */
  limits: Partial<Record<WorkKind, WorkLimits>>;
  /**
   * Once a kind and day, whichever process spends the last of it. Inside the transaction that records so: synchronous, only
   * that database, and what it throws undoes the record. A limit of 0 is the operator's wish and never told.
   */
  over(kind: WorkKind, use: WorkUse): void;
}

/** In the order in which people are told of them. */
const KINDS: readonly WorkKind[] = [
  'flush',
  'compaction',
  'snapshot',
  'scheduled',
  'heartbeat',
  'transcription',
  'dreaming',
];

interface UseRow {
  kind: WorkKind;
  runs: number;
  tokens: number;
  told: number;
}

export function openBudgets(parts: BudgetParts): Budgets {
  const { db, clock, limits, over } = parts;
  const today = () => localDay(clock.now(), parts.timezone);

  function use(kind: WorkKind, { runs, tokens }: Pick<UseRow, 'runs' | 'tokens'>): WorkUse {
    const bound = limits[kind] ?? {};
    return { kind, runs, tokens, limits: bound, over: isOver(bound, { runs, tokens }) };
  }

  return {
    allows(kind) {
      const bound = limits[kind];
      if (bound?.runs === undefined && bound?.tokens === undefined) return true;
      return !use(kind, usedOn(db, kind, today()) ?? NOTHING).over;
    },
    async spend(kind, { runs, tokens }) {
      await db.write(() => {
        const day = today();
        const row = db
          .sql<UseRow>(
            `INSERT INTO work_use (kind, day, runs, tokens) VALUES (?, ?, ?, ?)
             ON CONFLICT (kind, day) DO UPDATE SET runs = runs + excluded.runs, tokens = tokens + excluded.tokens
             RETURNING kind, runs, tokens, told`,
          )
          .get([kind, day, runs, Math.round(tokens)]);
        if (!row || row.told === 1) return;
        const used = use(kind, row);
        if (!used.over || used.limits.runs === 0 || used.limits.tokens === 0) return;
        db.sql('UPDATE work_use SET told = 1 WHERE kind = ? AND day = ?').run([kind, day]);
        over(kind, used);
      });
    },
    today() {
      const rows = db.sql<UseRow>('SELECT kind, runs, tokens, told FROM work_use WHERE day = ?').all([today()]);
      return KINDS.flatMap((kind) => {
        const row = rows.find((one) => one.kind === kind);
        const { runs, tokens } = limits[kind] ?? {};
        return row || runs !== undefined || tokens !== undefined ? [use(kind, row ?? NOTHING)] : [];
      });
    },
  };
}

/** Forgets the days before `day` (YYYY-MM-DD), inside the caller's transaction. */
export function dropOldUse(db: Db, day: string): void {
  db.sql('DELETE FROM work_use WHERE day < ?').run([day]);
}

const NOTHING = { runs: 0, tokens: 0 };

function usedOn(db: Db, kind: WorkKind, day: string): UseRow | undefined {
  return db.sql<UseRow>('SELECT kind, runs, tokens, told FROM work_use WHERE kind = ? AND day = ?').get([kind, day]);
}

/** Pure: whether nothing may follow what was used. */
function isOver({ runs, tokens }: WorkLimits, used: { runs: number; tokens: number }): boolean {
  return (runs !== undefined && used.runs >= runs) || (tokens !== undefined && used.tokens >= tokens);
}
