// The job that tells a transcript of an edit, run by hand over the whole house.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry, Job } from '../../../../src/contracts/index.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';

async function stage() {
  const house = await openConversation({ idle: true, model: scriptedModel(() => ({ text: 'ok' })) });
  const { db } = house;
  let fence = 0;
  const run = (name: string, row: number, under = fence) => {
    const job = { id: 'j', name, data: { row }, attempt: 1, addedAt: 0, firstRunAt: 0 } as Job;
    const handler = house.handlers[name];
    if (!handler) throw new Error(`no handler ${name}`);
    return handler.run(job, { signal: new AbortController().signal, fence: under });
  };
  const take = async () => {
    fence = await db.write(() => {
      house.lanes.release('main', house.process, fence);
      return house.lanes.acquire('main', house.process, house.clock.now() + 60_000) ?? 0;
    });
  };
  await take();
  await house.dm('owner', 'meet at 5');
  await run('turn', 1);
  const change = (text?: string) =>
    house.happens({
      type: text === undefined ? 'deleted' : 'edited',
      id: `e${Math.random()}`,
      message: 'm1',
      ...(text === undefined ? {} : { text }),
    });
  const sessions = () => db.sql('SELECT id FROM sessions ORDER BY opened_at, id').column<string>();
  const edits = () =>
    sessions().map((id) =>
      readFileSync(join(house.dir, 'sessions', `${id}.jsonl`), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .flatMap((line) => {
          const entry = JSON.parse(line) as Entry;
          return entry.type === 'edit' ? [entry.text ?? '(gone)'] : [];
        }),
    );
  const left = () => db.sql('SELECT revision - noted FROM inbox WHERE row = 1').column<number>()[0];
  return { ...house, run, take, change, edits, left };
}

describe('an edit after the answer', () => {
  it('is one entry, however often it is told, and the last of many', async () => {
    const { run, change, edits, left } = await stage();
    await change('at 6');
    await change('七点');
    await run('edit', 1);
    await run('edit', 1);
    expect(edits()).toEqual([['七点']]);
    expect(left()).toBe(0);
    await change();
    await run('edit', 1);
    expect(edits()).toEqual([['七点', '(gone)']]);
  });

  it('that was taken back again leaves the transcript as it is', async () => {
    const { run, change, edits, left } = await stage();
    await change('at 6');
    await change('meet at 5');
    await run('edit', 1);
    expect(edits()).toEqual([[]]);
    expect(left()).toBe(0);
  });

  it('that comes while the job runs is told by the same job', async () => {
    const { handlers, db, change, edits, left } = await stage();
    await change('at 6');
    const { signal } = new AbortController();
    let looked = 0;
    // It looks whether it may go on behind its look at the message.
    signal.throwIfAborted = () => {
      if (looked++ > 0) return;
      const set = "UPDATE inbox SET event = json_set(event, '$.text', '七点'), revision = revision + 1 WHERE row = 1";
      db.writeNow(() => db.sql(set).run());
    };
    const job = { id: 'j', name: 'edit', data: { row: 1 }, attempt: 1, addedAt: 0, firstRunAt: 0 } as Job;
    const fence = db.sql("SELECT fence FROM lanes WHERE lane = 'main'").column<number>()[0] ?? 0;
    await handlers.edit?.run(job, { signal, fence });
    expect(edits()).toEqual([['at 6', '七点']]);
    expect(left()).toBe(0);
  });

  it('reaches the conversation in which the message was written, though another has begun', async () => {
    const { run, change, edits, dm, left, clock } = await stage();
    await clock.advance(1_000);
    await dm('owner', '/new');
    await run('command@gateway', 2);
    await dm('owner', 'hello again');
    await run('turn', 3);
    await change('at 6');
    await run('edit', 1);
    expect(edits()).toEqual([['at 6'], []]);
    expect(left()).toBe(0);
  });

  it('of a message that no transcript knows is done with', async () => {
    const { run, change, edits, left, db } = await stage();
    await db.write(() => db.sql("UPDATE inbox SET event = json_set(event, '$.id', 'other')").run());
    await change('at 6');
    await run('edit', 1);
    expect(edits()).toEqual([[]]);
    expect(left()).toBe(0);
  });

  it('waits for the turn that is still to end', async () => {
    const { run, dm, happens, edits, db } = await stage();
    await dm('owner', 'two');
    await happens({
      type: 'edited',
      id: 'e',
      message: db.sql('SELECT message FROM inbox WHERE row = 2').column<string>()[0] ?? '',
      text: 'three',
    });
    await run('edit', 2);
    expect(edits()).toEqual([[]]);
  });
});

it('whoever lost the lane writes nothing that counts', async () => {
  const { run, take, change, edits, left, db, lanes, process, clock } = await stage();
  await change('at 6');
  const [old = 0] = db.sql("SELECT fence FROM lanes WHERE lane = 'main'").column<number>();
  await take();
  await db.write(() => lanes.acquire('main', process, clock.now()));
  await expect(run('edit', 1, old - 1)).rejects.toThrow(/hands/);
  expect(edits()).toEqual([[]]);
  expect(left()).toBe(1);
});
