// Words that leave the queues and conversations that leave the house: what is still to be done or answered keeps its own.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { sweepPrivacy } from '../../../src/gateway/privacy-retention.js';
import { removeSession } from '../../../src/gateway/session-removal.js';
import { blankWords } from '../../../src/gateway/spent-words.js';
import { sessionById } from '../../../src/sessions/rows.js';
import { openFlushHouse } from '../../support/flush-house.js';
import { team } from '../../support/memory/open.js';

const KEY = 'group/console/team';

async function stage() {
  const house = await openFlushHouse();
  const { db, clock, home, transcripts, log } = house;
  let rows = 0;
  function came(text: string, state: string, kept: string[] = []): number {
    const event = JSON.stringify({ type: 'message', text, files: [], quoted: [{ kind: 'reply', from: 'a', text }] });
    const files = JSON.stringify(kept.map((path) => ({ path, name: 'x' })));
    const ran = db
      .sql(
        `INSERT INTO inbox (key, receiver, channel, chat, event, principal, scope, session_key, state, job, accepted_at, kept)
         VALUES (?, 'bot', 'console', '{}', ?, '{}', ?, ?, ?, 'turn', 0, ?)`,
      )
      .run([`k${++rows}`, event, JSON.stringify(team), KEY, state, files]);
    return Number(ran.lastInsertRowid);
  }
  function went(text: string, state: string, inbox: number, files: string[] = []): number {
    const message = JSON.stringify({ text, ...(files.length > 0 ? { files: files.map((path) => ({ path })) } : {}) });
    const ran = db
      .sql(
        `INSERT INTO outbox (turn, part, sender, chat, lane, message, state, inbox, queued_at)
         VALUES (?, 0, 'bot', '{}', 'l', ?, ?, ?, 0)`,
      )
      .run([`t${++rows}`, message, state, inbox]);
    return Number(ran.lastInsertRowid);
  }
  const said = () => ({
    came: db.sql("SELECT event ->> '$.text' FROM inbox ORDER BY row").column<string>(),
    went: db.sql("SELECT message ->> '$.text' FROM outbox ORDER BY row").column<string>(),
  });
  const put = (path: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), 'x');
  };
  /** A conversation that came with these files, ended. */
  async function ended(files: string[]) {
    const { id } = await house.session(team, 'x');
    const came = files.map((path) => ({ path, kind: 'file' as const, name: 'x', mime: 'text/plain' }));
    const from = { account: 'console:bob', name: 'bob', role: 'member' as const };
    await house.say(id, { type: 'user', text: 'look', message: 'm', turn: 't', from, files: came });
    await db.write(() => db.sql('UPDATE sessions SET closed_at = ? WHERE id = ?').run([clock.now(), id]));
    const session = sessionById(db, id);
    if (!session) throw new Error('no session');
    return session;
  }
  const there = (...paths: string[]) => paths.map((path) => existsSync(join(home, path)));
  return { ...house, came, went, said, put, ended, there, parts: { db, home, transcripts, log, clock } };
}

it('replies that are not sent, questions that wait and messages that are not answered keep their words', async () => {
  const { db, came, went, said } = await stage();
  const done = came('done', 'answered');
  came('waits', 'accepted');
  went('sent', 'sent', done);
  went('queued', 'queued', done);
  went('sending', 'sending', done);
  const [asked, decided] = [went('asked?', 'sent', done), went('decided?', 'sent', done)];
  const ask = db.sql(
    `INSERT INTO proposals (session, call, turn, path, base, text, reason, state, question, at)
     VALUES ('s', ?, 't', 'MEMORY.md', 'absent', 'x', 'r', ?, ?, 0)`,
  );
  ask.run(['c1', 'asked', asked]);
  ask.run(['c2', 'applied', decided]);
  await blankWords(db, { session: KEY, until: 1 });
  expect(said()).toEqual({ came: ['', 'waits'], went: ['', 'queued', 'sending', 'asked?', ''] });
});

it('where only what is said to the bot is remembered, that keeps its words', async () => {
  const { remember, came, went, said, parts } = await stage();
  const memory = await remember();
  const { db, clock } = parts;
  await memory.folders.ensure(team);
  went('so it is', 'sent', came('bot, is it?', 'answered'));
  const sweep = () => sweepPrivacy({ ...parts, memory, timezone: 'UTC' }, clock.now());
  await db.write(() => memory.privacy.choose(team, { remember: 'mentioned' }, 'console:owner', clock.now()));
  await sweep();
  expect(said()).toEqual({ came: ['bot, is it?'], went: ['so it is'] });
  await db.write(() => memory.privacy.choose(team, { remember: 'off' }, 'console:owner', clock.now()));
  await sweep();
  expect(said()).toEqual({ came: [''], went: [''] });
});

it('a conversation takes its files along, but none that is still needed, and none elsewhere', async () => {
  const { came, went, put, ended, there, parts } = await stage();
  const own = 'media/groups/console-team/2026-11-29-0a-boat.png';
  const needed = ['waiting.png', 'unsent.png'].map((name) => `media/groups/console-team/2026-11-29-0b-${name}`);
  const elsewhere = ['media/../kept.txt', 'media/x/../../kept.txt', 'kept.txt'];
  for (const path of [own, ...needed, 'kept.txt', 'media/x/y']) put(path);
  came('waits', 'accepted', needed.slice(0, 1));
  went('queued', 'queued', came('done', 'answered'), needed.slice(1));
  await removeSession(parts, await ended([own, ...needed, ...elsewhere]), true);
  expect(there(own, ...needed, 'kept.txt')).toEqual([false, true, true, true]);
});
