// What is known of accounts, groups and people, read from the rows and the configuration for whoever decides about them.
// Reads only.

import type { Asking, KnownAccount, KnownGroup, KnownPerson, NamedGroup, Speaker } from '../commands/access-desk.js';
import type { AccountId, ChannelId, ChatSettings, PersonId, SessionKey } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { chatKey } from './chat-key.js';
import { type CodeRow, openCodes } from './codes.js';
import { allGrants, firstId, grantOf, presentId, rowOf } from './grants.js';
import { type Identity, OWNER } from './identity.js';
import { accountsOf, allPeople, deniedAccounts, groupsWithAdmins, personOf } from './people.js';
import { chatPolicy } from './policy.js';

export interface AccessFacts {
  db: Db;
  identity: Identity;
  /** Channels on which the bot can open a direct chat. */
  channels: readonly ChannelId[];
  /** What is configured for a channel; undefined for the terminal. */
  settingsOf(channel: ChannelId): ChatSettings | undefined;
}

const SPEAKERS_LOOKED_AT = 300;

export function asAsking({ code, account, name, chat, at, expiresAt }: CodeRow): Asking {
  return { code, account, name, chat, at, expiresAt };
}

export function knownAccount({ db, identity }: AccessFacts, account: AccountId, now: number): KnownAccount {
  const person = personOf(db, account);
  const configured = identity.isConfigured(account);
  const isOwner = configured || person?.role === 'owner';
  const denied = deniedAccounts(db).find((one) => one.account === account);
  const asking = openCodes(db, 'pair', now).find((row) => row.account === account);
  const last = 'SELECT name FROM codes WHERE account = ? ORDER BY at DESC LIMIT 1';
  const name = person?.name ?? denied?.name ?? db.sql<{ name: string }>(last).get([account])?.name ?? account;
  const own = isOwner ? identity.owners() : person ? accountsOf(db, person.id) : [];
  return {
    account,
    name,
    standing: isOwner ? 'owner' : denied ? 'denied' : person ? 'member' : 'unknown',
    configured,
    accounts: own.includes(account) ? own : [account, ...own],
    ...(asking ? { asking: asAsking(asking) } : {}),
  };
}

export function knownGroup({ db, settingsOf }: AccessFacts, named: NamedGroup): KnownGroup {
  const { channel, inside = [] } = named;
  const chat = firstId(db, named);
  const present = presentId(db, { channel, chat });
  const row = rowOf(db, { channel, chat });
  const state = grantOf(db, { channel, chat }, inside)?.state;
  const account = named.to?.account ?? botAccount(db, channel);
  const to = named.to ?? (account === undefined ? undefined : { channel, account, chat: present });
  const title = named.title ?? row?.title;
  const { configured, respond, context } = chatPolicy(
    { chat: { channel, account: '', chat }, place: 'group', inside: [...inside] },
    { settings: settingsOf(channel), names: [...new Set([chat, named.chat, present])], granted: false },
  );
  return {
    channel,
    chat,
    present,
    ...(title === undefined ? {} : { title }),
    ...(state === undefined ? {} : { state }),
    configured,
    introduced: row?.introduced ?? false,
    manner: { respond, context },
    ...(to ? { to } : {}),
  };
}

/** The bot's own account on a channel, as events from there name it. */
export function botAccount(db: Db, channel: ChannelId): string | undefined {
  const found =
    "SELECT json_extract(chat, '$.account') AS account FROM inbox WHERE channel = ? ORDER BY row DESC LIMIT 1";
  return db.sql<{ account: string }>(found).get([channel])?.account;
}

export function meaningOf(db: Db, channel: ChannelId, id: string): { chat: boolean; account: boolean } {
  const account = `${channel}:${id}`;
  const has = (sql: string, params: string[]) => db.sql(sql).get(params) !== undefined;
  const own = botAccount(db, channel);
  const key = own === undefined ? '' : chatKey({ channel, account: own, chat: id });
  return {
    chat:
      has('SELECT 1 FROM grants WHERE channel = ? AND chat = ?', [channel, id]) ||
      has("SELECT 1 FROM scopes WHERE kind = 'group' AND channel = ? AND chat = ?", [channel, id]) ||
      has('SELECT 1 FROM chat_admins WHERE channel = ? AND chat = ? LIMIT 1', [channel, id]) ||
      has('SELECT 1 FROM silences WHERE chat = ? LIMIT 1', [key]),
    account:
      has('SELECT 1 FROM accounts WHERE account = ?', [account]) ||
      has('SELECT 1 FROM denied_accounts WHERE account = ?', [account]) ||
      has('SELECT 1 FROM codes WHERE account = ? LIMIT 1', [account]) ||
      has('SELECT 1 FROM chat_admins WHERE account = ? LIMIT 1', [account]),
  };
}

export function speakersOf(db: Db, session: SessionKey): Speaker[] {
  const rows = db
    .sql<{ who: string }>(
      `SELECT json_extract(event, '$.from') AS who FROM inbox WHERE session_key = ? ORDER BY row DESC LIMIT ${SPEAKERS_LOOKED_AT}`,
    )
    .all([session]);
  const found = new Map<AccountId, Speaker>();
  for (const { who } of rows) {
    const speaker = JSON.parse(who) as Speaker;
    if (!found.has(speaker.account)) found.set(speaker.account, speaker);
  }
  return [...found.values()];
}

export function ownAccounts({ db, identity }: AccessFacts, person: PersonId): AccountId[] {
  return person === OWNER ? identity.owners() : accountsOf(db, person);
}

export function knownPeople(facts: AccessFacts): KnownPerson[] {
  const rows = allPeople(facts.db).map(({ id, name, role }) => ({
    person: id,
    name,
    role,
    accounts: ownAccounts(facts, id),
  }));
  if (rows.some(({ person }) => person === OWNER)) return rows;
  const accounts = ownAccounts(facts, OWNER);
  return accounts.length > 0 ? [{ person: OWNER, name: 'owner', role: 'owner', accounts }, ...rows] : rows;
}

/** Every group that was decided or asked about, that has an admin, or that the configuration names. */
export function knownGroups(facts: AccessFacts): KnownGroup[] {
  const named = [...allGrants(facts.db), ...groupsWithAdmins(facts.db), ...configuredGroups(facts)];
  const found = new Map<string, KnownGroup>();
  for (const { channel, chat } of named) {
    const group = knownGroup(facts, { channel, chat });
    found.set(`${channel}:${group.chat}`, group);
  }
  return [...found.values()];
}

/** Topics of a group are not groups of their own. */
function configuredGroups({ channels, settingsOf }: AccessFacts): { channel: ChannelId; chat: string }[] {
  return channels.flatMap((channel) =>
    Object.keys(settingsOf(channel)?.groups ?? {})
      .filter((key) => !key.includes(':'))
      .map((chat) => ({ channel, chat })),
  );
}
