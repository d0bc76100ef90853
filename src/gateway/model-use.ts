// The rows of what models were used for, by day, kind, scope, chat, person and model, in state.sqlite: every process of a home
// adds to the same ones. A request is counted once, when it has ended: a turn that is resumed asks no answered request again.

import type { CapHit, Charge, Clock, Log, ModelUse } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { scopeId } from '../memory/visibility.js';
import { localDay } from '../text/local-time.js';
import { type CapParts, reachedCaps } from './caps.js';

export interface ModelUsesParts extends CapParts {
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** The owner's, as an IANA name: where a day begins. */
  timezone: string;
}

/** Is told which caps are reached by now, inside the transaction that counted: synchronous, only that database. */
export type OnCaps = (hits: readonly CapHit[], charge: Charge, day: string) => void;

export interface ModelUses {
  /** Counts one request in a transaction of its own. Never rejects: what could not be counted is logged. */
  note(charge: Charge, use: ModelUse): Promise<void>;
  /** Absent: nobody is told of caps. */
  onCaps: OnCaps | undefined;
}

export function openModelUses(parts: ModelUsesParts): ModelUses {
  const { db, clock, log, timezone } = parts;
  const uses: ModelUses = {
    onCaps: undefined,
    async note(charge, use) {
      try {
        await db.write(() => {
          const day = localDay(clock.now(), timezone);
          addUse(db, day, charge, use);
          const hits = uses.onCaps ? reachedCaps(parts, day, charge) : [];
          if (hits.length > 0) uses.onCaps?.(hits, charge, day);
        });
      } catch (error) {
        log.warn('usage.uncounted', { ...use, error });
      }
    },
  };
  return uses;
}

function addUse(db: Db, day: string, { kind, scope, chat = '', person = '' }: Charge, use: ModelUse): void {
  db.sql(
    `INSERT INTO model_use (day, kind, scope, chat, person, model, requests, input, cached, output)
     VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?, ?)
     ON CONFLICT DO UPDATE SET requests = requests + 1, input = input + excluded.input,
       cached = cached + excluded.cached, output = output + excluded.output`,
  ).run([...[day, kind, scope ? scopeId(scope) : '', chat, person, use.model], ...[use.input, use.cached, use.output]]);
}

/** What rows are looked at; absent: all. Days are YYYY-MM-DD, both inside; `scope` is the id of visibility.ts. */
export interface UseFilter {
  from: string;
  to: string;
  scope?: string;
}

export type UseColumn = 'day' | 'kind' | 'scope' | 'chat' | 'person' | 'model';

export type UseSum = ModelUse & { requests: number; key: string; scope: string };

/** Sums of each model by the values of a column, which is the `key`; unordered. */
export function usesBy(db: Db, { from, to, scope }: UseFilter, column: UseColumn): UseSum[] {
  const where = scope === undefined ? '' : 'AND scope = :scope';
  return db
    .sql<UseSum>(
      `SELECT ${column} AS key, max(scope) AS scope, model, sum(requests) AS requests, sum(input) AS input,
         sum(cached) AS cached, sum(output) AS output
       FROM model_use WHERE day BETWEEN :from AND :to ${where} GROUP BY ${column}, model`,
    )
    .all({ from, to, ...(scope === undefined ? {} : { scope }) });
}

/** Forgets the days before `day` (YYYY-MM-DD), inside the caller's transaction. */
export function dropOldModelUse(db: Db, day: string): void {
  db.sql('DELETE FROM model_use WHERE day < ?').run([day]);
}
