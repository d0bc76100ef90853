// Runs of schedules: their scope and session, what they may do, what is delivered and where, and how they end.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ChannelError, ModelError, type ModelRequest, type Schedule } from '../../../../src/contracts/index.js';
import { markIntroduced } from '../../../../src/gateway/grants.js';
import {
  addAccount,
  admitAccount,
  denyAccount,
  dismissAdmin,
  nameAdmin,
  removeAccount,
} from '../../../../src/gateway/people.js';
import { claimNow, openRuns } from '../../../../src/jobs/scheduler/claims.js';
import { type NewSchedule, putSchedule, removeSchedule, scheduleById } from '../../../../src/jobs/scheduler/rows.js';
import { openScheduler } from '../../../../src/jobs/scheduler/scheduler.js';
import { type Script, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { silentLog } from '../../../support/silent-log.js';

const DM = { channel: 'chat', account: 'bot', chat: 'owner' };
const TEAM = { channel: 'chat', account: 'bot', chat: 'team' };
/** What the owner's direct chat is called when the house writes first. */
const OWNER_DM = 'direct:chat:owner';

type Stage = Parameters<typeof openConversation>[0];

async function stage(script: Script = () => ({ text: 'fine' }), more: Partial<Stage> = {}) {
  const model = scriptedModel(script);
  const house = await openConversation({
    model,
    groups: { team: {} },
    channel: { openDirect: async (account) => ({ channel: 'chat', account: 'bot', chat: `direct:${account}` }) },
    ...more,
  });
  const { db, clock, wakeUps } = house;
  const scheduler = openScheduler({
    ...{ db, clock, log: silentLog },
    dispatch: async (run) => await wakeUps.run(run, scheduleById(db, run.schedule)?.task ?? 'ask'),
  });
  const put = async (wish: Partial<NewSchedule> = {}): Promise<Schedule> =>
    await db.write(() =>
      putSchedule(
        db,
        {
          id: 'daily',
          spec: { kind: 'every', everyMs: 60_000, anchor: clock.now() },
          zone: 'UTC',
          missed: 'run-once',
          task: 'ask',
          message: 'What is new in my notes?',
          chat: DM,
          scope: { kind: 'main' },
          by: 'chat:owner',
          via: 'command',
          ...wish,
        },
        clock.now(),
      ),
    );
  const runs = () =>
    db
      .sql<{ schedule: string; outcome: string | null; tokens: number; reason: string | null; session: string | null }>(
        'SELECT schedule, outcome, tokens, reason, session FROM runs ORDER BY claimed_at, slot',
      )
      .all();
  const ended = () => runs().filter(({ outcome }) => outcome !== null);
  async function slot(count = ended().length + 1): Promise<void> {
    clock.set(clock.now() + 60_000);
    await scheduler.tick();
    await house.until(() => ended().length >= count, 20 * 60_000);
  }
  const unsent = () => db.sql("SELECT count(*) FROM outbox WHERE state IN ('queued', 'sending')").column<number>()[0];
  const delivered = async () => await house.until(() => unsent() === 0);
  return { ...house, model, put, slot, runs, ended, scheduler, delivered };
}

/** Everything a request holds, as one text. */
function whole(request: ModelRequest | undefined): string {
  return JSON.stringify(request ?? {});
}

describe('a scheduled run', () => {
  it('C050 has a session of its own: fifty runs leave the main transcript as it was', async () => {
    const { put, slot, ended, db, dm, until, texts, dir, ...house } = await stage();
    await dm('owner', 'hello');
    await until(() => texts('owner').length === 1);
    const [main] = db.sql("SELECT id FROM sessions WHERE purpose = 'talk'").column<string>();
    const file = () => readFileSync(join(dir, 'sessions', `${main}.jsonl`), 'utf8');
    const before = file();
    await put();
    for (let n = 1; n <= 50; n++) await slot(n);
    await house.delivered();
    expect(ended().map(({ outcome }) => outcome)).toEqual(Array.from({ length: 50 }, () => 'said'));
    expect(file()).toBe(before);
    expect(new Set(ended().map(({ session }) => session)).size).toBe(50);
    // Nobody goes on with them, and nothing of them is written down or found.
    expect(db.sql("SELECT count(*) FROM sessions WHERE purpose = 'run' AND closed_at IS NULL").column()).toEqual([0]);
    expect(db.sql('SELECT count(*) FROM flushes').column()).toEqual([0]);
    expect(texts(OWNER_DM)).toHaveLength(50);
  });

  it('C119 is delivered once a slot, whatever is dispatched twice', async () => {
    const { put, slot, texts, wakeUps, db, delivered, runs } = await stage();
    await put();
    await slot();
    const [run] = db.sql<{ schedule: string; slot: number }>('SELECT schedule, slot FROM runs').all();
    if (run) await wakeUps.run(run, 'ask');
    await delivered();
    expect(texts(OWNER_DM)).toEqual(['fine']);
    expect(runs()).toHaveLength(1);
  });

  it('has the scope of the group that it is delivered to, whoever made it, and knows nothing private', async () => {
    const { put, slot, texts, model, dir, delivered } = await stage((_, n) =>
      n === 1
        ? { calls: [{ name: 'memory_search', args: { query: 'door code notes' } }] }
        : n === 2
          ? {
              calls: [
                { name: 'memory_get', args: { path: 'MEMORY.md' } },
                { name: 'read', args: { path: 'USER.md' } },
              ],
            }
          : { text: 'nothing new' },
    );
    const workspace = join(dir, 'workspace');
    writeFileSync(join(workspace, 'MEMORY.md'), '- The door code is 4711.\n');
    writeFileSync(join(workspace, 'USER.md'), 'The owner is called Ada.\n');
    mkdirSync(join(workspace, 'memory'), { recursive: true });
    writeFileSync(join(workspace, 'memory/2026-11-29.md'), '- 09:00 notes: the door code changed to 4712\n');
    await put({ chat: TEAM, scope: { kind: 'group', channel: 'chat', chat: 'team' } });
    await slot();
    await delivered();
    expect(texts('team')).toEqual(['nothing new']);
    expect(model.requests).toHaveLength(3);
    for (const request of model.requests) expect(whole(request)).not.toMatch(/471|Ada/);
  });

  it('of main goes to the owner alone, whatever chat was noted', async () => {
    const { put, slot, texts, delivered, sent } = await stage();
    await put({ chat: { channel: 'chat', account: 'bot', chat: 'stranger' } });
    await slot();
    await delivered();
    expect(texts(OWNER_DM)).toEqual(['fine']);
    expect(sent).toHaveLength(1);
  });

  it('is not delivered to a person who is shut out, nor to a group that the bot left', async () => {
    const { put, slot, db, clock, model, ended, sent } = await stage();
    const person = await db.write(() => admitAccount(db, 'chat:ann', 'Ann', clock.now()));
    await put({ id: 'ann', scope: { kind: 'person', person }, chat: { ...DM, chat: 'ann' } });
    await put({ id: 'gone', scope: { kind: 'group', channel: 'chat', chat: 'gone' }, chat: { ...TEAM, chat: 'gone' } });
    await db.write(() => denyAccount(db, { account: 'chat:ann', name: 'Ann' }, clock.now()));
    await slot(2);
    expect(ended().map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
    expect(model.requests).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('shows few files, says that nobody reads along, and has no tool that schedules or asks', async () => {
    const { put, slot, model, dir } = await stage();
    writeFileSync(join(dir, 'workspace/MEMORY.md'), '- The cat is called Momo.\n');
    writeFileSync(join(dir, 'workspace/AGENTS.md'), 'Every chat reads this file.\n\nBe brief.\n');
    await put();
    await slot();
    const [request] = model.requests;
    expect(whole(request)).toMatch(/Be brief/);
    expect(whole(request)).not.toMatch(/Momo/);
    expect(whole(request)).toMatch(/scheduled run \(daily\)/);
    expect(request?.tools?.map(({ name }) => name).sort()).toEqual([
      'memory_get',
      'memory_search',
      'memory_write',
      'read',
    ]);
  });

  it('C128 cannot schedule more: a text that asks for it is a task like any other', async () => {
    const { put, slot, db, texts, delivered } = await stage((_, n) =>
      n === 1
        ? { calls: [{ name: 'schedule', args: { action: 'add', every: '1m', text: 'again' } }] }
        : { text: 'Drink water.' },
    );
    await put({ message: 'remind me every minute' });
    await slot();
    await delivered();
    expect(db.sql('SELECT count(*) FROM schedules').column()).toEqual([1]);
    expect(texts(OWNER_DM)).toEqual(['Drink water.']);
  });

  it('delivers a text as it stands without asking anybody', async () => {
    const { put, slot, texts, model, delivered } = await stage();
    const message = '  **记得**喝水 — remind me every minute\n/cron add';
    await put({ task: 'say', message });
    await slot();
    await delivered();
    expect(texts(OWNER_DM)).toEqual([message]);
    expect(model.requests).toEqual([]);
  });

  it.each(['NO_REPLY', '', ' no_reply '])('keeps silent for %j', async (text) => {
    const { put, slot, ended, sent } = await stage(() => ({ text }));
    await put();
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'silent' }]);
    expect(sent).toEqual([]);
  });

  it('writes only into the memory of its own scope, and its words are not the owner’s where a model chose them', async () => {
    const { put, slot, dir, db } = await stage((_, n) =>
      n % 2 === 1
        ? { calls: [{ name: 'memory_write', args: { target: 'long', text: 'The build is green today.' } }] }
        : { text: 'NO_REPLY' },
    );
    await put({ via: 'tool', message: 'Note that the build is green today.' });
    await slot();
    expect(readFileSync(join(dir, 'workspace/MEMORY.md'), 'utf8')).toMatch(/build is green/);
    expect(db.sql('SELECT trust FROM ledger').column()).toEqual(['member']);
    expect(existsSync(join(dir, 'workspace/groups'))).toBe(false);
  });
});

describe('what changes while a run is under way', () => {
  const group = { kind: 'group', channel: 'chat', chat: 'team' } as const;
  const openSessions = "SELECT count(*) FROM sessions WHERE purpose = 'run' AND closed_at IS NULL";
  /** Whatever happens while the model is asked. */
  const meanwhile = { of: (_: number): unknown => undefined };

  it('a schedule that was given to another chat takes nothing there of what an earlier attempt has read', async () => {
    const { put, slot, model, texts, dir, db, delivered } = await stage((_, n) => {
      meanwhile.of(n);
      if (n === 1) return { calls: [{ name: 'memory_get', args: { path: 'MEMORY.md' } }] };
      return n === 2 ? { fail: new ModelError('unavailable', 'busy', { retryable: true }) } : { text: 'hello team' };
    });
    writeFileSync(join(dir, 'workspace/MEMORY.md'), '- The door code is 4711.\n');
    await put();
    meanwhile.of = (n) => n === 2 && put({ chat: TEAM, scope: group, via: 'cli', message: 'say hello' });
    await slot();
    await delivered();
    expect(texts('team')).toEqual(['hello team']);
    expect(whole(model.requests[1])).toMatch(/4711/);
    expect(model.requests).toHaveLength(3);
    expect(whole(model.requests[2])).not.toMatch(/4711/);
    expect(whole(model.requests[2])).toMatch(/say hello/);
    expect(db.sql(openSessions).column()).toEqual([0]);
  });

  it('nothing is delivered to whom the owner shuts out before it has ended', async () => {
    const { put, slot, db, clock, ended, sent } = await stage((_, n) => {
      meanwhile.of(n);
      return { text: 'for Ann alone' };
    });
    const person = await db.write(() => admitAccount(db, 'chat:ann', 'Ann', clock.now()));
    await put({ scope: { kind: 'person', person }, chat: { ...DM, chat: 'ann' } });
    meanwhile.of = () => db.write(() => denyAccount(db, { account: 'chat:ann', name: 'Ann' }, clock.now()));
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'failed', reason: expect.stringMatching(/no private chat/) }]);
    expect(sent).toEqual([]);
  });

  it('what is of main goes to another account of the owner’s where one is taken away before it has ended', async () => {
    const script: Script = (_, n) => {
      meanwhile.of(n);
      return { text: 'the door code is 4711' };
    };
    const { put, slot, db, sent, texts, delivered } = await stage(script, { owners: [] });
    await db.write(() => {
      addAccount(db, 'chat:lost', 'owner', 1);
      addAccount(db, 'chat:mine', 'owner', 2);
    });
    await put({ by: 'chat:lost' });
    meanwhile.of = () => db.write(() => removeAccount(db, 'chat:lost'));
    await slot();
    await delivered();
    expect(texts('direct:chat:mine')).toEqual(['the door code is 4711']);
    expect(sent).toHaveLength(1);
  });

  it('what waits for its platform reaches nobody who lost the account meanwhile', async () => {
    let away = true;
    const said: string[] = [];
    const { put, slot, db, clock, delivered, until } = await stage(undefined, {
      owners: [],
      async send(chat, message) {
        if (away) throw new ChannelError('network', 'no route', { retryable: true });
        said.push(`${chat.chat}: ${message.text}`);
        return { chat, message: String(said.length) };
      },
    });
    const person = await db.write(() => {
      addAccount(db, 'chat:lost', 'owner', 1);
      addAccount(db, 'chat:mine', 'owner', 2);
      return admitAccount(db, 'chat:ann', 'Ann', 3);
    });
    await put({ id: 'own', task: 'say', message: 'the door code is 4711' });
    await put({
      id: 'ann',
      task: 'say',
      message: 'for Ann',
      scope: { kind: 'person', person },
      chat: { ...DM, chat: 'ann' },
    });
    await slot(2);
    // Both were tried in vain.
    await until(() => db.sql("SELECT count(*) FROM outbox WHERE state = 'sending'").column<number>()[0] === 2);
    await db.write(() => {
      removeAccount(db, 'chat:lost');
      denyAccount(db, { account: 'chat:ann', name: 'Ann' }, clock.now());
    });
    away = false;
    await delivered();
    expect(said).toEqual(['direct:chat:mine: the door code is 4711']);
  });

  it('a run whose job is cancelled has ended, and no sweep brings it back', async () => {
    const { put, scheduler, clock, model, until, queue, desk, runs, ended, sent, db } = await stage(() => ({
      hang: true,
    }));
    await put();
    clock.set(clock.now() + 60_000);
    await scheduler.tick();
    await until(() => model.requests.length === 1);
    const [job] = await queue.list({ states: ['running'] });
    await desk.cancel(job?.id ?? '');
    await until(() => db.sql("SELECT 1 FROM jobs WHERE state = 'running'").get() === undefined);
    await scheduler.sweep();
    expect(runs()).toMatchObject([{ outcome: 'skipped', reason: 'its job was cancelled' }]);
    expect(await queue.list({ states: ['waiting', 'running'] })).toEqual([]);
    expect(ended()).toHaveLength(1);
    expect(sent).toEqual([]);
  });
});

describe('limits of a run', () => {
  it('ends one that takes too long, and says why in the list', async () => {
    const { put, slot, ended, sent } = await stage(() => ({ hang: true }));
    await put();
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'failed', reason: 'it took too long' }]);
    expect(sent).toEqual([]);
  });

  it('ends one that uses too many tokens', async () => {
    const { put, slot, ended, model } = await stage(() => ({
      calls: [{ name: 'memory_search', args: { query: 'more' } }],
      usage: { input: 60_000, output: 500 },
    }));
    await put();
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'failed', tokens: 121_000 }]);
    expect(ended()[0]?.reason).toMatch(/more than 100000 tokens/);
    expect(model.requests).toHaveLength(2);
  });

  it('has no more rounds than it may, and then answers with what it has', async () => {
    const { put, slot, ended, model } = await stage((request) =>
      request.answerOnly ? { text: 'that is all' } : { calls: [{ name: 'memory_search', args: { query: 'x' } }] },
    );
    await put();
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'said' }]);
    expect(model.requests).toHaveLength(4);
  });

  it('is skipped once the budget of the day is spent, and what was to happen once is told as it stood', async () => {
    const { put, slot, ended, texts, model, clock, delivered } = await stage(undefined, {
      limits: { scheduled: { runs: 1 } },
    });
    await put();
    await slot();
    await put({ id: 'once', spec: { kind: 'at', at: clock.now() + 60_000 }, message: 'Call Ada.' });
    await slot(3);
    await delivered();
    expect(
      ended()
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['said', 'skipped', 'skipped']);
    expect(model.requests).toHaveLength(1);
    expect(texts(OWNER_DM)).toHaveLength(2);
    expect(texts(OWNER_DM).at(-1)).toMatch(/as it was put:\n\nCall Ada\.$/);
  });
});

describe('runs that fail', () => {
  const auth = () => ({ fail: new ModelError('auth', 'secret provider words 401') });

  it('pause the schedule after five in a row, and say so once without the provider’s words', async () => {
    const { put, slot, ended, texts, db, scheduler, clock, delivered } = await stage(auth);
    await put({ chat: TEAM, scope: { kind: 'group', channel: 'chat', chat: 'team' } });
    for (let n = 1; n <= 5; n++) await slot(n);
    clock.set(clock.now() + 600_000);
    await scheduler.tick();
    await delivered();
    expect(ended()).toHaveLength(5);
    expect(scheduleById(db, 'daily')).toMatchObject({ state: 'paused', failures: 5 });
    expect(texts('team')).toHaveLength(1);
    expect(texts('team')[0]).toMatch(/daily failed five times in a row.*\/cron resume daily/);
    expect(texts('team')[0]).not.toMatch(/provider|401/);
    // Nobody goes on with what they began: retention finds it.
    expect(db.sql("SELECT count(*) FROM sessions WHERE purpose = 'run' AND closed_at IS NULL").column()).toEqual([0]);
    expect(scheduleById(db, 'daily')?.reason).not.toMatch(/provider|401/);
  });

  it('are tried again while that may help, and the slot ends once', async () => {
    const { put, slot, ended, texts, delivered } = await stage((_, n) =>
      n < 3 ? { fail: new ModelError('unavailable', 'busy', { retryable: true }) } : { text: 'at last' },
    );
    await put();
    await slot();
    await delivered();
    expect(ended()).toMatchObject([{ outcome: 'said' }]);
    expect(texts(OWNER_DM)).toEqual(['at last']);
  });

  it('are tried once more when the operator asks for it, though something was said instead', async () => {
    let broken = true;
    const script: Script = () => (broken ? { fail: new ModelError('auth', '401') } : { text: 'Ada is called.' });
    const { put, slot, queue, desk, ended, until, texts, clock, delivered } = await stage(script);
    await put({ id: 'once', spec: { kind: 'at', at: clock.now() + 60_000 }, message: 'Call Ada.' });
    await slot();
    await delivered();
    const [job] = await queue.list({ states: ['dead'] });
    broken = false;
    await desk.retry(job?.id ?? '');
    await until(() => texts(OWNER_DM).length === 2);
    expect(texts(OWNER_DM)).toEqual([expect.stringMatching(/as it was put:\n\nCall Ada\.$/), 'Ada is called.']);
    expect(ended()).toMatchObject([{ outcome: 'said', reason: null }]);
  });

  it('tell the owner of a paused schedule whose chat is out of reach', async () => {
    const { put, slot, texts, delivered } = await stage();
    await put({ scope: { kind: 'group', channel: 'chat', chat: 'gone' }, chat: { ...TEAM, chat: 'gone' } });
    for (let n = 1; n <= 5; n++) await slot(n);
    await delivered();
    expect(texts(OWNER_DM)).toHaveLength(1);
    expect(texts(OWNER_DM)[0]).toMatch(/paused.*I do not take part in that group any more/);
  });

  it('end without a word when the schedule was removed meanwhile', async () => {
    const { put, db, clock, wakeUps, until, sent, queue } = await stage();
    await put();
    const run = await db.write(() => claimNow(db, 'daily', clock.now()));
    await db.write(() => removeSchedule(db, 'daily'));
    if (run) await wakeUps.run(run, 'ask');
    let waiting = 1;
    await until(() => {
      void queue.list({ states: ['waiting', 'running'] }).then(({ length }) => {
        waiting = length;
      });
      return waiting === 0;
    });
    expect([openRuns(db), sent]).toEqual([[], []]);
  });
});

describe('the heartbeat', () => {
  const beat: Partial<NewSchedule> = { id: 'heartbeat', task: 'heartbeat', message: '', via: 'config', missed: 'skip' };

  it('shows the model what HEARTBEAT.md lists, and nothing of long-term memory', async () => {
    const { put, slot, model, texts, dir, delivered } = await stage(() => ({ text: 'The rent is due.' }));
    writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), '# To look after\n\n- the rent, on the 29th\n');
    writeFileSync(join(dir, 'workspace/MEMORY.md'), '- The cat is called Momo.\n');
    await put(beat);
    await slot();
    await delivered();
    expect(whole(model.requests[0])).toMatch(/the rent, on the 29th/);
    expect(whole(model.requests[0])).not.toMatch(/Momo/);
    expect(texts(OWNER_DM)).toEqual(['The rent is due.']);
  });

  it.each(['# To look after\n\n- [ ]\n-\n<!-- rent -->\n', '', undefined])(
    'costs nothing while the list is %j',
    async (text) => {
      const { put, slot, model, ended, dir } = await stage();
      if (text !== undefined) writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), text);
      await put(beat);
      await slot();
      expect(ended()).toMatchObject([{ outcome: 'silent', tokens: 0 }]);
      expect(model.requests).toEqual([]);
    },
  );

  it('rests outside its hours', async () => {
    const { put, slot, model, ended, dir, clock } = await stage();
    writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), '- the rent\n');
    clock.set(Date.parse('2026-11-29T22:30:00Z'));
    await put(beat);
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'skipped', reason: 'outside its hours' }]);
    expect(model.requests).toEqual([]);
  });

  it('is counted apart from other runs', async () => {
    const { put, slot, db, dir } = await stage(() => ({ text: 'NO_REPLY', usage: { input: 900, output: 5 } }));
    writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), '- the rent\n');
    await put(beat);
    await slot();
    expect(db.sql('SELECT kind, runs, tokens >= 905 AS counted FROM work_use').all()).toEqual([
      { kind: 'heartbeat', runs: 1, counted: 1 },
    ]);
  });
});

describe('a group that moved', () => {
  it('gets its runs under its new id, with its old memory', async () => {
    const { put, slot, texts, memory, db, delivered } = await stage(undefined, { groups: { team: {}, moved: {} } });
    await put({ chat: TEAM, scope: { kind: 'group', channel: 'chat', chat: 'team' } });
    await memory.folders.addAlias({ kind: 'group', channel: 'chat', chat: 'team' }, 'moved');
    await db.write(() => markIntroduced(db, { channel: 'chat', chat: 'moved' }, { turn: 'before', now: 0 }));
    await slot();
    await delivered();
    expect(texts('moved')).toEqual(['fine']);
  });
});

describe('the conversation behind a run', () => {
  it('is told what was sent to its chat since, once, and nothing of another scope', async () => {
    const { put, slot, dm, says, until, texts, model, delivered } = await stage();
    await dm('owner', 'hello');
    await until(() => texts('owner').length === 1);
    await put({ task: 'say', message: 'Call Ada about 4711.' });
    await slot();
    await delivered();
    await says('team', 'bob', 'and here?', { addressed: true });
    await until(() => texts('team').length === 1);
    expect(whole(model.requests.at(-1))).not.toMatch(/4711/);
    await dm('owner', 'done');
    await until(() => texts('owner').length === 2);
    expect(whole(model.requests.at(-1))).toMatch(/Sent here by schedule daily at .*Call Ada about 4711/);
    await dm('owner', 'thanks');
    await until(() => texts('owner').length === 3);
    expect(whole(model.requests.at(-1))).not.toMatch(/Sent here by schedule/);
  });
});

describe('a reminder that comes late', () => {
  it('says when it was due, behind its text', async () => {
    const { put, scheduler, clock, texts, ended, until, delivered } = await stage();
    await put({ task: 'say', message: 'Take the cake out.', spec: { kind: 'at', at: clock.now() + 60_000 } });
    clock.set(clock.now() + 31 * 24 * 3_600_000);
    await scheduler.tick();
    await until(() => ended().length === 1);
    await delivered();
    expect(texts(OWNER_DM)).toEqual([
      'Take the cake out.',
      '(That was due at Sun 2026-11-29 09:01 (UTC); I could not say it then.)',
    ]);
  });
});

describe('an admin who was dismissed', () => {
  it('has nothing run in the group any more', async () => {
    const { put, slot, db, clock, texts, ended, model, delivered } = await stage();
    const group = { channel: 'chat', chat: 'team' };
    await db.write(() => nameAdmin(db, group, { account: 'chat:bob', name: 'Bob' }, clock.now()));
    await put({ chat: TEAM, scope: { kind: 'group', ...group }, by: 'chat:bob' });
    await slot();
    await delivered();
    expect(texts('team')).toEqual(['fine']);
    await db.write(() => dismissAdmin(db, group, 'chat:bob'));
    await slot();
    expect(ended().at(-1)).toMatchObject({
      outcome: 'failed',
      reason: 'whoever made it may not schedule there any more',
    });
    expect(model.requests).toHaveLength(1);
  });
});

describe('another group', () => {
  it('is not told what a schedule sent to this one', async () => {
    const { put, slot, says, until, texts, model, delivered } = await stage(undefined, {
      groups: { team: {}, other: {} },
    });
    await put({
      task: 'say',
      message: 'Plan 4711.',
      chat: TEAM,
      scope: { kind: 'group', channel: 'chat', chat: 'team' },
    });
    await slot();
    await delivered();
    await says('other', 'bob', 'what is the plan?', { addressed: true });
    await until(() => texts('other').length === 1);
    expect(whole(model.requests.at(-1))).not.toMatch(/4711/);
    await says('team', 'bob', 'what is the plan?', { addressed: true });
    await until(() => texts('team').length === 2);
    expect(whole(model.requests.at(-1))).toMatch(/Plan 4711/);
  });
});
