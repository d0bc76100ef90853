// The rows of `dream_claims`: what became of what was said, so that a night looks only at what is new. Holds no words. Every
// function is synchronous and fits inside a transaction.

import type { Claim, Scope } from '../../../contracts/index.js';
import type { Db } from '../../../db/database.js';
import { scopeId } from '../../visibility.js';

/**
 * promoted: it stands in long-term memory, or did; passed: it was looked at and left out; declined: somebody did not want it
 * there.
 */
export type ClaimOutcome = 'promoted' | 'passed' | 'declined';

export interface ConsideredClaim {
  outcome: ClaimOutcome;
  /** The last day (YYYY-MM-DD) on which it had been said by then. */
  until: string;
  /** How many different questions had found it by then. */
  questions: number;
}

/** By so many different questions a claim is asked for that was left out before. */
const ASKED_FOR = 2;

/** Of a scope, by the key of the claim. */
export function consideredClaims(db: Db, scope: Scope): Map<string, ConsideredClaim> {
  const rows = db
    .sql<ConsideredClaim & { claim: string }>(
      'SELECT claim, outcome, until, questions FROM dream_claims WHERE scope = ?',
    )
    .all([scopeId(scope)]);
  return new Map(rows.map(({ claim, ...one }) => [claim, one]));
}

export function markClaim(db: Db, scope: Scope, key: string, dream: number, mark: ConsideredClaim): void {
  db.sql(
    `INSERT INTO dream_claims (scope, claim, outcome, until, questions, dream) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, claim) DO UPDATE SET
       outcome = excluded.outcome, until = excluded.until, questions = excluded.questions, dream = excluded.dream`,
  ).run([scopeId(scope), key, mark.outcome, mark.until, mark.questions, dream]);
}

/** What was promoted by a dream that was taken back is not wanted there. */
export function declinePromoted(db: Db, scope: Scope, dream: number): void {
  db.sql("UPDATE dream_claims SET outcome = 'declined' WHERE scope = ? AND dream = ? AND outcome = 'promoted'").run([
    scopeId(scope),
    dream,
  ]);
}

/** Whether a night has to look at the claim: it is new, or was said again since, or was left out and is asked for by now. */
export function isFresh(
  { days }: Pick<Claim, 'days'>,
  considered: ConsideredClaim | undefined,
  questions: number,
): boolean {
  if (considered === undefined) return true;
  const last = days.at(-1) ?? '';
  if (last > considered.until) return true;
  return considered.outcome === 'passed' && questions >= ASKED_FOR && questions > considered.questions;
}
