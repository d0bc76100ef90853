// The model changes files: what it asks for first and of whom, what it may do afterwards, and what it never does by itself.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InboundEvent, ModelRequest } from '../../../../src/contracts/index.js';
import { inboxRow } from '../../../../src/gateway/inbox.js';
import { nameAdmin } from '../../../../src/gateway/people.js';
import { toolChanges } from '../../../../src/jobs/handlers/tool-changes.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { OWNER_DM, runStage } from '../../../support/jobs/run-stage.js';
import { tempDir } from '../../../support/temp-dir.js';

type Args = Record<string, unknown>;

const reason = 'you asked';
/** What a person says to have the model call a tool. */
const say = (tool: string, args: Args) => `please ${tool} ${JSON.stringify({ ...args, reason })}`;
const write = (path: string, text: string) => say('write', { path, text });
const edit = (path: string, old: string, next: string) => say('edit', { path, old, new: next });

/** Calls what it is told to, and says what came back. */
function obedient() {
  return scriptedModel(({ messages }: ModelRequest): ScriptStep => {
    const from = messages.findLastIndex(({ role }) => role === 'user');
    const results = messages.slice(from).flatMap((one) => (one.role === 'tool' ? [one.text] : []));
    if (results.length > 0) return { text: results.join('\n') };
    const words = messages[from]?.text ?? '';
    const calls = [...words.matchAll(/please (\w+) (\{.*\})$/gm)].map(([, name = '', args = '']) => ({ name, args }));
    return calls.length > 0 ? { calls } : { text: 'just talk' };
  });
}

async function stage() {
  const dir = tempDir();
  const house = await openConversation({ dir, model: obedient(), groups: { team: {}, club: {} } });
  const { db } = house;
  const bob = await house.identity.admit('chat:bob', 'bob', 0);
  await db.write(() => {
    nameAdmin(db, { channel: 'chat', chat: 'team' }, { account: 'chat:ada', name: 'ada' }, 0);
    nameAdmin(db, { channel: 'chat', chat: 'club' }, { account: 'chat:cy', name: 'cy' }, 0);
  });
  const full = (path: string) => join(dir, 'workspace', path);
  const answers = (where: string, speak: () => Promise<unknown>) => async (count: number) => {
    const before = house.texts(where).length;
    await speak();
    await house.until(() => house.texts(where).length >= before + count);
    return house.texts(where).slice(before);
  };
  const token = (label: string) =>
    house.sent.findLast(({ message }) => message.buttons)?.message.buttons?.find((one) => one.label === label)?.id;
  const pressed = () =>
    house.db.sql("SELECT state FROM inbox WHERE event ->> '$.type' = 'button' ORDER BY row DESC").column<string>()[0];
  return {
    ...house,
    bob,
    has: (path: string) => existsSync(full(path)),
    text: (path: string) => readFileSync(full(path), 'utf8'),
    put(path: string, text: string) {
      mkdirSync(dirname(full(path)), { recursive: true });
      writeFileSync(full(path), text);
    },
    /** What is answered to words in private, so many messages. */
    dms: (who: string, text: string, count: number) => answers(who, () => house.dm(who, text))(count),
    inGroup: (group: string, who: string, text: string, count: number) =>
      answers(group, () => house.says(group, who, text))(count),
    /** The button below the newest question. Returns how the press ended. */
    async press(label: string, who: string, group?: string) {
      const count = () => house.db.sql("SELECT count(*) AS n FROM inbox WHERE state = 'accepted'").column<number>()[0];
      await house.happens({
        type: 'button',
        button: token(label) ?? 'none',
        message: '1',
        chat: { channel: 'chat', account: 'bot', chat: group ?? who },
        place: group === undefined ? 'direct' : 'group',
        from: { account: `chat:${who}`, name: who, kind: 'person' },
      } as Partial<InboundEvent>);
      await house.until(() => count() === 0);
      return pressed();
    },
  };
}

const written = /^\{"written":true,"path":"([^"]+)","line":\d+\}$/;

describe('a file of main', () => {
  it('waits for a yes to the exact difference, once in a conversation', async () => {
    const house = await stage();
    house.put('notes/trip.md', '# Trip\n\n- Rome\n');
    const [said, question] = await house.dms('owner', edit('notes/trip.md', '- Rome', '- 京都'), 2);
    expect(said).toMatch(/"written":false/);
    expect(question).toBe(
      'notes/trip.md would change (you asked):\n```diff\n # Trip\n \n-- Rome\n+- 京都\n```\nShall I? Answer y or n.',
    );
    expect(house.text('notes/trip.md')).toContain('Rome');
    expect(await house.dms('owner', 'y', 1)).toEqual(['notes/trip.md is changed.']);
    expect(house.text('notes/trip.md')).toBe('# Trip\n\n- 京都\n');
    expect((await house.dms('owner', edit('notes/trip.md', '- 京都', '- 京都\n- Nara'), 1))[0]).toMatch(written);
    expect(house.text('notes/trip.md')).toBe('# Trip\n\n- 京都\n- Nara\n');
    // Another file, and another conversation.
    expect((await house.dms('owner', write('notes/other.md', 'x'), 2))[1]).toMatch(/^notes\/other\.md would change/);
    await house.dms('owner', '/new', 1);
    expect((await house.dms('owner', edit('notes/trip.md', '- Nara', '- Kobe'), 2))[1]).toMatch(/Shall I\?/);
    expect(house.text('notes/trip.md')).not.toContain('Kobe');
  });

  it('is written by the button as by the word, and the ledger says for whom, where and how far it is to be believed', async () => {
    const house = await stage();
    await house.dms('owner', write('notes/a.md', '- I like figs.'), 2);
    expect(house.has('notes/a.md')).toBe(false);
    expect(await house.press('Yes', 'owner')).toBe('command');
    expect(house.text('notes/a.md')).toBe('- I like figs.\n');
    await house.dms('owner', write('notes/a.md', '- I like figs.\n- Bananas are radioactive.'), 1);
    const [second, first] = house.memory.ledgerRows('notes/a.md');
    const session = house.db.sql('SELECT id FROM sessions').column<string>()[0];
    expect(first).toMatchObject({ by: 'tool', who: 'chat:owner', session, trust: 'owner', reason, scope: '["main"]' });
    expect(second).toMatchObject({ by: 'tool', who: 'chat:owner', session, reason });
    expect(first?.entry).toMatch(/^user:/);
    expect(second?.entry).toMatch(/^user:/);
    expect(second?.call).not.toBe(first?.call);
  });

  it('stays as it is after a no, and the next change of it asks again', async () => {
    const house = await stage();
    await house.dms('owner', write('notes/a.md', 'x'), 2);
    expect(await house.dms('owner', 'n', 1)).toEqual(['notes/a.md stays as it is.']);
    expect((await house.dms('owner', write('notes/a.md', 'x'), 2))[1]).toMatch(/Shall I\?/);
    expect(house.has('notes/a.md')).toBe(false);
    expect(await house.dms('owner', 'what is the time?', 2)).toEqual([
      '(notes/a.md stays as it is. Ask me again if you still want the change.)',
      'just talk',
    ]);
  });

  it('is left to a hand that was there first', async () => {
    const house = await stage();
    house.put('notes/a.md', 'one\n');
    await house.dms('owner', write('notes/a.md', 'two'), 2);
    house.put('notes/a.md', 'by hand\n');
    expect((await house.dms('owner', 'y', 1))[0]).toMatch(/edited meanwhile/);
    expect(house.text('notes/a.md')).toBe('by hand\n');
    await house.dms('owner', write('notes/a.md', 'two'), 2);
    await house.dms('owner', 'y', 1);
    house.put('notes/a.md', 'two\nby hand\n');
    // Nobody would see what is lost.
    expect((await house.dms('owner', write('notes/a.md', 'three'), 1))[0]).toMatch(/^Error: .* Read it whole/);
    expect((await house.dms('owner', edit('notes/a.md', 'two', 'deux'), 1))[0]).toMatch(written);
    expect(house.text('notes/a.md')).toBe('deux\nby hand\n');
    house.put('notes/a.md', 'deux\nby hand\nagain\n');
    await house.dms('owner', say('read', { path: 'notes/a.md' }), 1);
    expect((await house.dms('owner', write('notes/a.md', 'three'), 1))[0]).toMatch(written);
    expect(house.text('notes/a.md')).toBe('three\n');
  });

  it('is asked about alone: one question a turn', async () => {
    const house = await stage();
    const both = `${write('a.md', 'a')}\n${write('b.md', 'b')}`;
    const [said = '', question, ...more] = await house.dms('owner', both, 2);
    expect(said.match(/"written":false/g)).toHaveLength(1);
    expect(said).toMatch(/Error: One question at a time/);
    expect(question).toMatch(/would change/);
    expect(more).toEqual([]);
  });
});

describe('a call that is repeated after a kill', () => {
  it('is asked once or written once, whatever stands there by now', async () => {
    const house = await stage();
    house.put('a.md', 'one\n');
    await house.dms('owner', edit('a.md', 'one', 'two'), 2);
    const [row] = house.db.sql<{ row: number }>('SELECT min(row) AS row FROM inbox').all();
    const first = inboxRow(house.db, row?.row ?? 0);
    const session = house.db.sql('SELECT id FROM sessions').column<string>()[0] ?? '';
    if (!first) throw new Error('no row');
    const parts = { ...house, deliveryOf: () => 'nowhere' };
    const changes = toolChanges(parts, first, { session, entries: () => [] });
    const wish = { path: 'a.md', text: 'other\n', base: 'absent', reason, trust: 'owner' } as const;
    const [call = ''] = house.db.sql('SELECT call FROM proposals').column<string>();
    expect(await changes.put(wish, call)).toEqual({ state: 'asked', path: 'a.md' });
    expect(house.db.sql('SELECT count(*) AS n FROM proposals').column()).toEqual([1]);
    await house.dms('owner', 'y', 1);
    await house.dms('owner', edit('a.md', 'two', 'three'), 1);
    const [written] = house.memory.ledgerRows('a.md');
    const again = await changes.put(wish, written?.call ?? '');
    expect(again).toEqual({ state: 'written', path: 'a.md', line: 1, revision: written?.after });
    expect(house.text('a.md')).toBe('three\n');
    expect(house.memory.ledgerRows('a.md')).toHaveLength(2);
  });
});

describe('what is not main’s own', () => {
  const fact = 'My sister lives in Kyoto.';

  it('C145: gets nothing private from a turn of main but by the owner’s yes to that difference, each time', async () => {
    const house = await stage();
    const team = await house.memory.folders.ensure({ kind: 'group', channel: 'chat', chat: 'team' });
    const bob = await house.memory.folders.ensure({ kind: 'person', person: house.bob });
    house.put('AGENTS.md', 'Every chat reads this file.\n\n# How\n');
    house.put(`${team}/MEMORY.md`, '- we meet\n');
    const targets = ['AGENTS.md', 'skills/x/SKILL.md', 'shared/x.md', `${team}/MEMORY.md`, `${team}/AGENTS.md`];
    for (const path of [...targets, `${bob}/MEMORY.md`]) {
      const before = house.has(path) ? house.text(path) : undefined;
      const now = () => (house.has(path) ? house.text(path) : undefined);
      const [, question] = await house.dms('owner', write(path, fact), 2);
      expect(question).toContain(`${path} would change`);
      expect(question).toContain(`+${fact}`);
      expect(now()).toBe(before);
      await house.dms('owner', 'n', 1);
      expect(now()).toBe(before);
      await house.dms('owner', write(path, fact), 2);
      expect(await house.dms('owner', 'y', 1)).toEqual([`${path} is changed.`]);
      expect(now()).toContain(fact);
      // A yes to one change is none to the next.
      const [, again] = await house.dms('owner', edit(path, fact, `${fact} In spring.`), 2);
      expect(again).toMatch(/Shall I\?/);
      expect(now()).not.toContain('spring');
      await house.dms('owner', 'n', 1);
    }
    expect(house.text('AGENTS.md')).toBe(`Every chat reads this file.\n\n${fact}\n`);
    expect(house.memory.ledgerRows(`${team}/MEMORY.md`)[0]?.scope).toBe('["group","chat","team"]');
  });

  it('cannot be changed from a group or by a person, in the words of what is not there', async () => {
    const house = await stage();
    house.put('MEMORY.md', '- a secret\n');
    const refused = async (path: string) => (await house.inGroup('team', 'ada', write(path, 'x'), 1))[0];
    const home = 'The files of this chat have paths that begin with';
    const missing = (path: string) => `Error: There is no file ${path} here. ${home} groups/chat-team/.`;
    for (const path of ['MEMORY.md', 'none.md', `people/${house.bob}/MEMORY.md`, '../x.md']) {
      expect(await refused(path)).toBe(missing(path));
    }
    for (const path of ['AGENTS.md', 'skills/x/SKILL.md', 'groups/chat-team/AGENTS.md']) {
      expect(await refused(path)).toMatch(/^Error: .* is not yours to change/);
    }
    expect((await house.dms('bob', write('USER.md', 'x'), 1))[0]).toBe(
      `Error: There is no file USER.md here. ${home} people/${house.bob}/.`,
    );
    expect(house.db.sql('SELECT count(*) AS n FROM proposals').column<number>()[0]).toBe(0);
  });
});

describe('a file of a group', () => {
  const path = 'groups/chat-team/notes.md';

  it('is changed for its admins and the owner alone, by the button of one of them', async () => {
    const house = await stage();
    house.put('groups/chat-team/MEMORY.md', '- we meet\n');
    const [refused, ...more] = await house.inGroup('team', 'bob', write(path, 'x'), 1);
    expect(refused).toBe('Error: write is not for the person who asked.');
    expect(more).toEqual([]);
    const [, question] = await house.inGroup('team', 'ada', write(path, 'Tuesdays'), 2);
    expect(question).toMatch(/would change .*\+Tuesdays/s);
    const before = house.sent.length;
    for (const [who, where] of [
      ['bob', 'team'],
      ['eve', 'team'],
      ['cy', 'club'],
      ['cy', 'team'],
      ['ada', undefined],
      ['owner', undefined],
    ] as const) {
      expect(await house.press('Yes', who, where)).toBe('refused');
    }
    expect(house.sent.length).toBe(before);
    expect(house.has(path)).toBe(false);
    expect(await house.press('Yes', 'ada', 'team')).toBe('command');
    expect(house.text(path)).toBe('Tuesdays\n');
    expect(house.texts('team').at(-1)).toBe(`${path} is changed.`);
    expect(house.memory.ledgerRows(path)[0]).toMatchObject({ trust: 'member', who: 'chat:ada', by: 'tool' });
    expect((await house.inGroup('team', 'owner', edit(path, 'Tuesdays', 'Fridays'), 1))[0]).toMatch(written);
    expect((await house.inGroup('team', 'bob', edit(path, 'Fridays', 'x'), 1))[0]).toMatch(/not for the person/);
  });

  it('is changed by a yes that is said to the bot, whatever members say meanwhile', async () => {
    const house = await stage();
    await house.inGroup('team', 'ada', write(path, 'Tuesdays'), 2);
    expect(await house.inGroup('team', 'bob', 'y', 1)).toEqual(['just talk']);
    await house.says('team', 'ada', 'y', { addressed: false });
    expect(await house.inGroup('team', 'bob', 'hello', 1)).toEqual(['just talk']);
    expect(house.has(path)).toBe(false);
    expect(await house.inGroup('team', 'owner', 'y', 1)).toEqual([`${path} is changed.`]);
    expect(house.text(path)).toBe('Tuesdays\n');
  });
});

describe('a file of a person', () => {
  it('is theirs to agree to', async () => {
    const house = await stage();
    const path = `people/${house.bob}/notes.md`;
    const [, question] = await house.dms('bob', write(path, 'figs'), 2);
    expect(question).toMatch(/\+figs/);
    expect(await house.press('Yes', 'owner')).toBe('refused');
    expect(await house.dms('bob', 'yes', 1)).toEqual([`${path} is changed.`]);
    expect((await house.dms('bob', edit(path, 'figs', '無花果'), 1))[0]).toMatch(written);
    expect(house.text(path)).toBe('無花果\n');
  });
});

it('is nothing that a run without a person has', async () => {
  const { put, slot, delivered, model, dir, texts } = await runStage((_, n) =>
    n === 1 ? { calls: [{ name: 'write', args: { path: 'MEMORY.md', text: 'x', reason } }] } : { text: 'fine' },
  );
  await put();
  await slot();
  await delivered();
  expect(texts(OWNER_DM)).toEqual(['fine']);
  expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain('write');
  expect(model.requests[1]?.messages.find(({ role }) => role === 'tool')?.text).toMatch(/There is no tool write here/);
  expect(existsSync(join(dir, 'workspace/MEMORY.md'))).toBe(false);
});
