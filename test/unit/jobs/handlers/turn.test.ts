import { describe, expect, it } from 'vitest';
import { ChannelError, ModelError } from '../../../../src/contracts/index.js';
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

describe('a reply', () => {
  it('is marked when the fate of the first attempt is unknown, and not when it surely failed', async () => {
    for (const [kind, marked] of [
      ['network', true],
      ['rate-limit', undefined],
    ] as const) {
      const tries: (boolean | undefined)[] = [];
      const house = await openConversation({
        model: scriptedModel(() => ({ text: 'hello' })),
        send: async (chat, message) => {
          tries.push(message.repeated);
          if (tries.length === 1) throw new ChannelError(kind, 'no', { retryable: true });
          return { chat, message: '1' };
        },
      });
      await house.dm('owner', 'hi');
      await house.until(() => tries.length === 2, 60_000);
      expect(tries).toEqual([undefined, marked]);
      await house.leave();
    }
  });

  it('that waited for more than a day is left out, which is said once, and newer ones leave in order', async () => {
    let up = false;
    const shown: string[] = [];
    const house = await openConversation({
      model: scriptedModel((_request, number) => ({ text: `answer ${number}` })),
      send: async (chat, message) => {
        if (!up) throw new ChannelError('unavailable', 'away', { retryable: true });
        shown.push(message.text);
        return { chat, message: '1' };
      },
    });
    await house.dm('owner', 'one');
    await house.dm('owner', 'two');
    const queued = () => house.db.sql<{ n: number }>('SELECT count(*) AS n FROM outbox').get()?.n;
    await house.dm('owner', 'three');
    await house.until(() => queued() === 3);
    await house.db.write(() => house.db.sql('UPDATE outbox SET queued_at = queued_at - 90000000 WHERE row <= 2').run());
    up = true;
    await house.until(() => shown.length === 2, 20_000);
    await house.clock.advance(1_000);
    expect(shown).toEqual(['answer 3', expect.stringMatching(/^\(2 replies .* left out\.\)$/)]);
  });

  it('is never sent by a process that does not own its connection', async () => {
    const house = await openConversation({ model: scriptedModel(() => ({ text: 'mine' })) });
    await house.db.write(() =>
      house.db
        .sql(
          `INSERT INTO outbox (turn, part, sender, chat, lane, message, state, queued_at)
           SELECT 'other', 1, 'terminal:other', :chat, 'outbox:' || :chat, '{"text":"for another window"}', 'queued', :now`,
        )
        .run({ chat: '{"channel":"chat","account":"bot","chat":"owner"}', now: house.clock.now() }),
    );
    await house.dm('owner', 'hi');
    await house.until(() => house.texts('owner').length === 1);
    await house.clock.advance(1_000);
    expect(house.texts('owner')).toEqual(['mine']);
  });

  it('that was given up is sent after all by jobs retry, and one that was cancelled never', async () => {
    let up = false;
    const shown: string[] = [];
    const house = await openConversation({
      model: scriptedModel((_request, number) => ({ text: `answer ${number}` })),
      send: async (chat, message) => {
        if (!up) throw new ChannelError('unavailable', 'away', { retryable: true });
        shown.push(message.text);
        return { chat, message: '1' };
      },
    });
    await house.dm('owner', 'one');
    const sending = () => house.queue.list({ name: 'send@gateway' });
    await house.until(() => house.db.sql<{ n: number }>('SELECT count(*) AS n FROM outbox').get()?.n === 1);
    const [job] = await sending();
    await house.desk.cancel(job?.id ?? '');
    await house.until(() => house.db.sql<{ state: string }>('SELECT state FROM outbox').get()?.state === 'dropped');
    await house.wakeUps.sweep(['gateway']);
    up = true;
    await house.clock.advance(120_000);
    expect(shown).toEqual([]);
    await house.desk.retry(job?.id.slice(0, 8) ?? '');
    await house.until(() => shown.length === 1);
    expect(shown).toEqual(['answer 1']);
  });

  it('that was cancelled on its way goes out with the mark when it is tried again', async () => {
    const tries: (boolean | undefined)[] = [];
    let fail = (_error: Error) => {};
    const house = await openConversation({
      model: scriptedModel(() => ({ text: 'hello' })),
      send: (chat, message) => {
        tries.push(message.repeated);
        if (tries.length > 1) return Promise.resolve({ chat, message: '1' });
        return new Promise((_resolve, reject) => {
          fail = reject;
        });
      },
    });
    await house.dm('owner', 'hi');
    await house.until(() => tries.length === 1);
    const [job] = await house.queue.list({ name: 'send@gateway' });
    await house.desk.cancel(job?.id ?? '');
    fail(new ChannelError('network', 'cut', { retryable: true }));
    await house.until(
      () => house.db.sql("SELECT 1 FROM jobs WHERE name = 'send@gateway' AND state = 'cancelled'").get() !== undefined,
    );
    await house.desk.retry(job?.id ?? '');
    await house.until(() => tries.length === 2);
    expect(tries).toEqual([undefined, true]);
  });

  it('that can never arrive is dropped, and the next one leaves', async () => {
    const shown: string[] = [];
    const house = await openConversation({
      model: scriptedModel((_request, number) => ({ text: `answer ${number}` })),
      send: async (chat, message) => {
        if (message.text === 'answer 1') throw new ChannelError('gone', 'blocked');
        shown.push(message.text);
        return { chat, message: '1' };
      },
    });
    await house.dm('owner', 'one');
    await house.dm('owner', 'two');
    await house.until(() => shown.length === 1);
    expect(house.db.sql('SELECT state FROM outbox ORDER BY row').all()).toEqual([
      { state: 'dropped' },
      { state: 'sent' },
    ]);
  });

  it('whose wake-up was lost still goes before a later one', async () => {
    const house = await openConversation({
      model: scriptedModel((_request, number) => ({ text: `answer ${number}` })),
    });
    await house.db.write(() =>
      house.db
        .sql(
          `INSERT INTO outbox (turn, part, sender, chat, lane, message, state, queued_at)
           SELECT 'lost', 1, 'gateway', :chat, 'outbox:' || :chat, '{"text":"from before"}', 'queued', :now`,
        )
        .run({ chat: '{"channel":"chat","account":"bot","chat":"owner"}', now: house.clock.now() }),
    );
    await house.dm('owner', 'hi');
    await house.until(() => house.texts('owner').length === 2);
    expect(house.texts('owner')).toEqual(['from before', 'answer 1']);
  });
});
