// How much of what the operator wants to spend is spent: read from the rows that every process of a home adds to. Decides
// nothing about what is done instead; never holds back the owner's own private chat.

import type { CapHit, Caps, Charge, ModelUse, Prices } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { scopeId } from '../memory/visibility.js';
import { costOfAll } from '../models/prices.js';

export interface CapParts {
  db: Db;
  caps: Caps;
  prices: Prices;
}

type Who = Pick<Charge, 'scope' | 'person'>;
type Column = 'scope' | 'person';

/** No cap of its own holds for the owner. */
const OWNER = 'owner';

/** What is reached on that day (YYYY-MM-DD), for the house and for those on whose account it would be. */
export function reachedCaps(parts: CapParts, day: string, who: Who): CapHit[] {
  return capUses(parts, day, who).filter(({ used, limit }) => used >= limit);
}

/** Every cap that holds for them on that day, and how much of it is used by now. */
export function capUses({ db, caps, prices }: CapParts, day: string, { scope, person }: Who): CapHit[] {
  const found: CapHit[] = [];
  function look(cap: 'day' | 'month' | 'chatDay' | 'personDay', from: string, of?: [column: Column, value: string]) {
    const [money, tokens] = [caps[cap], caps[`${cap}Tokens`]];
    if (money === undefined && tokens === undefined) return;
    const uses = usedSince(db, from, day, of);
    const spent = costOfAll(prices, uses).cost ?? 0;
    const used = uses.reduce((sum, { input, output }) => sum + input + output, 0);
    if (money !== undefined) found.push({ cap, used: spent, limit: money });
    if (tokens !== undefined) found.push({ cap: `${cap}Tokens`, used, limit: tokens });
  }
  look('month', `${day.slice(0, 7)}-01`);
  look('day', day);
  if (scope && scope.kind !== 'main') look('chatDay', day, ['scope', scopeId(scope)]);
  if (person !== undefined && person !== OWNER) look('personDay', day, ['person', person]);
  return found;
}

function usedSince(db: Db, from: string, to: string, of?: [column: Column, value: string]): ModelUse[] {
  return db
    .sql<ModelUse>(
      `SELECT model, sum(input) AS input, sum(cached) AS cached, sum(output) AS output FROM model_use
       WHERE day BETWEEN :from AND :to ${of ? `AND ${of[0]} = :value` : ''} GROUP BY model`,
    )
    .all({ from, to, ...(of ? { value: of[1] } : {}) });
}
