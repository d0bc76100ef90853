// What a chat wants remembered, through the whole house: what reaches the disk, what leaves it, and who may choose.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepResets } from '../../../src/gateway/resets.js';
import { type ScriptedModel, scriptedModel } from '../../../src/models/scripted.js';
import { isFleeting } from '../../../src/sessions/fleeting.js';
import { searchableTranscripts } from '../../../src/sessions/searchable.js';
import { openConversation } from '../../support/conversation.js';

const HOUR = 3_600_000;

async function stage(model: ScriptedModel = scriptedModel(() => ({ text: 'Sure.' }))) {
  const house = await openConversation({ model, groups: { team: { respond: 'mentioned' } } });
  const { dir, db, says, sent, until, clock, wakeUps, memory } = house;
  let replies = 0;
  /** To the bot, and answered. */
  async function asks(text: string, who = 'owner'): Promise<string> {
    replies = sent.length;
    await says('team', who, text, { addressed: true });
    await until(() => sent.length > replies);
    return sent.at(-1)?.message.text ?? '';
  }
  async function writes(text: string): Promise<string> {
    replies = sent.length;
    await house.dm('owner', text);
    await until(() => sent.length > replies);
    return sent.at(-1)?.message.text ?? '';
  }
  const overheard = (text: string) => says('team', 'ann', text, { addressed: false });
  /** Every byte of the home that could hold words, the write-ahead log after a checkpoint. */
  function bytes(): string {
    db.sql('PRAGMA wal_checkpoint(TRUNCATE)').all();
    const names = readdirSync(dir, { recursive: true, encoding: 'utf8', withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    return names.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n');
  }
  const sessions = () => db.sql('SELECT id FROM sessions ORDER BY opened_at, id').column<string>();
  const found = () => searchableTranscripts(db, join(dir, 'sessions')).list();
  const idle = async (ms: number) => {
    clock.set(clock.now() + ms);
    const resets = { db, wakeUps, timezone: 'UTC', privacy: memory.privacy };
    await sweepResets(resets, { idleMinutes: 0 }, clock.now());
  };
  return { ...house, asks, writes, overheard, bytes, sessions, found, idle, model };
}

describe('/privacy mentions', () => {
  it('C137 lets nothing reach the disk that is not said to the bot, and drops what waits', async () => {
    const { asks, overheard, bytes, model, says } = await stage();
    await overheard('the boat is called Seeadler, 船叫海鹰');
    expect(bytes()).toContain('Seeadler');
    expect(await asks('/privacy mentions only')).toMatch(/^From the next message on I keep only what is said to me/);
    expect(bytes()).not.toMatch(/Seeadler|海鹰/);
    await overheard('the key is under the blue pot, 열쇠는 화분 아래');
    await says('team', 'bob', 'Bob speaks to Ann alone', { addressed: false });
    await asks('bot, what is the weather like in Kiel?');
    const seen = bytes();
    expect(seen).not.toMatch(/blue pot|화분|Bob speaks/);
    expect(seen).toContain('weather like in Kiel');
    expect(JSON.stringify(model.requests)).not.toMatch(/Seeadler|blue pot/);
    expect(await asks('/why')).not.toContain('bob');
  });

  it('gives no new words to what was overheard before', async () => {
    const { asks, overheard, happens, bytes } = await stage();
    const message = await overheard('before');
    await asks('/privacy mentions');
    const chat = { channel: 'chat', account: 'bot', chat: 'team' };
    const from = { account: 'chat:ann', name: 'ann', kind: 'person' } as const;
    await happens({ type: 'edited', message, text: 'the boat is called Seeadler', chat, from, place: 'group' });
    expect(bytes()).not.toContain('Seeadler');
  });

  it('answers nothing else where the bot used to answer everything', async () => {
    const house = await openConversation({
      model: scriptedModel(() => ({ text: 'Sure.' })),
      groups: { all: { respond: 'always' } },
    });
    const { says, texts, until, clock } = house;
    await says('all', 'ann', 'hello', { addressed: false });
    await until(() => texts('all').length === 1);
    await says('all', 'owner', '/privacy mentions');
    await until(() => texts('all').length === 2);
    await says('all', 'ann', 'hello again', { addressed: false });
    await clock.advance(5_000);
    expect(texts('all')).toHaveLength(2);
  });

  it('is the same as everything in a direct chat, and says so', async () => {
    const { writes, memory } = await stage();
    expect(await writes('/privacy mentions')).toMatch(/^Here everything is said to me/);
    expect(memory.privacy.of({ kind: 'main' })).toEqual({ remember: 'on' });
  });
});

describe('/privacy off', () => {
  it('C145 writes nothing down, and a conversation is gone with its end, from disk, queues and search', async () => {
    const note = { name: 'memory_write', args: { target: 'long', text: 'the boat is called Seeadler' } };
    const model = scriptedModel(({ messages }) => {
      const last = messages.at(-1);
      const asked = last?.role === 'user' && last.text.includes('remember');
      return asked ? { calls: [note] } : { text: last?.role === 'tool' ? `It says: ${last.text}` : 'Aye, Seeadler.' };
    });
    const { asks, bytes, sessions, found, until, db, dir } = await stage(model);
    await asks('/privacy off');
    expect(await asks('remember that the boat is called Seeadler, 船叫海鹰')).toMatch(
      /Remembering is switched off here.*\/privacy on/,
    );
    await asks('what is the boat called?');
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('Remembering is switched off in this chat');
    expect(await asks('/memory add the boat is called Seeadler')).toMatch(/^Remembering is switched off here/);
    const [id = ''] = sessions();
    expect(isFleeting(db, id)).toBe(true);
    expect(found()).toEqual([]);
    expect(bytes()).toContain('海鹰');
    await asks('/new');
    await until(() => sessions().length === 0);
    expect(existsSync(join(dir, 'sessions', `${id}.jsonl`))).toBe(false);
    expect(bytes()).not.toMatch(/Seeadler|海鹰/);
    expect(db.sql('SELECT count(*) FROM flushes').column()).toEqual([0]);
    expect(db.sql('SELECT count(*) FROM recalls').column()).toEqual([0]);
  });

  it('ends after a day of silence, and begins anew when the chat wants to be remembered again', async () => {
    const { asks, sessions, until, idle, db } = await stage();
    await asks('/privacy off');
    await asks('one');
    const [first = ''] = sessions();
    await idle(23 * HOUR);
    expect(sessions()).toEqual([first]);
    await idle(HOUR);
    await until(() => sessions().length === 0);
    await asks('two');
    await asks('/privacy on');
    const [second = ''] = sessions();
    await asks('three');
    await until(() => sessions().length === 1 && sessions()[0] !== second);
    expect(isFleeting(db, sessions()[0] ?? '')).toBe(false);
  });

  it('keeps what was remembered before, and the conversation that ended with it', async () => {
    const { asks, sessions, memory, found, dir } = await stage();
    await asks('the boat is called Seeadler');
    await asks('/memory add the boat is called Seeadler');
    await asks('/privacy off');
    await asks('what now?');
    expect(sessions()).toHaveLength(2);
    expect(found()).toHaveLength(1);
    const team = { kind: 'group', channel: 'chat', chat: 'team' } as const;
    expect((await memory.view(team).read(memory.view(team).pathOf('long'))).text).toContain('Seeadler');
    expect(readdirSync(join(dir, 'workspace/groups'), { recursive: true }).map(String)).not.toContain('memory');
  });

  it('holds for a chat under the id that it got since', async () => {
    const { asks, memory, happens } = await stage();
    await asks('/privacy off');
    await happens({
      type: 'membership',
      change: 'migrated',
      movedTo: 'team-2',
      chat: { channel: 'chat', account: 'bot', chat: 'team' },
      place: 'group',
    });
    expect(memory.privacy.remembers({ kind: 'group', channel: 'chat', chat: 'team-2' })).toBe(false);
    expect(memory.privacy.remembers({ kind: 'group', channel: 'chat', chat: 'other' })).toBe(true);
  });
});

describe('/privacy', () => {
  it('tells what is remembered, who reads it, and how to change it; members look, admins choose', async () => {
    const { asks, writes, memory } = await stage();
    await asks('hello');
    await asks('/memory add the boat is called Seeadler');
    const told = await asks('/privacy');
    expect(told).toMatch(/^Remembered here: 2 messages of conversations and 1 line of long-term memory, since \d{4}-/);
    expect(told).toContain('Who can read it: this chat, and my owner.');
    expect(told).toMatch(/`\/privacy mentions`.*`\/forget`/s);
    expect(await asks('/privacy', 'ann')).toContain('The admins of this chat and my owner can change it');
    expect(await asks('/privacy off', 'ann')).toMatch(/^Only the admins/);
    expect(await asks('/privacy 30d')).toContain('for 30 days');
    expect(await asks('/privacy 30 days')).toBe('That holds already.');
    const team = { kind: 'group', channel: 'chat', chat: 'team' } as const;
    expect(memory.privacy.of(team)).toMatchObject({ remember: 'on', days: 30, chosen: { by: 'chat:owner' } });
    expect(await asks('/privacy forever')).toMatch(/until it is forgotten/);
    expect(memory.privacy.of(team).days).toBeUndefined();
    expect(await asks('/privacy banana')).toMatch(/^I can do this: `\/privacy on`/);
    const mine = await writes('/privacy');
    expect(mine).toMatch(/Who can read it: only you\. Groups and other people never do.*1 group/s);
    expect(mine).not.toContain('mentions');
  });
});
