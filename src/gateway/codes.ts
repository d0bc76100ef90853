// The rows of `codes`: what a stranger asks to be let in with, and what a person adds an account of theirs with. A code
// works once, within its time.

import { randomBytes } from 'node:crypto';
import type { AccountId, ChannelId, ChatRef, PersonId } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export type CodeKind = 'pair' | 'link';

export interface CodeRow {
  code: string;
  kind: CodeKind;
  /** Who asked for it, what they call themself, and the direct chat in which they did. */
  account: AccountId;
  name: string;
  chat: ChatRef;
  /** Whose account is added; for 'link'. */
  person?: PersonId;
  at: number;
  expiresAt: number;
}

export const LIFETIME_MS: Readonly<Record<CodeKind, number>> = { pair: 60 * 60_000, link: 10 * 60_000 };

/** 32 signs, none of which is taken for another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 8;
const CODE = /^[2-9A-HJ-NP-Z]{8}$/;
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** 40 random bits. */
export function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** The code that somebody typed, in small or full-width letters, with blanks or dashes; undefined for anything else. Pure. */
export function readCode(text: string): string | undefined {
  const code = text.slice(0, 64).normalize('NFKC').toUpperCase().replace(/[\s-]/g, '');
  return CODE.test(code) ? code : undefined;
}

interface Stored {
  code: string;
  kind: CodeKind;
  account: AccountId;
  name: string;
  chat: string;
  person: PersonId | null;
  at: number;
  expires_at: number;
}

const columns = 'code, kind, account, name, chat, person, at, expires_at';
const isOpen = "state = 'open' AND at <= :now AND expires_at > :now";

/** Inside the caller's transaction; forgets what nobody asks about any more. */
export function insertCode(db: Db, row: Omit<CodeRow, 'expiresAt'>): void {
  db.sql('DELETE FROM codes WHERE expires_at < ?').run([row.at - KEPT_MS]);
  db.sql(
    `INSERT INTO codes (code, kind, account, name, chat, person, state, at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?)`,
  ).run([
    row.code,
    row.kind,
    row.account,
    row.name,
    JSON.stringify(row.chat),
    row.person ?? null,
    row.at,
    row.at + LIFETIME_MS[row.kind],
  ]);
}

export function openCode(db: Db, kind: CodeKind, code: string, now: number): CodeRow | undefined {
  const stored = db
    .sql<Stored>(`SELECT ${columns} FROM codes WHERE kind = :kind AND code = :code AND ${isOpen}`)
    .get({ kind, code, now });
  return stored && read(stored);
}

/** Whatever became of it; kept for a week. */
export function codeRow(db: Db, code: string): CodeRow | undefined {
  const stored = db.sql<Stored>(`SELECT ${columns} FROM codes WHERE code = ?`).get([code]);
  return stored && read(stored);
}

/** Oldest first. */
export function openCodes(db: Db, kind: CodeKind, now: number): CodeRow[] {
  return db
    .sql<Stored>(`SELECT ${columns} FROM codes WHERE kind = :kind AND ${isOpen} ORDER BY at, code`)
    .all({ kind, now })
    .map(read);
}

/** Ends a code, inside the caller's transaction. False when it had ended already. */
export function endCode(db: Db, code: string, state: 'used' | 'refused', by?: AccountId): boolean {
  return (
    db.sql("UPDATE codes SET state = ?, used_by = ? WHERE code = ? AND state = 'open'").run([state, by ?? null, code])
      .changes > 0
  );
}

/** Takes back what a person gave out or an account asked for, inside the caller's transaction. */
export function endCodesOf(db: Db, kind: CodeKind, whose: { account: AccountId } | { person: PersonId }): void {
  const [column, value] = 'account' in whose ? ['account', whose.account] : ['person', whose.person];
  db.sql(`UPDATE codes SET state = 'refused' WHERE kind = ? AND ${column} = ? AND state = 'open'`).run([kind, value]);
}

/** Whether the account was turned away and its code would have ended after `since`. */
export function wasRefused(db: Db, account: AccountId, since: number): boolean {
  const found = "SELECT 1 FROM codes WHERE kind = 'pair' AND account = ? AND state = 'refused' AND expires_at > ?";
  return db.sql(found).get([account, since]) !== undefined;
}

export function channelOf(account: AccountId): ChannelId {
  return account.slice(0, account.indexOf(':'));
}

function read(stored: Stored): CodeRow {
  const { code, kind, account, name, person, at } = stored;
  return {
    code,
    kind,
    account,
    name,
    chat: JSON.parse(stored.chat) as ChatRef,
    ...(person === null ? {} : { person }),
    at,
    expiresAt: stored.expires_at,
  };
}
