import { describe, expect, it } from 'vitest';
import type { ChatModel } from '../../../../src/contracts/index.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { openConversation } from '../../../support/conversation.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { openPlatform } from '../../../support/platform.js';

/** Says its pieces with two seconds between them. */
function slowModel(clock: FakeClock, ...pieces: string[]): ChatModel {
  return {
    ...scriptedModel([]),
    async *stream() {
      for (const delta of pieces) {
        yield { type: 'text', delta };
        await clock.sleep(2_000);
      }
      yield { type: 'done', stop: 'end' };
    },
  };
}

async function ask(...pieces: string[]) {
  const clock = new FakeClock();
  const platform = openPlatform(clock);
  const model = slowModel(clock, ...pieces);
  const house = await openConversation({ clock, model, send: platform.channel.send, channel: platform.channel });
  await house.dm('owner', 'anything?');
  await house.until(() => house.db.sql("SELECT 1 FROM inbox WHERE state = 'answered'").get() !== undefined, 30_000);
  await house.clock.advance(5_000);
  return { house, platform };
}

describe('a model that wants to say nothing (C103, C113)', () => {
  it.each([[['NO_REPLY']], [[' NO_REPLY.']], [['NO_', 'REPLY']], [['**NO', '_REPLY**']]])(
    'is silent, in one piece or two: %j',
    async (pieces) => {
      const { house, platform } = await ask(...pieces);
      expect(platform.calls).toEqual([]);
      expect(house.db.sql('SELECT count(*) AS n FROM outbox').get()).toEqual({ n: 0 });
    },
  );

  it('says only the rest of what stands with the word', async () => {
    const { platform } = await ask('HEARTBEAT_', 'OK — fine');
    expect(platform.shows('owner')).toEqual(['fine']);
  });

  it('but speaks about the word is heard', async () => {
    const { platform } = await ask('You asked about `NO_', 'REPLY`: I write it for silence.');
    expect(platform.shows('owner')).toEqual(['You asked about `NO_REPLY`: I write it for silence.']);
  });

  it('after it had begun to speak takes that back', async () => {
    const clock = new FakeClock();
    const platform = openPlatform(clock);
    let requests = 0;
    const model: ChatModel = {
      ...scriptedModel([]),
      async *stream() {
        if (++requests === 1) {
          yield { type: 'text', delta: 'Let me look into the notes for you' };
          await clock.sleep(2_000);
          yield { type: 'tool-call', call: { id: '1', name: 'memory_search', args: '{"query":"庭"}' } };
          yield { type: 'done', stop: 'tools' };
        } else {
          yield { type: 'text', delta: 'NO_REPLY' };
          yield { type: 'done', stop: 'end' };
        }
      },
    };
    const house = await openConversation({ clock, model, send: platform.channel.send, channel: platform.channel });
    await house.dm('owner', 'anything?');
    await house.until(() => platform.shows('owner').length === 1);
    await house.until(() => house.db.sql("SELECT 1 FROM outbox WHERE state = 'sent'").get() !== undefined, 30_000);
    expect(platform.shows('owner')).toEqual(['(Nothing to add.)']);
  });
});

it('the sign that somebody writes is given until the reply begins to show, and not after', async () => {
  const clock = new FakeClock();
  const platform = openPlatform(clock);
  const signs: number[] = [];
  const model: ChatModel = {
    ...scriptedModel([]),
    async *stream() {
      await clock.sleep(9_000);
      for (const delta of ['The garden has ', 'three beds, ', '池が一つ, ', 'and a path ', 'around them.']) {
        yield { type: 'text', delta };
        await clock.sleep(5_000);
      }
      yield { type: 'done', stop: 'end' };
    },
  };
  const typing = async () => void signs.push(clock.now());
  const house = await openConversation({
    clock,
    model,
    send: platform.channel.send,
    channel: { ...platform.channel, typing },
  });
  const began = clock.now();
  await house.dm('owner', 'what is there?');
  await house.until(() => house.db.sql("SELECT 1 FROM outbox WHERE state = 'sent'").get() !== undefined, 60_000);
  const shown = platform.calls[0]?.at ?? 0;
  expect(shown - began).toBeGreaterThan(9_000);
  expect(signs.length).toBeGreaterThanOrEqual(3);
  expect(signs.filter((at) => at > shown)).toEqual([]);
  expect(platform.shows('owner')).toEqual(['The garden has three beds, 池が一つ, and a path around them.']);
});
