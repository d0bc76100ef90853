import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { InboundMessage, Scope, SessionKey } from '../../../src/contracts/index.js';
import type { Db } from '../../../src/db/database.js';
import { openState } from '../../../src/db/state.js';
import { askGroup, markIntroduced, unheardQuestions, waitForOwner } from '../../../src/gateway/grants.js';
import { type InboxState, insertInbox, type NewInboxRow } from '../../../src/gateway/inbox.js';
import { openMedia } from '../../../src/gateway/media.js';
import { insertOutbox } from '../../../src/gateway/outbox.js';
import { sweepRetention } from '../../../src/gateway/retention.js';
import { boundless } from '../../support/budgets.js';
import { FakeClock } from '../../support/fake-clock.js';
import { silentLog } from '../../support/silent-log.js';
import { tempDir } from '../../support/temp-dir.js';

const DAY = 24 * 3_600_000;
const KEEP = { inboxDays: 30, outboxDays: 30, jobsDays: 60, mediaDays: 90 };
const main: Scope = { kind: 'main' };

async function open(keep = KEEP) {
  const home = tempDir();
  const state = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const clock = new FakeClock('2026-11-29T09:00:00Z');
  let count = 0;

  /** `age` in days; `more` are columns to set afterwards. */
  async function said(age: number, state: InboxState, more: Record<string, string | number | null> = {}) {
    const at = clock.now() - age * DAY;
    count += 1;
    const event: InboundMessage = {
      type: 'message',
      id: `m${count}`,
      message: String(count),
      chat: { channel: String(more.channel ?? 'telegram'), account: 'bot', chat: '-1' },
      place: 'group',
      from: { account: 'telegram:1', name: 'ann', kind: 'person' },
      at,
      text: 'hi',
      addressed: true,
      files: [],
    };
    const row: NewInboxRow = {
      receiver: 'gateway',
      event,
      principal: { account: 'telegram:1', name: 'ann', role: 'member' },
      scope: { kind: 'group', channel: 'telegram', chat: '-1' },
      session: 'group/telegram/-1' as SessionKey,
      state,
      job: 'turn',
      acceptedAt: at,
    };
    return await db.write(() => {
      const id = insertInbox(db, row) ?? 0;
      for (const [name, value] of Object.entries(more)) {
        db.sql(`UPDATE inbox SET ${name} = ? WHERE row = ?`).run([value, id]);
      }
      return id;
    });
  }

  async function reply(age: number, state: string, more: { turn?: string; inbox?: number; file?: string } = {}) {
    const at = clock.now() - age * DAY;
    count += 1;
    return await db.write(() => {
      const files = more.file === undefined ? {} : { files: [{ path: more.file, name: 'a.png', mime: 'image/png' }] };
      const id = insertOutbox(db, {
        turn: more.turn ?? `t${count}`,
        part: 0,
        sender: 'gateway',
        chat: { channel: 'telegram', account: 'bot', chat: '-1' },
        message: { text: 'yes', ...files },
        queuedAt: at,
        ...(more.inbox === undefined ? {} : { inbox: more.inbox }),
      });
      const ended = state === 'sent' || state === 'dropped' ? at : null;
      db.sql('UPDATE outbox SET state = ?, ended_at = ? WHERE row = ?').run([state, ended, id ?? 0]);
      return id ?? 0;
    });
  }

  const rows = (table: 'inbox' | 'outbox') => db.sql(`SELECT row FROM ${table} ORDER BY row`).column<number>();
  const sweep = () => sweepRetention({ db, home, clock, log: silentLog, keep }, clock.now());
  return { home, db, clock, said, reply, rows, sweep };
}

/** A file below media/, last written so many days ago. */
function put(home: string, path: string, now: number, age: number): string {
  const full = join(home, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, 'x');
  utimesSync(full, (now - age * DAY) / 1_000, (now - age * DAY) / 1_000);
  return full;
}

describe('what has ended', () => {
  it('goes after its days, whatever its end was, and younger rows stay', async () => {
    const { said, reply, rows, sweep } = await open();
    for (const state of ['answered', 'context', 'command'] as const) await said(31, state);
    const young = [await said(29, 'answered'), await said(29, 'context'), await said(1, 'refused')];
    await reply(31, 'sent');
    const sent = await reply(29, 'sent');
    expect(await sweep()).toMatchObject({ inbox: 3, outbox: 1 });
    expect(rows('inbox')).toEqual(young);
    expect(rows('outbox')).toEqual([sent]);
  });

  it('goes at most once an hour, whichever process asks, and again after a clock was set back', async () => {
    const { clock, said, rows, sweep } = await open();
    await said(1, 'answered');
    expect(await sweep()).toBeDefined();
    await said(31, 'answered');
    const newest = await said(0, 'answered');
    await clock.advance(59 * 60_000);
    expect(await sweep()).toBeUndefined();
    await clock.advance(60_000);
    expect(await sweep()).toMatchObject({ inbox: 1 });
    expect(rows('inbox')).toContain(newest);
    clock.set(clock.now() - DAY);
    expect(await sweep()).toBeDefined();
  });

  it('stays while a job that was given up can be tried again', async () => {
    const { said, reply, rows, sweep } = await open();
    const failed = await said(59, 'failed');
    const refused = await said(59, 'refused');
    await said(61, 'failed');
    const newest = await said(0, 'answered');
    const dropped = await reply(59, 'dropped');
    await reply(61, 'dropped');
    await sweep();
    expect(rows('inbox')).toEqual([failed, refused, newest]);
    expect(rows('outbox')).toEqual([dropped]);
  });

  it('goes in pieces too small to hold anybody up, thousands at a time', async () => {
    const { db, said, rows, sweep } = await open();
    await said(31, 'answered');
    await db.write(() =>
      db
        .sql(
          `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
           INSERT INTO inbox (key, receiver, channel, chat, event, principal, scope, session_key, state, job, accepted_at,
             ended_at)
           SELECT key || i, receiver, channel, chat, event, principal, scope, session_key, state, job, accepted_at, ended_at
           FROM inbox, n`,
        )
        .run(),
    );
    const newest = await said(0, 'answered');
    await sweep();
    expect(rows('inbox')).toEqual([newest]);
  });
});

it('no transaction walks through what was ever said', async () => {
  const { db, home, clock, said } = await open();
  await said(40, 'answered');
  await said(0, 'answered');
  const plans: string[] = [];
  const explained: Db = {
    ...db,
    sql<Row>(text: string) {
      if (text.startsWith('DELETE')) plans.push(...plansOf(db, text));
      return db.sql<Row>(text);
    },
  };
  await sweepRetention({ db: explained, home, clock, log: silentLog, keep: KEEP }, clock.now());
  expect(plans.length).toBeGreaterThan(5);
  expect(plans.filter((plan) => /^(SCAN|SEARCH) (inbox|outbox|first|other)\b(?!.*=\?)/.test(plan))).toEqual([
    // The newest of all.
    'SEARCH inbox',
  ]);
});

function plansOf(db: Db, text: string): string[] {
  const names = [...new Set([...text.matchAll(/:(\w+)/g)].map(([, name = '']) => name))];
  const values = Object.fromEntries(names.map((name) => [name, name === 'rows' || name === 'newest' ? '[1]' : 0]));
  return db
    .sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
    .all(values)
    .map(({ detail }) => detail);
}

describe('what something open refers to', () => {
  it('stays: open rows, the rows of their turn, what an unsent reply answers, an edit that is not noted', async () => {
    const { said, reply, rows, sweep } = await open();
    const lead = await said(40, 'accepted');
    const kept = [
      lead,
      await said(40, 'context', { lead }),
      await said(40, 'answered', { lead }),
      await said(40, 'answered', { revision: 2, noted: 1 }),
    ];
    const asked = await said(40, 'answered');
    const queued = await reply(40, 'queued', { inbox: asked });
    const sending = await reply(40, 'sending');
    await said(40, 'answered', { revision: 2, noted: 2 });
    const newest = await said(0, 'answered');
    await sweep();
    expect(rows('inbox')).toEqual([...kept, asked, newest]);
    expect(rows('outbox')).toEqual([queued, sending]);
  });

  it('stays: the question about a change of a file, as long as it can be answered', async () => {
    const { db, reply, rows, sweep } = await open();
    const open_ = await reply(40, 'sent');
    const over = await reply(40, 'sent');
    await db.write(() => {
      for (const [call, question, state] of [
        ['a', open_, 'asked'],
        ['b', over, 'applied'],
      ] as const) {
        db.sql(
          `INSERT INTO proposals (session, call, turn, path, base, text, reason, question, state, at)
           VALUES ('s', ?, 't', 'SOUL.md', '', '', '', ?, ?, 0)`,
        ).run([call, question, state]);
      }
    });
    await sweep();
    expect(rows('outbox')).toEqual([open_]);
  });

  it('stays: that a question to the owner, or an introduction, did not arrive', async () => {
    const { db, clock, reply, sweep } = await open();
    const group = { channel: 'telegram', chat: '-7' };
    const now = clock.now();
    await db.write(() => {
      askGroup(db, group, { now });
      waitForOwner(db, group, { question: '{}', notice: 'notice/q' });
      markIntroduced(db, { channel: 'telegram', chat: '-8' }, { turn: 'introduced/x', now: now - 100 * DAY });
    });
    await reply(100, 'dropped', { turn: 'notice/q' });
    await reply(100, 'dropped', { turn: 'introduced/x' });
    await sweep();
    expect(unheardQuestions(db, 5)).toHaveLength(1);
    const again = await db.write(() =>
      markIntroduced(db, { channel: 'telegram', chat: '-8' }, { turn: 'introduced/y', now, lostBefore: now }),
    );
    expect(again).toBe(true);
  });

  it('stays: the newest row of all and of each channel, however old', async () => {
    const { said, rows, sweep } = await open();
    await said(400, 'answered', { channel: 'discord' });
    const discord = await said(300, 'answered', { channel: 'discord' });
    await said(200, 'answered');
    const newest = await said(100, 'answered');
    await sweep();
    expect(rows('inbox')).toEqual([discord, newest]);
  });
});

describe('received files', () => {
  it('go after their days, but for those of open messages and of unsent replies', async () => {
    const { home, clock, said, reply, sweep } = await open();
    const now = clock.now();
    const path = (name: string) => `media/groups/team/2026-01-01-00000000-${name}`;
    const old = put(home, path('旧.png'), now, 91);
    const young = put(home, path('young.png'), now, 89);
    const awaited = put(home, path('open.png'), now, 200);
    const unsent = put(home, path('unsent.png'), now, 200);
    await said(40, 'accepted', { kept: JSON.stringify([{ kind: 'image', path: path('open.png') }]) });
    await reply(40, 'queued', { file: path('unsent.png') });
    expect(await sweep()).toMatchObject({ media: 1 });
    expect([old, young, awaited, unsent].map(existsSync)).toEqual([false, true, true, true]);
  });

  it('are found at any depth, under any name, and links are neither followed nor removed', async () => {
    const { home, clock, sweep } = await open();
    const outside = put(tempDir(), 'mine.md', clock.now(), 500);
    const deep = put(home, 'media/groups/a/b/c', clock.now(), 91);
    symlinkSync(dirname(outside), join(home, 'media/link'));
    symlinkSync(outside, join(home, 'media/link.md'));
    await sweep();
    expect([deep, outside, join(home, 'media/link.md')].map(existsSync)).toEqual([false, true, true]);
  });

  it('are young again once they are sent again, and one that is gone is said to be', async () => {
    const { home, clock, sweep } = await open();
    const used = put(home, 'media/main/2026-01-01-00000000-a.md', clock.now(), 200);
    const gone = put(home, 'media/main/2026-01-01-00000000-b.md', clock.now(), 200);
    const media = openMedia({
      home,
      budgets: boundless,
      folders: { ensure: async () => 'x' },
      channelOf: () => undefined,
      fileBytes: () => 0,
      timezone: 'UTC',
      clock,
      log: silentLog,
    });
    await media.attach(main, 'media/main/2026-01-01-00000000-a.md');
    await sweep();
    expect([used, gone].map(existsSync)).toEqual([true, false]);
    await expect(media.attach(main, 'media/main/2026-01-01-00000000-b.md')).rejects.toThrow(/not any more/);
    const files = [{ kind: 'image', name: 'b.png', mime: 'image/png', path: 'media/main/2026-01-01-00000000-b.md' }];
    const entry = { id: 'user:t', at: 0, fence: 1, type: 'user', text: '', from: {}, message: 'm', files } as never;
    expect(await media.images(entry)).toEqual([]);
  });

  it('need not be there at all', async () => {
    const { sweep } = await open();
    expect(await sweep()).toEqual({ inbox: 0, outbox: 0, media: 0 });
  });
});
