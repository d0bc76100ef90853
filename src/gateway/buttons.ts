// The rows of `buttons`: what a button of ours does when it is pressed. A platform only ever sees a short random token, so
// that nothing can be read out of it, guessed, or grow too long.

import { randomBytes } from 'node:crypto';
import type { AccountId, Button, ChatRef, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { LIFETIME_MS } from './codes.js';

export type Press =
  | { kind: 'pair'; code: string; yes: boolean }
  /** `chat` is where the bot speaks in the group, `group` the id that is granted. */
  | { kind: 'group'; chat: ChatRef; group: string; title?: string; allow: boolean }
  /** Whether `account` is another one of the person's who gave the code out. */
  | { kind: 'link'; code: string; person: string; account: AccountId; name: string; yes: boolean }
  /** `scope`: of the conversation in which it is asked; absent: main. */
  | { kind: 'proposal'; id: number; yes: boolean; scope?: Scope }
  /** `plan` names what was shown, so that nobody agrees to another one that took its place. */
  | { kind: 'dream'; id: number; plan: string; do: 'apply' | 'skip' | 'details' };

export interface PressButton {
  label: string;
  press: Press;
  /** What it answers where that is a question of its own. */
  answers?: string;
}

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 30 * DAY_MS;
/** A dream waits until another one takes its place. */
const DREAM_MS = 7 * DAY_MS;

/**
 * Buttons for a message, and how to have them stored in the transaction that queues it. Once one of them is pressed, all
 * buttons with the same `answers` have had their use.
 */
export function newButtons(
  answers: string,
  presses: readonly PressButton[],
  now: number,
): { buttons: Button[]; store(db: Db): void } {
  const made = presses.map((one) => ({ answers, ...one, token: randomBytes(16).toString('base64url') }));
  return {
    buttons: made.map(({ token, label }) => ({ id: token, label })),
    store(db) {
      db.sql('DELETE FROM buttons WHERE expires_at < ?').run([now - KEPT_MS]);
      for (const { token, press, answers } of made) {
        db.sql('INSERT INTO buttons (token, press, answers, at, expires_at) VALUES (?, ?, ?, ?, ?)').run([
          token,
          JSON.stringify(press),
          answers,
          now,
          now + lifetimeOf(press),
        ]);
      }
    },
  };
}

function lifetimeOf({ kind }: Press): number {
  if (kind === 'link') return LIFETIME_MS.link;
  return kind === 'dream' ? DREAM_MS : DAY_MS;
}

export interface FoundButton {
  press: Press;
  state: 'open' | 'expired' | 'pressed';
}

/** Undefined for a token that is none of ours. */
export function findButton(db: Db, token: string, now: number): FoundButton | undefined {
  const row = db
    .sql<{ press: string; at: number; expires_at: number; pressed_at: number | null }>(
      'SELECT press, at, expires_at, pressed_at FROM buttons WHERE token = ?',
    )
    .get([token]);
  if (!row) return undefined;
  const state = row.pressed_at !== null ? 'pressed' : now < row.expires_at ? 'open' : 'expired';
  return { press: JSON.parse(row.press) as Press, state };
}

/** Uses a button up with those beside it, inside the caller's transaction. False when one of them was pressed before. */
export function spendButton(db: Db, token: string, now: number): boolean {
  const row = db
    .sql<{ answers: string }>('SELECT answers FROM buttons WHERE token = ? AND pressed_at IS NULL')
    .get([token]);
  if (!row) return false;
  spendAnswers(db, row.answers, now);
  return true;
}

/** Nothing is to be answered any more: presses from now on do nothing. Inside the caller's transaction. */
export function spendAnswers(db: Db, answers: string, now: number): void {
  db.sql('UPDATE buttons SET pressed_at = ? WHERE answers = ? AND pressed_at IS NULL').run([now, answers]);
}
