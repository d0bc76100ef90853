// Messages that their authors changed or took back, before, while and after they are answered.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/contracts/index.js';
import { openConversation } from '../../support/conversation.js';
import { asked, steppedModel } from '../../support/stepped-model.js';

async function stage() {
  const model = steppedModel();
  const house = await openConversation({ model, groups: { team: {} } });
  const requests = (n: number) => house.until(() => model.requests.length === n);
  const replies = (n: number, chat = 'owner') => house.until(() => house.texts(chat).length === n);
  const messages = () => house.db.sql('SELECT message FROM inbox ORDER BY row').column<string>();
  let edits = 0;
  const edit = (message = '', text = '', more = {}) =>
    house.happens({ type: 'edited', id: `e${++edits}`, message, text, ...more });
  /** As a platform tells it that names the chat in place of whoever did it. */
  const remove = (message = '') =>
    house.happens({
      type: 'deleted',
      id: `d${++edits}`,
      message,
      from: { account: 'chat:chat:owner', name: 'a chat', kind: 'chat' },
    });
  const disk = () => JSON.stringify(house.db.sql('SELECT event FROM inbox').column<string>());
  const noted = () => house.db.sql('SELECT 1 FROM inbox WHERE revision > noted').get() === undefined;
  const entries = () =>
    readdirSync(join(house.dir, 'sessions')).flatMap((name) =>
      readFileSync(join(house.dir, 'sessions', name), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry),
    );
  return { ...house, model, requests, replies, messages, edit, remove, disk, noted, entries };
}

describe('an edit', () => {
  it('of a message that joined another’s turn is told to the transcript of that turn', async () => {
    const { model, dm, edit, requests, messages, replies, until, noted } = await stage();
    await dm('owner', 'x'.repeat(4_000));
    await dm('owner', 'at 5');
    await requests(1);
    model.answer('ok');
    await replies(1);
    await edit(messages()[1], '六点');
    await until(noted);
    await dm('owner', 'when?');
    await requests(2);
    expect(asked(model.requests[1]).slice(1)).toEqual(['六点', 'when?']);
  });

  it('that came too late for the answer is told to the transcript at its end, not half a minute later', async () => {
    const { model, dm, edit, requests, messages, replies, until, noted, clock } = await stage();
    await dm('owner', 'at 5');
    await requests(1);
    await edit(messages()[0], 'at 6');
    await requests(2);
    await edit(messages()[0], 'at 7');
    const before = clock.now();
    model.answer('six it is');
    await replies(1);
    await until(noted);
    expect(clock.now() - before).toBeLessThan(5_000);
    await dm('owner', 'when?');
    await requests(3);
    expect(asked(model.requests[2])).toEqual(['at 7', 'when?']);
  });

  it('never runs a command, makes none of one, and changes nothing without a text', async () => {
    const { model, dm, edit, requests, messages, replies, disk, happens, texts } = await stage();
    await happens({ type: 'command', id: 'c1', message: 'c1', name: 'whoami', args: '' });
    await replies(1);
    await edit('c1', 'what a day');
    await dm('owner', 'hello');
    await requests(1);
    await happens({ type: 'edited', id: 'e9', message: messages().at(-1) ?? '', text: undefined } as never);
    expect(disk()).toContain('hello');
    await edit(messages().at(-1), '/new');
    await requests(2);
    expect(asked(model.requests[1])).toEqual(['/new']);
    model.answer('ok');
    await replies(2);
    expect(texts('owner')[1]).toBe('ok');
  });

  it('of what a stranger wrote keeps no word of it', async () => {
    const { dm, edit, messages, disk, until, sent, db } = await stage();
    await dm('eve', 'let me in');
    await until(() => sent.length > 0);
    const eve = { account: 'chat:eve', name: 'eve', kind: 'person' as const };
    const chat = { channel: 'chat', account: 'bot', chat: 'eve' };
    await edit(messages()[0], 'buy pills', { chat, from: eve });
    // Nor when they were let in meanwhile.
    await db.write(() => {
      db.sql("INSERT INTO people VALUES ('chat-eve', 'eve', 'member', 0)").run();
      db.sql("INSERT INTO accounts VALUES ('chat:eve', 'chat-eve', 0)").run();
    });
    await edit(messages()[0], 'buy pills', { chat, from: eve });
    expect(disk()).not.toMatch(/pills|let me in/);
    expect(db.sql('SELECT count(*) FROM inbox').column()).toEqual([1]);
  });

  it('of another bot’s message changes what was said around, and is no reason of silence', async () => {
    const { model, says, happens, requests, db } = await stage();
    const bot = { account: 'chat:bot2', name: 'bot2', kind: 'bot' as const };
    const group = { chat: { channel: 'chat', account: 'bot', chat: 'team' }, place: 'group' as const };
    const message = await says('team', 'bot2', 'Thin', { from: bot, addressed: false });
    await happens({ ...group, type: 'edited', id: 'e', message, text: 'Thinking done: 42', from: bot });
    expect(db.sql('SELECT rule, count FROM silences').all()).toEqual([{ rule: 'bot', count: 1 }]);
    await says('team', 'ann', 'is that right?');
    await requests(1);
    expect(asked(model.requests[0])[0]).toMatch(/> bot2: Thinking done: 42\n/);
    expect(db.sql('SELECT 1 FROM inbox WHERE revision > noted').get()).toBeUndefined();
  });
});

describe('a message that is taken back', () => {
  it('before the answer began is not answered; its words leave the disk', async () => {
    const { model, dm, remove, messages, until, db, disk, replies, requests } = await stage();
    await dm('owner', 'zero');
    await requests(1);
    await dm('owner', 'a secret');
    await remove(messages()[1]);
    model.answer('re zero');
    await replies(1);
    await until(() => db.sql("SELECT 1 FROM inbox WHERE state = 'refused'").get() !== undefined);
    expect(model.requests).toHaveLength(1);
    expect(disk()).not.toContain('secret');
  });

  it('while it is answered changes nothing for its reader, and is told to the transcript at the end (C112)', async () => {
    const { model, dm, remove, messages, requests, replies, texts, until, noted, entries } = await stage();
    await dm('owner', 'what is the code?');
    await requests(1);
    await remove(messages()[0]);
    await new Promise((resolve) => setImmediate(resolve));
    model.answer('4711');
    await replies(1);
    expect(texts('owner')).toEqual(['4711']);
    expect(model.requests).toHaveLength(1);
    await until(noted);
    expect(entries().filter(({ type }) => type === 'edit')).toHaveLength(1);
    await dm('owner', 'and?');
    await requests(2);
    expect(asked(model.requests[1])[0]).toBe('(This message was deleted by its author.)');
  });

  it('after its answer is forgotten by the conversation once, in a private chat too', async () => {
    const { model, dm, remove, messages, requests, replies, until, noted, disk, entries } = await stage();
    await dm('owner', 'my secret');
    await requests(1);
    model.answer('noted');
    await replies(1);
    await remove(messages()[0]);
    await remove(messages()[0]);
    await until(noted);
    expect(disk()).not.toContain('secret');
    await dm('owner', 'what did I say?');
    await requests(2);
    expect(asked(model.requests[1])[0]).toBe('(This message was deleted by its author.)');
    expect(entries().filter(({ type }) => type === 'edit')).toHaveLength(1);
  });
});
