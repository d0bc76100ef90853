// Runs of schedules: their scope and session, what they may do, and how they end.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/contracts/index.js';
import { admitAccount, denyAccount } from '../../../../src/gateway/people.js';
import { claimNow, openRuns } from '../../../../src/jobs/scheduler/claims.js';
import { type NewSchedule, removeSchedule, scheduleById } from '../../../../src/jobs/scheduler/rows.js';
import type { Script } from '../../../../src/models/scripted.js';
import { DM, OWNER_DM, runStage, TEAM, whole } from '../../../support/jobs/run-stage.js';

describe('a scheduled run', () => {
  it('C050 has a session of its own: fifty runs leave the main transcript as it was', async () => {
    const { put, slot, ended, db, dm, until, texts, dir, ...house } = await runStage();
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
    const { put, slot, texts, wakeUps, db, delivered, runs } = await runStage();
    await put();
    await slot();
    const [run] = db.sql<{ schedule: string; slot: number }>('SELECT schedule, slot FROM runs').all();
    if (run) await wakeUps.run(run, 'ask');
    await delivered();
    expect(texts(OWNER_DM)).toEqual(['fine']);
    expect(runs()).toHaveLength(1);
  });

  it('has the scope of the group that it is delivered to, whoever made it, and knows nothing private', async () => {
    const { put, slot, texts, model, dir, delivered } = await runStage((_, n) =>
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
    const { put, slot, texts, delivered, sent } = await runStage();
    await put({ chat: { channel: 'chat', account: 'bot', chat: 'stranger' } });
    await slot();
    await delivered();
    expect(texts(OWNER_DM)).toEqual(['fine']);
    expect(sent).toHaveLength(1);
  });

  it('is not delivered to a person who is shut out, nor to a group that the bot left', async () => {
    const { put, slot, db, clock, model, ended, sent } = await runStage();
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
    const { put, slot, model, dir } = await runStage();
    writeFileSync(join(dir, 'workspace/MEMORY.md'), '- The cat is called Momo.\n');
    writeFileSync(join(dir, 'workspace/AGENTS.md'), 'Every chat reads this file.\n\nBe brief.\n');
    await put();
    await slot();
    const [request] = model.requests;
    expect(whole(request)).toMatch(/Be brief/);
    expect(whole(request)).not.toMatch(/Momo/);
    expect(whole(request)).toMatch(/scheduled run \(daily\)/);
    expect(request?.tools?.map(({ name }) => name).sort()).toEqual([
      'grep',
      'list',
      'memory_get',
      'memory_search',
      'memory_write',
      'read',
      'web_fetch',
    ]);
  });

  it('C128 cannot schedule more: a text that asks for it is a task like any other', async () => {
    const { put, slot, db, texts, delivered } = await runStage((_, n) =>
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
    const { put, slot, texts, model, delivered } = await runStage();
    const message = '  **记得**喝水 — remind me every minute\n/cron add';
    await put({ task: 'say', message });
    await slot();
    await delivered();
    expect(texts(OWNER_DM)).toEqual([message]);
    expect(model.requests).toEqual([]);
  });

  it.each(['NO_REPLY', '', ' no_reply '])('keeps silent for %j', async (text) => {
    const { put, slot, ended, sent } = await runStage(() => ({ text }));
    await put();
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'silent' }]);
    expect(sent).toEqual([]);
  });

  it('writes only into the memory of its own scope, and its words are not the owner’s where a model chose them', async () => {
    const { put, slot, dir, db } = await runStage((_, n) =>
      n % 2 === 1
        ? { calls: [{ name: 'memory_write', args: { target: 'long', text: 'The build is green today.' } }] }
        : { text: 'NO_REPLY' },
    );
    await put({ via: 'tool', message: 'Note that the build is green today.' });
    await slot();
    // Nobody is there who could say yes to more than a line of the day.
    expect(existsSync(join(dir, 'workspace/MEMORY.md'))).toBe(false);
    const [path = ''] = db.sql('SELECT path FROM ledger').column<string>();
    expect(path).toMatch(/^memory\/\d{4}-\d\d-\d\d\.md$/);
    expect(readFileSync(join(dir, 'workspace', path), 'utf8')).toMatch(/Somebody said: The build is green/);
    expect(db.sql('SELECT trust FROM ledger').column()).toEqual(['member']);
    expect(existsSync(join(dir, 'workspace/groups'))).toBe(false);
  });
});

describe('limits of a run', () => {
  it('ends one that takes too long, and says why in the list', async () => {
    const { put, slot, ended, sent } = await runStage(() => ({ hang: true }));
    await put();
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'failed', reason: 'it took too long' }]);
    expect(sent).toEqual([]);
  });

  it('ends one that uses too many tokens', async () => {
    const { put, slot, ended, model } = await runStage(() => ({
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
    const { put, slot, ended, model } = await runStage((request) =>
      request.answerOnly ? { text: 'that is all' } : { calls: [{ name: 'memory_search', args: { query: 'x' } }] },
    );
    await put();
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'said' }]);
    expect(model.requests).toHaveLength(4);
  });

  it('is skipped once the budget of the day is spent, and what was to happen once is told as it stood', async () => {
    const { put, slot, ended, texts, model, clock, delivered } = await runStage(undefined, {
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
    const { put, slot, ended, texts, db, scheduler, clock, delivered } = await runStage(auth);
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
    const { put, slot, ended, texts, delivered } = await runStage((_, n) =>
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
    const { put, slot, queue, desk, ended, until, texts, clock, delivered } = await runStage(script);
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
    const { put, slot, texts, delivered } = await runStage();
    await put({ scope: { kind: 'group', channel: 'chat', chat: 'gone' }, chat: { ...TEAM, chat: 'gone' } });
    for (let n = 1; n <= 5; n++) await slot(n);
    await delivered();
    expect(texts(OWNER_DM)).toHaveLength(1);
    expect(texts(OWNER_DM)[0]).toMatch(/paused.*I do not take part in that group any more/);
  });

  it('end without a word when the schedule was removed meanwhile', async () => {
    const { put, db, clock, wakeUps, until, sent, queue } = await runStage();
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
    const { put, slot, model, texts, dir, delivered } = await runStage(() => ({ text: 'The rent is due.' }));
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
      const { put, slot, model, ended, dir } = await runStage();
      if (text !== undefined) writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), text);
      await put(beat);
      await slot();
      expect(ended()).toMatchObject([{ outcome: 'silent', tokens: 0 }]);
      expect(model.requests).toEqual([]);
    },
  );

  it('rests outside its hours', async () => {
    const { put, slot, model, ended, dir, clock } = await runStage();
    writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), '- the rent\n');
    clock.set(Date.parse('2026-11-29T22:30:00Z'));
    await put(beat);
    await slot();
    expect(ended()).toMatchObject([{ outcome: 'skipped', reason: 'outside its hours' }]);
    expect(model.requests).toEqual([]);
  });

  it('is counted apart from other runs', async () => {
    const { put, slot, db, dir } = await runStage(() => ({ text: 'NO_REPLY', usage: { input: 900, output: 5 } }));
    writeFileSync(join(dir, 'workspace/HEARTBEAT.md'), '- the rent\n');
    await put(beat);
    await slot();
    expect(db.sql('SELECT kind, runs, tokens >= 905 AS counted FROM work_use').all()).toEqual([
      { kind: 'heartbeat', runs: 1, counted: 1 },
    ]);
  });
});
