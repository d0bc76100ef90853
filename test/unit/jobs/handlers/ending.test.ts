// How rows end, with the handlers run by hand: under the lane's fence, and where the chat is served now.

import { describe, expect, it } from 'vitest';
import type { Job, JobHandler } from '../../../../src/contracts/index.js';
import { openWakeUps } from '../../../../src/gateway/wake-ups.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { gatedModel } from '../../../support/gated-model.js';
import { memoryLog } from '../../../support/memory-log.js';

type House = Awaited<ReturnType<typeof openConversation>>;

function handlerOf(house: House, name: string): JobHandler {
  const handler = house.handlers[name];
  if (!handler) throw new Error(`no handler ${name}`);
  return handler;
}

async function jobOf(house: House, name: string): Promise<Job> {
  const [job] = await house.queue.list({ name });
  if (!job) throw new Error(`no job ${name}`);
  return { ...job, attempt: 1, firstRunAt: 1 };
}

const take = (house: House, lane: string) =>
  house.db.write(() => house.lanes.acquire(lane, house.process, house.clock.now() + 60_000) ?? 0);
const context = (fence: number) => ({ signal: new AbortController().signal, fence });

describe('a command', () => {
  it('changes nothing and answers nothing once its lane is lost', async () => {
    const house = await openConversation({ idle: true, model: scriptedModel(() => ({ text: 'ok' })) });
    await house.dm('owner', 'hello');
    const fence = await take(house, 'main');
    await handlerOf(house, 'turn').run(await jobOf(house, 'turn'), context(fence));
    const open = () => house.db.sql('SELECT id FROM sessions WHERE closed_at IS NULL').all();
    expect(open()).toHaveLength(1);
    await house.dm('owner', '/new');
    const job = await jobOf(house, 'command@gateway');
    await expect(handlerOf(house, 'command@gateway').run(job, context(fence - 1))).rejects.toThrow(/hands/);
    expect(open()).toHaveLength(1);
    expect(house.db.sql('SELECT count(*) AS n FROM outbox').get()).toEqual({ n: 1 });
    await handlerOf(house, 'command@gateway').run(job, context(fence));
    expect(open()).toHaveLength(0);
  });
});

describe('a reply', () => {
  it('leaves where the chat is served when the turn ends, not where it was when the turn began', async () => {
    const { model, open } = gatedModel('here');
    const house = await openConversation({ idle: true, model });
    await house.dm('owner', 'hello');
    const fence = await take(house, 'main');
    const running = handlerOf(house, 'turn').run(await jobOf(house, 'turn'), context(fence));
    await house.db.write(() => house.db.sql("UPDATE inbox SET receiver = 'terminal:next'").run());
    open();
    await running;
    expect(house.db.sql('SELECT sender FROM outbox').all()).toEqual([{ sender: 'terminal:next' }]);
  });

  it('that was given up is dropped, so that it holds up no other', async () => {
    const house = await openConversation({ idle: true, model: scriptedModel(() => ({ text: 'ok' })) });
    await house.dm('owner', '/nonsense');
    await handlerOf(house, 'command@gateway').run(await jobOf(house, 'command@gateway'), context(0));
    const job = await jobOf(house, 'send@gateway');
    await house.db.write(() => handlerOf(house, 'send@gateway').dead?.(job, new Error('no')));
    expect(house.db.sql('SELECT state FROM outbox').all()).toEqual([{ state: 'dropped' }]);
  });

  it('that was sent, or taken over, leaves no sending job behind', async () => {
    const house = await openConversation({ idle: true, model: scriptedModel(() => ({ text: 'ok' })) });
    for (const _ of [1, 2, 3]) await house.dm('owner', '/nonsense');
    for (const job of await house.queue.list({ name: 'command@gateway' })) {
      await handlerOf(house, 'command@gateway').run({ ...job, firstRunAt: 1 }, context(0));
    }
    await house.db.write(() => {
      house.db.sql("UPDATE outbox SET state = 'sent' WHERE row = 1").run();
      house.db.sql("UPDATE outbox SET sender = 'terminal:next' WHERE row = 2").run();
    });
    await house.wakeUps.tidy();
    const left = await house.queue.list({ name: 'send@gateway', states: ['waiting'] });
    expect(left.map(({ data }) => data.row)).toEqual([3]);
  });

  it('whose job another process ended a moment ago keeps nobody from tidying up the others', async () => {
    const house = await openConversation({ idle: true, model: scriptedModel(() => ({ text: 'ok' })) });
    for (const _ of [1, 2, 3]) await house.dm('owner', '/nonsense');
    for (const job of await house.queue.list({ name: 'command@gateway' })) {
      await handlerOf(house, 'command@gateway').run({ ...job, firstRunAt: 1 }, context(0));
    }
    await house.db.write(() => house.db.sql("UPDATE outbox SET state = 'sent'").run());
    const { list } = house.queue;
    let first = true;
    const queue = {
      ...house.queue,
      async list(filter?: Parameters<typeof list>[0]) {
        const jobs = await list(filter);
        const [newest] = jobs;
        if (first && newest) await house.queue.cancel(newest.id);
        first = false;
        return jobs;
      },
    };
    const log = memoryLog();
    await openWakeUps({ db: house.db, queue, log }).tidy();
    expect(await house.queue.list({ name: 'send@gateway', states: ['waiting'] })).toEqual([]);
    expect(log.events).toEqual([]);
  });
});
