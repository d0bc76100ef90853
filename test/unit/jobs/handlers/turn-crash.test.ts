// Turns of several messages whose process dies, loses its lane, fails or is cancelled in between: each message ends once.

import { describe, expect, it } from 'vitest';
import type { Job, JobHandler } from '../../../../src/contracts/index.js';
import { ModelError } from '../../../../src/contracts/index.js';
import { openInbox } from '../../../../src/gateway/inbox.js';
import { GATEWAY } from '../../../../src/gateway/roles.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { asked, steppedModel } from '../../../support/stepped-model.js';

type House = Awaited<ReturnType<typeof openConversation>>;

function handlerOf(house: House, name: string): JobHandler {
  const handler = house.handlers[name];
  if (!handler) throw new Error(`no handler ${name}`);
  return handler;
}

/** The job that serves a row, run by hand under a fence. */
function serve(house: House, row: number, fence: number, signal = new AbortController().signal): Promise<void> {
  const job = { id: 'j', name: 'turn', data: { row }, attempt: 1, addedAt: 0, firstRunAt: 0 } as Job;
  return handlerOf(house, 'turn').run(job, { signal, fence });
}

const take = (house: House) =>
  house.db.write(() => house.lanes.acquire('main', house.process, house.clock.now() + 60_000) ?? 0);
const release = (house: House, fence: number) =>
  house.db.write(() => house.lanes.release('main', house.process, fence));
const states = (house: House) =>
  house.db.sql("SELECT state FROM inbox WHERE job = 'turn' ORDER BY row").column<string>();
const replies = (house: House) => house.db.sql("SELECT message ->> '$.text' FROM outbox ORDER BY row").column<string>();

describe('a process that dies between the answer and its end', () => {
  it('has read what its turn was made of: the next one sends the answer and asks nothing again', async () => {
    const model = steppedModel();
    const house = await openConversation({ idle: true, model });
    await house.dm('owner', 'one');
    await house.dm('owner', '二');
    const first = await take(house);
    const running = serve(house, 1, first);
    await expect.poll(() => model.requests.length).toBe(1);
    // Somebody else has the lane when the answer is there: it stands in the transcript, and nowhere else.
    await release(house, first);
    const second = await take(house);
    model.answer('both');
    await expect(running).rejects.toThrow(/hands/);
    expect(states(house)).toEqual(['accepted', 'accepted']);
    await serve(house, 1, second);
    expect(states(house)).toEqual(['answered', 'answered']);
    expect(replies(house)).toEqual(['both']);
    expect(model.requests).toHaveLength(1);
    await serve(house, 2, second);
    expect(replies(house)).toEqual(['both']);
  });

  it('leaves what came too late to the next turn', async () => {
    const model = steppedModel();
    const house = await openConversation({ idle: true, model });
    await house.dm('owner', '/queue steer');
    const command = {
      id: 'c',
      name: 'command@gateway',
      data: { row: 1 },
      attempt: 1,
      addedAt: 0,
      firstRunAt: 0,
    } as Job;
    await handlerOf(house, 'command@gateway').run(command, { signal: new AbortController().signal, fence: 0 });
    await house.dm('owner', 'one');
    const first = await take(house);
    const running = serve(house, 2, first);
    await expect.poll(() => model.requests.length).toBe(1);
    await house.dm('owner', 'two');
    expect(house.db.sql('SELECT lead FROM inbox WHERE row = 3').column()).toEqual([2]);
    await release(house, first);
    const second = await take(house);
    model.answer('re one');
    await expect(running).rejects.toThrow(/hands/);
    await serve(house, 2, second);
    expect(states(house)).toEqual(['answered', 'accepted']);
    expect(openInbox(house.db).map(({ row }) => row)).toEqual([3]);
    const last = serve(house, 3, second);
    await expect.poll(() => model.requests.length).toBe(2);
    expect(asked(model.requests[1])).toEqual(['one', 'two']);
    model.answer('re two');
    await last;
    expect(states(house)).toEqual(['answered', 'answered']);
  });

  it('that has lost its lane begins no turn and takes no message into one', async () => {
    const house = await openConversation({ idle: true, model: scriptedModel(() => ({ text: 'ok' })) });
    await house.dm('owner', 'one');
    await house.dm('owner', 'two');
    const fence = await take(house);
    await expect(serve(house, 1, fence - 1)).rejects.toThrow(/hands/);
    expect(house.db.sql('SELECT lead FROM inbox').column()).toEqual([null, null]);
  });
});

describe('a turn of several messages that fails', () => {
  it('ends with one notice for all of them, and jobs retry brings all of them back', async () => {
    let broken = true;
    const model = scriptedModel((): ScriptStep => (broken ? { fail: new ModelError('auth', 'no') } : { text: 'both' }));
    const house = await openConversation({ model });
    await house.dm('owner', 'x'.repeat(4_000));
    await house.dm('owner', 'the end');
    await house.until(() => house.texts('owner').length === 1);
    expect(states(house)).toEqual(['failed', 'failed']);
    expect(house.texts('owner')).toEqual([expect.stringMatching(/did not accept the key/)]);
    broken = false;
    const [dead] = await house.queue.list({ states: ['dead'] });
    await house.desk.retry(dead?.id ?? '');
    await house.until(() => house.texts('owner').length === 2);
    expect(house.texts('owner')[1]).toBe('both');
    expect(states(house)).toEqual(['answered', 'answered']);
    expect(asked(model.requests.at(-1))).toEqual(['x'.repeat(4_000), 'the end']);
  });

  it('does not take along what was written while it was tried again', async () => {
    const model = scriptedModel((request): ScriptStep => {
      const last = asked(request).at(-1);
      return last === 'one' ? { fail: new ModelError('network', 'gone', { retryable: true }) } : { text: 're two' };
    });
    const house = await openConversation({ model });
    await house.dm('owner', 'one');
    await house.until(() => model.requests.length === 2);
    await house.dm('owner', 'two');
    await house.until(() => house.texts('owner').length === 2, 300_000);
    expect(states(house)).toEqual(['failed', 'answered']);
    expect(house.texts('owner')[1]).toBe('re two');
  });
});

describe('jobs cancel', () => {
  it('of a running turn ends the messages that belong to it, and jobs retry brings them back', async () => {
    const model = steppedModel();
    const house = await openConversation({ model });
    await house.dm('owner', 'x'.repeat(4_000));
    await house.dm('owner', 'the end');
    await house.until(() => model.requests.length === 1);
    const [running] = await house.queue.list({ states: ['running'] });
    await house.desk.cancel(running?.id ?? '');
    const jobStates = () => house.db.sql("SELECT DISTINCT state FROM jobs WHERE name = 'turn'").column<string>();
    await house.until(() => !jobStates().includes('running') && !jobStates().includes('waiting'));
    expect(states(house)).toEqual(['refused', 'refused']);
    await house.wakeUps.sweep([GATEWAY]);
    expect(await house.queue.list({ states: ['waiting', 'running'], name: 'turn' })).toEqual([]);
    await house.desk.retry(running?.id ?? '');
    await house.until(() => model.requests.length === 2);
    model.answer('after all');
    await house.until(() => house.texts('owner').length === 1);
    expect(states(house)).toEqual(['answered', 'answered']);
  });

  it('of the job of a message that joined a turn changes nothing: the turn answers it', async () => {
    const model = steppedModel();
    const house = await openConversation({ model });
    await house.dm('owner', 'zero');
    await house.until(() => model.requests.length === 1);
    await house.dm('owner', 'one');
    await house.dm('owner', 'two');
    model.answer('re zero');
    await house.until(() => model.requests.length === 2);
    const [last] = await house.queue.list({ states: ['waiting'], name: 'turn' });
    expect(last?.data.row).toBe(3);
    await house.desk.cancel(last?.id ?? '');
    model.answer('re both');
    await house.until(() => house.texts('owner').length === 2);
    expect(states(house)).toEqual(['answered', 'answered', 'answered']);
  });
});

describe('wake-ups that are lost', () => {
  it('of a message that came too late, of files, and of an edit, come back with the sweep', async () => {
    const model = steppedModel();
    const house = await openConversation({ model, channel: { fetch: async () => Buffer.from('text') } });
    // A process that dies behind the message and before its job leaves none.
    house.db.exec(`CREATE TRIGGER lost AFTER INSERT ON jobs WHEN NEW.name IN ('edit', 'fetch@gateway')
      BEGIN DELETE FROM jobs WHERE seq = NEW.seq; END`);
    const [edited] = [await house.dm('owner', 'meet at 5')].map(() => 'm1');
    await house.until(() => model.requests.length === 1);
    model.answer('ok');
    await house.until(() => house.texts('owner').length === 1);
    await house.happens({ type: 'edited', id: 'e1', message: edited ?? '', text: '六点见' });
    const file = { id: 'f', name: 'a.txt', mime: 'text/plain', bytes: 4, kind: 'file' as const };
    await house.happens({ type: 'message', text: 'look', files: [file] });
    await house.clock.advance(1_000);
    expect(model.requests).toHaveLength(1);
    house.db.exec('DROP TRIGGER lost');
    await house.wakeUps.sweep([GATEWAY]);
    await house.until(() => model.requests.length === 2);
    expect(asked(model.requests[1])).toEqual(['六点见', expect.stringMatching(/a\.txt.*says: "text"\]\nlook/)]);
  });
});
