// How conversations end: by a command, by a silence, by the time of day. Each leaves its range to be written down and its tail.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../src/contracts/index.js';
import { sweepResets } from '../../../../src/gateway/resets.js';
import { turnId } from '../../../../src/gateway/turn-id.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { openFlushes } from '../../../../src/sessions/flushes.js';
import type { ResetSettings } from '../../../../src/sessions/reset.js';
import { openConversation } from '../../../support/conversation.js';

const HOUR = 3_600_000;

async function stage(reset: ResetSettings = { idleMinutes: 0 }, idle = false) {
  const model = scriptedModel((request) => {
    const last = request.messages.at(-1);
    return { text: `re: ${last?.role === 'user' ? last.text.split('\n')[0] : ''}` };
  });
  const house = await openConversation({ model, reset, idle });
  const { db, dir, clock, wakeUps, memory } = house;
  const sessions = () =>
    db
      .sql<{ id: string; ended_by: string | null; open: number }>(
        'SELECT id, ended_by, closed_at IS NULL AS open FROM sessions ORDER BY opened_at, id',
      )
      .all();
  const ends = () => sessions().map(({ ended_by }) => ended_by);
  const notes = () =>
    readdirSync(join(dir, 'workspace'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /memory\/.*\.md$/.test(name))
      .sort();
  const note = (name: string) => readFileSync(join(dir, 'workspace', name), 'utf8');
  const sweep = () => sweepResets({ db, wakeUps, timezone: 'UTC', privacy: memory.privacy }, reset, clock.now());
  const jobs = async (name: string) => (await house.queue.list({ name })).length;
  /** As a clock that jumps: nothing has to be gone through in between. */
  const later = (ms: number) => clock.set(clock.now() + ms);
  let replies = 0;
  async function chat(text: string): Promise<void> {
    replies = house.texts('owner').length + 1;
    await house.dm('owner', text);
    await house.until(() => house.texts('owner').length >= replies);
  }
  return { ...house, model, sessions, ends, notes, note, sweep, jobs, later, chat };
}

describe('/new', () => {
  it('answers at once, and behind it the conversation is written down and its tail kept', async () => {
    const { chat, texts, ends, notes, note, until, db } = await stage();
    await chat('the spare key is under the blue mat');
    const prompts = () => db.sql('SELECT count(*) FROM epochs').column<number>();
    expect(prompts()).toEqual([1]);
    await chat('/new');
    expect(texts('owner').at(-1)).toMatch(/fresh start/);
    // The files as they stood in its prompt are not kept any longer.
    expect(prompts()).toEqual([0]);
    expect(ends()).toEqual(['command']);
    await until(() => notes().length === 2 && openFlushes(db).length === 0);
    expect(notes()).toEqual(['memory/2026-11-29-0900.md', 'memory/2026-11-29.md']);
    expect(note('memory/2026-11-29-0900.md')).toContain('> the spare key is under the blue mat');
    await chat('hello');
    expect(ends()).toEqual(['command', null]);
  });

  it('a process that dies right behind it loses neither: the sweep finds the rows', async () => {
    const { dm, handlers, db, jobs, queue, wakeUps, ends, lanes, process, clock } = await stage(undefined, true);
    const run = async (name: string, row: number, fence: number) => {
      const job = { id: 'j', name, data: { row }, attempt: 1, addedAt: 0, firstRunAt: 0 } as Job;
      await handlers[name]?.run(job, { signal: new AbortController().signal, fence });
    };
    const fence = await db.write(() => lanes.acquire('main', process, clock.now() + HOUR) ?? 0);
    await dm('owner', 'the spare key is under the blue mat');
    await run('turn', 1, fence);
    await dm('owner', '/new');
    await run('command@gateway', 2, fence);
    expect(ends()).toEqual(['command']);
    // The wake-ups were lost with the process.
    for (const name of ['flush', 'snapshot']) {
      const [job] = await queue.list({ name });
      if (job) await queue.cancel(job.id);
    }
    await wakeUps.sweep([]);
    await wakeUps.sweep([]);
    expect([await jobs('flush'), await jobs('snapshot')]).toEqual([2, 2]);
    const waiting = (await queue.list({ states: ['waiting'] })).map(({ lane }) => lane);
    // Neither waits for the other, nor for a turn.
    expect(waiting).toEqual(expect.arrayContaining(['flush/main', 'snapshot/main']));
  });
});

describe('a silence', () => {
  it('ends the conversation when the next message comes after it, without a word', async () => {
    const { chat, ends, texts, until, notes, model, later } = await stage({ idleMinutes: 60 });
    await chat('the spare key is under the blue mat');
    later(50 * 60_000);
    await chat('still the same');
    expect(ends()).toEqual([null]);
    later(HOUR);
    await chat('good evening');
    expect(ends()).toEqual(['idle', null]);
    expect(texts('owner')).toHaveLength(3);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('still the same');
    await until(() => notes().length === 2);
  });

  it('ends it without waiting for a message', async () => {
    const { chat, clock, ends, sweep, until, notes, texts, later } = await stage({ idleMinutes: 60 });
    await chat('the spare key is under the blue mat');
    later(59 * 60_000);
    await sweep();
    await clock.advance(1_000);
    expect(ends()).toEqual([null]);
    later(60_000);
    await sweep();
    await until(() => ends()[0] === 'idle' && notes().length === 2);
    expect(texts('owner')).toHaveLength(1);
  });

  it('that was broken before the job ran ends nothing', async () => {
    const { chat, ends, handlers, sessions, later } = await stage({ idleMinutes: 60 });
    await chat('hello');
    later(50 * 60_000);
    await chat('hello again');
    later(20 * 60_000);
    const job = {
      id: 'j',
      name: 'reset',
      data: { session: sessions()[0]?.id ?? '' },
      attempt: 1,
      addedAt: 0,
      firstRunAt: 0,
    } as Job;
    await handlers.reset?.run(job, { signal: new AbortController().signal, fence: 1 });
    expect(ends()).toEqual([null]);
  });

  it('counts to when the message came, not to when there was time for it', async () => {
    const { dm, clock, ends, handlers, db, lanes, process, later } = await stage({ idleMinutes: 60 }, true);
    const fence = await db.write(() => lanes.acquire('main', process, clock.now() + 24 * HOUR) ?? 0);
    const turn = async (row: number) => {
      const job = { id: 'j', name: 'turn', data: { row }, attempt: 1, addedAt: 0, firstRunAt: 0 } as Job;
      await handlers.turn?.run(job, { signal: new AbortController().signal, fence });
    };
    await dm('owner', 'hello');
    await turn(1);
    later(59 * 60_000);
    await dm('owner', 'in time');
    later(3 * HOUR);
    await turn(2);
    expect(ends()).toEqual([null]);
  });

  it('never parts a turn that was cut short from its conversation', async () => {
    const { dm, clock, ends, handlers, db, lanes, process, transcripts, sessions, later } = await stage(
      { idleMinutes: 60 },
      true,
    );
    const fence = await db.write(() => lanes.acquire('main', process, clock.now() + 24 * HOUR) ?? 0);
    const turn = async (row: number, signal = new AbortController().signal) => {
      const job = { id: 'j', name: 'turn', data: { row }, attempt: 1, addedAt: 0, firstRunAt: 0 } as Job;
      await handlers.turn?.run(job, { signal, fence });
    };
    await dm('owner', 'hello');
    await turn(1);
    const [first] = sessions();
    later(2 * HOUR);
    await dm('owner', 'a question');
    // What an earlier process had written of this turn before it died.
    const { event } = db.sql<{ event: string }>('SELECT event FROM inbox WHERE row = 2').get() ?? { event: '{}' };
    const hold = await transcripts.hold(
      { id: first?.id ?? '', key: 'main' },
      { process, fence, raise: async (at) => at + 1 },
    );
    hold.append([{ type: 'tool_call', call: '1', name: 'x', args: '{}', turn: turnId(JSON.parse(event)) }]);
    await turn(2).catch(() => {});
    expect(ends()).toEqual([null]);
  });
});

it('a time of day ends what was said before it, once', async () => {
  const { chat, clock, ends, sweep, until, later } = await stage({ idleMinutes: 0, dailyAt: '04:00' });
  await chat('hello');
  later(18 * HOUR);
  await sweep();
  await clock.advance(1_000);
  expect(ends()).toEqual([null]);
  later(HOUR);
  await sweep();
  await until(() => ends()[0] === 'daily');
  await chat('good morning');
  await sweep();
  await clock.advance(1_000);
  expect(ends()).toEqual(['daily', null]);
});
