import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/contracts/index.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { gatedModel } from '../../../support/gated-model.js';

const network = () => new ModelError('network', 'gone', { retryable: true });

describe('a turn whose model fails', () => {
  it('is tried again in its place for two minutes, then ends with one notice, a dead letter, and the next is answered', async () => {
    const model = scriptedModel((request): ScriptStep => {
      const last = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
      return last.startsWith('first') ? { fail: network() } : { text: 'second answer' };
    });
    const house = await openConversation({ model });
    const began = house.clock.now();
    await house.dm('owner', 'first');
    await house.until(() => model.requests.length === 1);
    await house.dm('owner', 'second');
    await house.until(() => house.texts('owner').length >= 2, 300_000);
    expect(house.clock.now() - began).toBeGreaterThan(60_000);
    expect(house.clock.now() - began).toBeLessThan(125_000);
    expect(house.texts('owner')).toEqual([expect.stringMatching(/could not reach/), 'second answer']);
    expect(model.requests.length).toBeGreaterThan(4);
    const [dead] = await house.queue.list({ states: ['dead'] });
    expect(dead).toMatchObject({ name: 'turn', reason: expect.stringMatching(/gone/) });
    expect(house.db.sql('SELECT state FROM inbox ORDER BY row').all()).toEqual([
      { state: 'failed' },
      { state: 'answered' },
    ]);
  });

  it('at once for an error that no second try can mend, and jobs retry opens it again', async () => {
    let broken = true;
    const model = scriptedModel(() => (broken ? { fail: new ModelError('auth', 'no') } : { text: 'after all' }));
    const house = await openConversation({ model });
    await house.dm('owner', 'hi');
    await house.until(() => house.texts('owner').length === 1);
    expect(model.requests).toHaveLength(1);
    const [dead] = await house.queue.list({ states: ['dead'] });
    await house.desk.retry(dead?.id ?? '');
    await house.until(() => house.texts('owner').length === 2);
    expect(house.texts('owner')[1]).toMatch(/did not accept the key/);
    broken = false;
    await house.desk.retry(dead?.id ?? '');
    await house.until(() => house.texts('owner').length === 3);
    expect(house.texts('owner')[2]).toBe('after all');
    expect(await house.queue.list({ states: ['dead'] })).toEqual([]);
  });
});

describe('a turn that is tried again after later ones', () => {
  it('stands last in its request, with the facts of the moment behind its own text', async () => {
    let broken = true;
    const model = scriptedModel((request): ScriptStep => {
      const last = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
      return last.startsWith('first') && broken
        ? { fail: new ModelError('auth', 'no') }
        : { text: `re ${last.slice(0, 6)}` };
    });
    const house = await openConversation({ model });
    await house.dm('owner', 'first question');
    await house.until(() => house.texts('owner').length === 1);
    await house.dm('owner', 'second question');
    await house.until(() => house.texts('owner').length === 2);
    broken = false;
    const [dead] = await house.queue.list({ states: ['dead'] });
    await house.desk.retry(dead?.id ?? '');
    await house.until(() => house.texts('owner').length === 3);
    expect(house.texts('owner').slice(1)).toEqual(['re second', 're first']);
    const messages = model.requests.at(-1)?.messages ?? [];
    expect(messages.map(({ text }) => text.split('\n')[0])).toEqual([
      'second question',
      're second'.slice(0, 9),
      'first question',
    ]);
    expect(messages.filter(({ text }) => text.includes('<turn-facts>'))).toEqual([messages.at(-1)]);
  });
});

describe('a clock that is set forward', () => {
  it('ends no turn that is running', async () => {
    const { model, open } = gatedModel('not too long at all');
    const house = await openConversation({ model });
    await house.dm('owner', 'hi');
    await house.until(() => house.db.sql('SELECT 1 FROM lanes WHERE holder IS NOT NULL').get() !== undefined);
    house.clock.set(house.clock.now() + 3_600_000);
    await house.clock.advance(1_000);
    open();
    await house.until(() => house.texts('owner').length === 1);
    expect(house.texts('owner')).toEqual(['not too long at all']);
  });
});

describe('a shutdown', () => {
  it('still sends the reply of a turn that ends in time', async () => {
    const { model, open } = gatedModel('just in time');
    const house = await openConversation({ model, drainMs: 5_000 });
    await house.dm('owner', 'hi');
    await house.until(() => house.db.sql('SELECT 1 FROM lanes WHERE holder IS NOT NULL').get() !== undefined);
    const leaving = house.leave();
    open();
    await leaving;
    expect(house.texts('owner')).toEqual(['just in time']);
  });
});

describe('a turn that lost its lane', () => {
  it('sends nothing: the next holder answers, once', async () => {
    const { model, open } = gatedModel('the answer');
    const house = await openConversation({ model });
    await house.dm('owner', 'hi');
    await house.until(
      () => (house.db.sql<{ n: number }>('SELECT count(*) AS n FROM lanes WHERE holder IS NOT NULL').get()?.n ?? 0) > 0,
    );
    // Somebody else takes the lane while the model still thinks.
    await house.db.write(() =>
      house.db.sql("UPDATE lanes SET fence = fence + 1, holder = 'other' WHERE lane = 'main'").run(),
    );
    open();
    const refused = () => house.db.sql("SELECT 1 FROM jobs WHERE name = 'turn' AND reason LIKE '%hands%'").get();
    await house.until(() => refused() !== undefined);
    expect(house.db.sql('SELECT count(*) AS n FROM outbox').get()).toEqual({ n: 0 });
    await house.until(() => house.texts('owner').length > 0, 120_000);
    expect(house.texts('owner')).toEqual(['the answer']);
  });
});

describe('two sessions', () => {
  it('never wait for each other', async () => {
    const model = scriptedModel((request): ScriptStep => {
      const last = request.messages.findLast((message) => message.role === 'user')?.text ?? '';
      return last.startsWith('hang') ? { hang: true } : { text: 'quick' };
    });
    const house = await openConversation({ model });
    await house.db.write(() => {
      house.db.sql("INSERT INTO people VALUES ('chat-ann', 'ann', 'member', 0)").run();
      house.db.sql("INSERT INTO accounts VALUES ('chat:ann', 'chat-ann', 0)").run();
    });
    await house.dm('owner', 'hang');
    await house.dm('owner', 'after');
    await house.dm('ann', 'hi');
    await house.until(() => house.texts('ann').length === 1, 2_000);
    expect(house.texts('owner')).toEqual([]);
    await house.until(() => house.texts('owner').length === 2, 90_000);
    expect(house.texts('owner')).toEqual(['That took too long, so I stopped.', 'quick']);
  });
});
