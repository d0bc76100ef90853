import { describe, expect, it } from 'vitest';
import { openLoopBrake } from '../../../src/gateway/loop-brake.js';
import { FakeClock } from '../../support/fake-clock.js';

const event = (account: string, chat = '1', at = Number.MAX_SAFE_INTEGER) => ({
  at,
  chat: { channel: 'discord', account: 'bot', chat },
  from: { account, name: account, kind: 'person' as const },
});

describe('the loop brake (C115)', () => {
  it('lets twenty messages of one account within a minute through, then pauses for a minute', async () => {
    const clock = new FakeClock();
    const brake = openLoopBrake(clock);
    const held = () => brake.holds(event('discord:1'));
    const answers: boolean[] = [];
    for (let n = 0; n < 50; n++) {
      answers.push(held());
      await clock.advance(1_000);
    }
    expect(answers.filter((one) => !one)).toHaveLength(20);
    expect(brake.holds(event('discord:2'))).toBe(false);
    expect(brake.holds(event('discord:1', '2'))).toBe(false);
    await clock.advance(120_000);
    expect(held()).toBe(false);
  });

  it('ends an exchange with a chat’s own voice that never hurries', async () => {
    const clock = new FakeClock();
    const brake = openLoopBrake(clock);
    const post = event('telegram:chat:-100');
    let answered = 0;
    for (let n = 0; n < 290; n++) {
      if (!brake.holds({ ...post, from: { ...post.from, kind: 'chat' } })) answered++;
      await clock.advance(6_000);
    }
    expect(answered).toBe(100);
  });

  it('holds nobody for what they wrote in hours while the bot was away, and a machine all the same', () => {
    const clock = new FakeClock();
    const brake = openLoopBrake(clock);
    const answered = (account: string, everyMs: number) =>
      Array.from({ length: 50 }, (_, n) => event(account, '1', clock.now() - 8 * 3_600_000 + n * everyMs)).filter(
        (one) => !brake.holds(one),
      ).length;
    expect(answered('discord:1', 5 * 60_000)).toBe(50);
    expect(answered('discord:2', 1_000)).toBe(20);
    expect(brake.holds(event('discord:2'))).toBe(false);
  });

  it('never holds a person who writes at a person’s pace', async () => {
    const clock = new FakeClock();
    const brake = openLoopBrake(clock);
    for (let n = 0; n < 100; n++) {
      expect(brake.holds(event('discord:1'))).toBe(false);
      await clock.advance(5_000);
    }
  });
});
