// Roles as a table: who an account is in a chat, and what no platform and no name can make of it.

import { describe, expect, it } from 'vitest';
import { openIdentity } from '../../../src/gateway/identity.js';
import { addAccount, adminsOf, denyAccount, nameAdmin, OWNER, restoreAccount } from '../../../src/gateway/people.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { openAccess } from '../../support/access.js';
import { openConversation } from '../../support/conversation.js';

const group = { group: '-100' };

describe('principal', () => {
  it('knows owners by configuration and by row, in every chat, and takes nobody else for them', async () => {
    const { role, db, clock } = await openAccess({ owners: ['telegram:1', 'discord:9007199254740993'] });
    expect(role('telegram:1')).toBe('owner');
    expect(role('telegram:1', group, false)).toBe('owner');
    expect(role('console:@terminal')).toBe('owner');
    // Ids are strings: the neighbour that a float cannot tell apart is somebody else.
    expect(role('discord:9007199254740993')).toBe('owner');
    for (const other of ['discord:9007199254740992', 'discord:1', 'telegram:11', 'telegram:01', 'console:owner']) {
      expect(role(other)).toBe('stranger');
    }
    await db.write(() => addAccount(db, 'discord:7', OWNER, clock.now()));
    expect(role('discord:7')).toBe('owner');
    expect(role('telegram:1', { kind: 'chat' })).toBe('stranger');
    expect(role('telegram:1', { kind: 'bot', ...group })).toBe('stranger');
  });

  it('makes everybody a member of a group that takes part, without making them anybody', async () => {
    const { identity, role, say } = await openAccess();
    expect(role('telegram:5', group)).toBe('member');
    expect(role('telegram:5', group, false)).toBe('stranger');
    expect(role('telegram:5')).toBe('stranger');
    expect(role('telegram:chat:-100', { ...group, kind: 'chat' })).toBe('member');
    expect(role('telegram:6', { ...group, kind: 'bot' })).toBe('stranger');
    expect(role('console:stranger:eve', { group: 'team' })).toBe('stranger');
    await say('telegram:1', '/allow telegram:5');
    const who = { account: 'telegram:5', name: '위 민수', kind: 'person' } as const;
    const chat = { channel: 'telegram', account: 'bot', chat: '-100' };
    expect(identity.principal({ from: who, chat, place: 'group' }, true)).toMatchObject({
      role: 'member',
      person: 'telegram-5',
    });
    expect(
      identity.principal({ from: { ...who, account: 'telegram:6' }, chat, place: 'group' }, true),
    ).not.toHaveProperty('person');
  });

  it('makes an admin of whom the owner named, in that chat alone', async () => {
    const { role, db, clock } = await openAccess();
    const where = { channel: 'telegram', chat: '-100' };
    await db.write(() => {
      nameAdmin(db, where, { account: 'telegram:5', name: 'x' }, clock.now());
      nameAdmin(db, where, { account: 'telegram:chat:-100', name: 'x' }, clock.now());
    });
    expect(role('telegram:5', group)).toBe('admin');
    expect(role('telegram:5', { group: '-200' })).toBe('member');
    expect(role('telegram:5', group, false)).toBe('stranger');
    expect(role('telegram:5')).toBe('stranger');
    expect(role('telegram:5', { ...group, kind: 'bot' })).toBe('stranger');
    // Whoever speaks in a chat's own name is at most a member.
    expect(role('telegram:chat:-100', { ...group, kind: 'chat' })).toBe('member');
  });

  it('shuts out whom the owner shut out, everywhere, and never the owner', async () => {
    const { role, db, say, clock } = await openAccess();
    await say('telegram:1', '/allow telegram:5');
    await db.write(() => {
      for (const account of ['telegram:5', 'telegram:1']) denyAccount(db, { account, name: 'x' }, clock.now());
    });
    expect(role('telegram:5')).toBe('stranger');
    expect(role('telegram:5', group)).toBe('stranger');
    expect(role('telegram:1')).toBe('owner');
    await db.write(() => restoreAccount(db, 'telegram:5'));
    expect(role('telegram:5')).toBe('member');
  });
});

describe('owners', () => {
  it('are the accounts on platforms, configured ones first, without the terminal', async () => {
    const { identity, db, clock } = await openAccess({ owners: ['telegram:1'] });
    expect(identity.owners()).toEqual(['telegram:1']);
    await db.write(() => addAccount(db, 'discord:7', OWNER, clock.now()));
    expect(identity.owners()).toEqual(['telegram:1', 'discord:7']);
    expect(openIdentity({ db, owners: ['console:@terminal'] }).owners()).toEqual(['discord:7']);
  });

  it('C140: are none where nobody is configured and nobody paired', async () => {
    const { identity, role } = await openAccess({ owners: [] });
    expect(identity.hasOwner()).toBe(false);
    expect(role('telegram:1')).toBe('stranger');
  });
});

describe('admit', () => {
  it('admits an account once, under a name that leads back to it', async () => {
    const { identity, role } = await openAccess();
    expect(await identity.admit('console:bob', 'bob', 0)).toBe('console-bob');
    expect(await identity.admit('console:bob', 'bob', 0)).toBe('console-bob');
    expect(role('console:bob')).toBe('member');
  });
});

it('an admin who was named before they ever spoke goes by what they call themself since', async () => {
  const { db, says, happens } = await openConversation({ model: scriptedModel([]), groups: { team: {} } });
  const team = { channel: 'chat', chat: 'team' };
  await db.write(() => nameAdmin(db, team, { account: 'chat:ann', name: 'chat:ann' }, 0));
  await says('team', 'ben', 'hello', { addressed: false });
  expect(adminsOf(db, team)).toEqual([{ account: 'chat:ann', name: 'chat:ann' }]);
  for (const name of ['Ann 安', 'Anna 安']) {
    await says('team', 'ann', 'hello', { addressed: false, from: { account: 'chat:ann', name, kind: 'person' } });
    expect(adminsOf(db, team)).toEqual([{ account: 'chat:ann', name }]);
  }
  // Under the id that the group had first.
  const chat = { ...team, account: 'bot' };
  await happens({ type: 'membership', id: 'u', chat, place: 'group', change: 'migrated', movedTo: 'super' });
  await says('super', 'ann', 'hello', { addressed: false });
  expect(adminsOf(db, team)).toEqual([{ account: 'chat:ann', name: 'ann' }]);
});
