// Where runs of schedules are delivered while things change around them, and what their chats know of it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ChannelError, ModelError } from '../../../../src/contracts/index.js';
import { markIntroduced } from '../../../../src/gateway/grants.js';
import {
  addAccount,
  admitAccount,
  denyAccount,
  dismissAdmin,
  nameAdmin,
  removeAccount,
} from '../../../../src/gateway/people.js';
import type { Script } from '../../../../src/models/scripted.js';
import { DM, OWNER_DM, runStage, TEAM, whole } from '../../../support/jobs/run-stage.js';

describe('what changes while a run is under way', () => {
  const group = { kind: 'group', channel: 'chat', chat: 'team' } as const;
  const openSessions = "SELECT count(*) FROM sessions WHERE purpose = 'run' AND closed_at IS NULL";
  /** Whatever happens while the model is asked. */
  const meanwhile = { of: (_: number): unknown => undefined };

  it('a schedule that was given to another chat takes nothing there of what an earlier attempt has read', async () => {
    const { put, slot, model, texts, dir, db, delivered } = await runStage((_, n) => {
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
    const { put, slot, db, clock, ended, sent } = await runStage((_, n) => {
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
    const { put, slot, db, sent, texts, delivered } = await runStage(script, { owners: [] });
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
    const { put, slot, db, clock, delivered, until } = await runStage(undefined, {
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
    const { put, scheduler, clock, model, until, queue, desk, runs, ended, sent, db } = await runStage(() => ({
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

describe('a group that moved', () => {
  it('gets its runs under its new id, with its old memory', async () => {
    const { put, slot, texts, memory, db, delivered } = await runStage(undefined, { groups: { team: {}, moved: {} } });
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
    const { put, slot, dm, says, until, texts, model, delivered } = await runStage();
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
    const { put, scheduler, clock, texts, ended, until, delivered } = await runStage();
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
    const { put, slot, db, clock, texts, ended, model, delivered } = await runStage();
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
    const { put, slot, says, until, texts, model, delivered } = await runStage(undefined, {
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
