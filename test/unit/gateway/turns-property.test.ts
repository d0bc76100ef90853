// Whatever people, operators and a failing model do to turns, in whatever order: no message is left where nobody serves it,
// and each is read once.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatModel, Entry, JobInfo, ModelEvent } from '../../../src/contracts/index.js';
import { ModelError } from '../../../src/contracts/index.js';
import { openInbox } from '../../../src/gateway/inbox.js';
import { GATEWAY } from '../../../src/gateway/roles.js';
import { turnId } from '../../../src/gateway/turn-id.js';
import { openConversation } from '../../support/conversation.js';
import { FakeClock } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

type Answer = 'ok' | 'refused' | 'broken' | 'tool';
type Op =
  | { do: 'say'; who: 'ann' | 'bob'; what: 'plain' | 'forward' | 'album' | 'photo' }
  | { do: 'queue'; mode: 'collect' | 'steer' | 'interrupt' }
  | { do: 'answer'; how: Answer }
  | { do: 'fetched' | 'stop' | 'restart' | 'sweep' }
  | { do: 'edit' | 'delete' | 'cancel' | 'retry' | 'lose'; which: number }
  | { do: 'pass'; ms: number };

const which = fc.nat(20);
const said = fc.record({
  do: fc.constant('say' as const),
  who: fc.constantFrom('ann' as const, 'bob' as const),
  what: fc.constantFrom('plain' as const, 'plain' as const, 'forward' as const, 'album' as const, 'photo' as const),
});
const answered = fc.record({
  do: fc.constant('answer' as const),
  how: fc.constantFrom<Answer>('ok', 'ok', 'refused', 'broken', 'tool'),
});
const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: said },
  { weight: 4, arbitrary: answered },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('queue' as const),
      mode: fc.constantFrom('collect' as const, 'steer' as const, 'interrupt' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Op>({ do: 'stop' }, { do: 'restart' }, { do: 'sweep' }) },
  { weight: 2, arbitrary: fc.constant<Op>({ do: 'fetched' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('edit' as const, 'delete' as const, 'cancel' as const, 'retry' as const, 'lose' as const),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(600, 3_000) }) },
);

/** What ends a message otherwise than by an answer. */
const spoils = (one: Op) =>
  one.do === 'cancel' ||
  one.do === 'delete' ||
  one.do === 'retry' ||
  (one.do === 'answer' && (one.how === 'refused' || one.how === 'broken'));

async function play(ops: readonly Op[]): Promise<void> {
  const dir = tempDir();
  const clock = new FakeClock();
  const waiting: ((how: Answer) => void)[] = [];
  let fetched: (() => void)[] = [];
  let atOnce = false;
  const model: ChatModel = {
    id: 'moody/test',
    contextTokens: 200_000,
    async *stream(_, signal): AsyncGenerator<ModelEvent> {
      const how = await new Promise<Answer>((resolve) => {
        if (atOnce) return resolve('ok');
        const answer = (how: Answer) => {
          waiting.splice(waiting.indexOf(answer), 1);
          resolve(how);
        };
        waiting.push(answer);
        signal.addEventListener('abort', () => answer('ok'), { once: true });
      });
      if (signal.aborted) return;
      if (how === 'refused') yield { type: 'failed', error: new ModelError('auth', 'no') };
      else if (how === 'broken') {
        yield { type: 'failed', error: new ModelError('network', 'gone', { retryable: true }) };
      } else if (how === 'tool') {
        yield { type: 'tool-call', call: { id: 'c', name: 'read', args: '{"path":"MEMORY.md"}' } };
        yield { type: 'done', stop: 'tools' };
      } else {
        yield { type: 'text', delta: 'answer' };
        yield { type: 'done', stop: 'end' };
      }
    },
  };
  const open = () =>
    openConversation({
      dir,
      clock,
      model,
      groups: { team: { respond: 'always' } },
      channel: {
        fetch: (_, signal) =>
          new Promise((resolve, reject) => {
            if (atOnce) return resolve(Buffer.from('x'));
            fetched.push(() => resolve(Buffer.from('x')));
            signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
          }),
      },
    });
  let house = await open();
  const messages: { id: string; who: string }[] = [];
  const group = { chat: { channel: 'chat', account: 'bot', chat: 'team' }, place: 'group' as const };

  let commands = 0;
  const command = () => ({ type: 'command' as const, id: `c${++commands}` });

  async function settle(ms = 100): Promise<void> {
    for (let passed = 0; passed < ms; passed += 50) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await clock.advance(50);
    }
  }

  function check(): void {
    const rows = house.db
      .sql<{ row: number; lead: number | null; kept: string | null }>(
        "SELECT row, lead, kept FROM inbox WHERE state = 'accepted' AND job = 'turn'",
      )
      .all();
    const served = new Set(openInbox(house.db).map(({ row }) => row));
    for (const { row, lead } of rows) {
      const leads = lead === null || lead === row;
      if (leads) expect(served, `row ${row} is served`).toContain(row);
      else
        expect(
          rows.find((one) => one.row === lead),
          `the turn of row ${row} is open and has begun`,
        ).toMatchObject({ lead });
    }
  }

  async function jobs(states: JobInfo['state'][]): Promise<JobInfo[]> {
    return (await house.queue.list({ states })).filter(({ name }) => name === 'turn' || name.startsWith('fetch@'));
  }

  async function apply(one: Op): Promise<void> {
    const nth = 'which' in one ? messages[one.which % Math.max(1, messages.length)] : undefined;
    if (one.do === 'say') {
      const files =
        one.what === 'album' || one.what === 'photo'
          ? [{ id: 'f', name: 'a.bin', mime: 'application/octet-stream', bytes: 1, kind: 'file' as const }]
          : [];
      const id = `p${messages.length}`;
      await house.says('team', one.who, one.what === 'forward' ? '' : `words ${messages.length}`, {
        id,
        message: id,
        files,
        ...(one.what === 'album' ? { album: 'a' } : {}),
        ...(one.what === 'forward' ? { quoted: [{ kind: 'forward', from: 'x', text: '消息' }] } : {}),
      });
      messages.push({ id, who: one.who });
    } else if (one.do === 'queue') await house.happens({ ...group, ...command(), name: 'queue', args: one.mode });
    else if (one.do === 'answer') waiting[0]?.(one.how);
    else if (one.do === 'fetched') {
      for (const done of fetched.splice(0)) done();
    } else if (one.do === 'stop') await house.happens({ ...group, ...command(), name: 'stop', args: '' });
    else if (one.do === 'sweep') await house.wakeUps.sweep([GATEWAY]);
    else if (one.do === 'pass') await settle(one.ms);
    else if (one.do === 'restart') {
      fetched = [];
      await house.leave();
      house = await open();
    } else if ((one.do === 'edit' || one.do === 'delete') && nth) {
      const from = { account: `chat:${nth.who}`, name: nth.who, kind: 'person' as const };
      const event = { ...group, from, message: nth.id };
      await house.happens(
        one.do === 'edit' ? { ...event, type: 'edited', text: `better ${one.which}` } : { ...event, type: 'deleted' },
      );
    } else if (one.do === 'cancel' || one.do === 'lose') {
      const found = await jobs(one.do === 'cancel' ? ['waiting', 'running'] : ['waiting']);
      const job = found[one.which % Math.max(1, found.length)];
      if (job) await (one.do === 'cancel' ? house.desk : house.queue).cancel(job.id).catch(() => {});
    } else if (one.do === 'retry') {
      const found = await jobs(['dead', 'cancelled']);
      const job = found[one.which % Math.max(1, found.length)];
      // One that another job does by now is refused.
      if (job) await house.desk.retry(job.id).catch(() => {});
    }
  }

  for (const one of ops) {
    await apply(one);
    check();
    await settle();
    check();
  }
  atOnce = true;
  const left = () => house.db.sql("SELECT count(*) FROM inbox WHERE state = 'accepted'").column<number>()[0] ?? 0;
  for (let round = 0; left() > 0 && round < 100; round++) {
    for (const answer of [...waiting]) answer('ok');
    for (const done of fetched.splice(0)) done();
    if (round % 5 === 0) await house.wakeUps.sweep([GATEWAY]);
    await settle(500);
    check();
  }
  expect(left()).toBe(0);

  const rows = house.db
    .sql<{ event: string; state: string; revision: number }>(
      "SELECT event, state, revision FROM inbox WHERE job = 'turn' ORDER BY row",
    )
    .all();
  if (!ops.some(spoils)) expect(rows.map(({ state }) => state)).toEqual(messages.map(() => 'answered'));
  const entries = readdirSync(join(dir, 'sessions')).flatMap((name) =>
    readFileSync(join(dir, 'sessions', name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Entry),
  );
  for (const { event, state } of rows) {
    const { text, files, quoted, ...rest } = JSON.parse(event);
    const read = entries.filter((entry) => entry.type === 'user' && entry.id === `user:${turnId(rest)}`);
    const gone = text === '' && files.length === 0 && quoted === undefined;
    expect(read.length).toBeLessThanOrEqual(1);
    if (state === 'answered' && !gone) {
      expect(read).toHaveLength(1);
      const ended = entries.filter(
        (entry) => entry.type === 'assistant' && entry.final && entry.turn === read[0]?.turn,
      );
      expect(ended).toHaveLength(1);
    }
  }
  await house.leave();
}

describe('messages of a conversation', () => {
  it('are each served until they end, and read once', { timeout: 120_000 }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(op, { minLength: 4, maxLength: 14 }), play), {
      numRuns: 10,
      endOnFailure: true,
    });
  });
});
