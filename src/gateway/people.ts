// The rows of people and their accounts, of the accounts that the owner shut out, and of a chat's admins. Rows only: who
// may change them is decided by whoever calls.

import type { AccountId, ChannelId, PersonId } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export const OWNER: PersonId = 'owner';

export interface PersonRow {
  id: PersonId;
  name: string;
  role: 'owner' | 'member';
}

/** An account, and what its person calls themself there. */
export interface NamedAccount {
  account: AccountId;
  name: string;
}

export function personOf(db: Db, account: AccountId): PersonRow | undefined {
  return db
    .sql<PersonRow>(
      'SELECT people.id, people.name, people.role FROM accounts JOIN people ON people.id = accounts.person WHERE account = ?',
    )
    .get([account]);
}

/** In the order in which they were added. */
export function accountsOf(db: Db, person: PersonId): AccountId[] {
  return db
    .sql<{ account: AccountId }>('SELECT account FROM accounts WHERE person = ? ORDER BY added_at, account')
    .all([person])
    .map(({ account }) => account);
}

/** Everybody with a row, the owner first. */
export function allPeople(db: Db): PersonRow[] {
  return db.sql<PersonRow>("SELECT id, name, role FROM people ORDER BY role = 'owner' DESC, created_at, id").all();
}

/** The person of an account, made where there is none. Inside the caller's transaction, as everything below that writes. */
export function admitAccount(db: Db, account: AccountId, name: string, now: number): PersonId {
  const known = personOf(db, account);
  if (known) return known.id;
  const id = freePersonId(db, account);
  db.sql("INSERT INTO people (id, name, role, created_at) VALUES (?, ?, 'member', ?)").run([id, name, now]);
  addAccount(db, account, id, now);
  return id;
}

/** Adds an account to a person, the owner too, who may have no row yet. It leaves the person it had. */
export function addAccount(db: Db, account: AccountId, person: PersonId, now: number): void {
  if (person === OWNER) {
    db.sql(
      "INSERT INTO people (id, name, role, created_at) VALUES (?, 'owner', 'owner', ?) ON CONFLICT DO NOTHING",
    ).run([OWNER, now]);
  }
  db.sql(
    `INSERT INTO accounts (account, person, added_at) VALUES (?, ?, ?)
     ON CONFLICT (account) DO UPDATE SET person = excluded.person, added_at = excluded.added_at`,
  ).run([account, person, now]);
}

export function removeAccount(db: Db, account: AccountId): void {
  db.sql('DELETE FROM accounts WHERE account = ?').run([account]);
}

export function isDenied(db: Db, account: AccountId): boolean {
  return db.sql('SELECT 1 FROM denied_accounts WHERE account = ?').get([account]) !== undefined;
}

export function deniedAccounts(db: Db): NamedAccount[] {
  return db.sql<NamedAccount>('SELECT account, name FROM denied_accounts ORDER BY at, account').all();
}

/** Shut out everywhere; an admin's standing goes with it. */
export function denyAccount(db: Db, { account, name }: NamedAccount, now: number): void {
  db.sql('INSERT INTO denied_accounts (account, name, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING').run([
    account,
    name,
    now,
  ]);
  dismissEverywhere(db, account);
}

export function restoreAccount(db: Db, account: AccountId): void {
  db.sql('DELETE FROM denied_accounts WHERE account = ?').run([account]);
}

/** A chat under the id that it had first. */
export interface Group {
  channel: ChannelId;
  chat: string;
}

export function isAdmin(db: Db, { channel, chat }: Group, account: AccountId): boolean {
  const found = 'SELECT 1 FROM chat_admins WHERE channel = ? AND chat = ? AND account = ?';
  return db.sql(found).get([channel, chat, account]) !== undefined;
}

/** In any chat at all. */
export function isAdminSomewhere(db: Db, account: AccountId): boolean {
  return db.sql('SELECT 1 FROM chat_admins WHERE account = ? LIMIT 1').get([account]) !== undefined;
}

export function adminsOf(db: Db, { channel, chat }: Group): NamedAccount[] {
  return db
    .sql<NamedAccount>('SELECT account, name FROM chat_admins WHERE channel = ? AND chat = ? ORDER BY at, account')
    .all([channel, chat]);
}

export function nameAdmin(db: Db, { channel, chat }: Group, { account, name }: NamedAccount, now: number): void {
  db.sql(
    'INSERT INTO chat_admins (channel, chat, account, name, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  ).run([channel, chat, account, name, now]);
}

/** An admin can be named before they ever spoke, and change their name; it is written where it is another one. */
export function noteAdminName(db: Db, { channel, chat }: Group, { account, name }: NamedAccount): void {
  const known = adminsOf(db, { channel, chat }).find((one) => one.account === account);
  if (!known || known.name === name) return;
  const set = 'UPDATE chat_admins SET name = ? WHERE channel = ? AND chat = ? AND account = ?';
  db.sql(set).run([name, channel, chat, account]);
}

export function dismissAdmin(db: Db, { channel, chat }: Group, account: AccountId): void {
  db.sql('DELETE FROM chat_admins WHERE channel = ? AND chat = ? AND account = ?').run([channel, chat, account]);
}

export function dismissEverywhere(db: Db, account: AccountId): void {
  db.sql('DELETE FROM chat_admins WHERE account = ?').run([account]);
}

/** The chats that have an admin. */
export function groupsWithAdmins(db: Db): Group[] {
  return db.sql<Group>('SELECT DISTINCT channel, chat FROM chat_admins ORDER BY channel, chat').all();
}

/**
 * A person is named after their first account, so that their folder is found again even by a home that lost its state;
 * an account that returns after its person went gets a new name.
 */
function freePersonId(db: Db, account: AccountId): PersonId {
  const base = personIdOf(account);
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}~${n}`;
    if (!db.sql('SELECT 1 FROM people WHERE id = ?').get([id])) return id;
  }
}

/** The id of the person whose first account this is. */
export function personIdOf(account: AccountId): PersonId {
  return account.replace(':', '-');
}
