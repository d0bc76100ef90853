import { describe, expect, it } from 'vitest';
import { ChannelError, ModelError } from '../../../../src/contracts/index.js';
import { type ScriptStep, scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';

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
    await house.queue.retry(dead?.id ?? '');
    await house.until(() => house.texts('owner').length === 2);
    expect(house.texts('owner')[1]).toMatch(/did not accept the key/);
    broken = false;
    await house.queue.retry(dead?.id ?? '');
    await house.until(() => house.texts('owner').length === 3);
    expect(house.texts('owner')[2]).toBe('after all');
    expect(await house.queue.list({ states: ['dead'] })).toEqual([]);
  });
});

describe('a turn that lost its lane', () => {
  it('sends nothing: the next holder answers, once', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const scripted = scriptedModel(() => ({ text: 'the answer' }));
    const model = {
      ...scripted,
      async *stream(...args: Parameters<typeof scripted.stream>) {
        await gate;
        yield* scripted.stream(...args);
      },
    };
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
    await house.clock.advance(100);
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
           SELECT 'lost', 1, 'gateway', :chat, 'outbox:' || :chat, '{"text":"from before"}', 'queued', 0`,
        )
        .run({ chat: '{"channel":"chat","account":"bot","chat":"owner"}' }),
    );
    await house.dm('owner', 'hi');
    await house.until(() => house.texts('owner').length === 2);
    expect(house.texts('owner')).toEqual(['from before', 'answer 1']);
  });
});
