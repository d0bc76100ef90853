import { describe, expect, it } from 'vitest';
import { openLoopBrake } from '../../../src/gateway/loop-brake.js';
import { FakeClock } from '../../support/fake-clock.js';

const event = (account: string, chat = '1') => ({
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

  it('never holds a person who writes at a person’s pace', async () => {
    const clock = new FakeClock();
    const brake = openLoopBrake(clock);
    for (let n = 0; n < 100; n++) {
      expect(brake.holds(event('discord:1'))).toBe(false);
      await clock.advance(5_000);
    }
  });
});
