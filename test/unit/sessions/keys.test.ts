import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/contracts/index.js';
import { sessionKey } from '../../../src/sessions/keys.js';

const group = (chat: string, channel = 'telegram'): Scope => ({ kind: 'group', channel, chat });

describe('sessionKey', () => {
  it('C044: gives each forum topic a session of its own', () => {
    const five = sessionKey(group('-1001'), { thread: '5' });
    const nine = sessionKey(group('-1001'), { thread: '9' });
    const whole = sessionKey(group('-1001'), {});
    expect(new Set([five, nine, whole]).size).toBe(3);
  });

  it('C046: keeps sign, prefix and kind of a chat apart', () => {
    const keys = [
      sessionKey(group('123'), {}),
      sessionKey(group('-123'), {}),
      sessionKey(group('-100123'), {}),
      sessionKey({ kind: 'person', person: '123' }, {}),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it('joins the private chats of the owner, and of one person, whatever the channel or thread', () => {
    expect(sessionKey({ kind: 'main' }, { thread: '7' })).toBe(sessionKey({ kind: 'main' }, {}));
    const bob: Scope = { kind: 'person', person: 'telegram-42' };
    expect(sessionKey(bob, {})).toBe(sessionKey(bob, { thread: '7' }));
  });

  it('never lets two conversations share a key', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    const place = fc.record({
      channel: fc.constantFrom('telegram', 'discord'),
      chat: id,
      thread: fc.option(id, { nil: undefined }),
    });
    fc.assert(
      fc.property(place, place, (a, b) => {
        const key = (p: typeof a) =>
          sessionKey(group(p.chat, p.channel), p.thread === undefined ? {} : { thread: p.thread });
        const same = a.channel === b.channel && a.chat === b.chat && a.thread === b.thread;
        expect(key(a) === key(b)).toBe(same);
      }),
    );
    // Parts that try to look like separators.
    expect(sessionKey(group('a/b'), {})).not.toBe(sessionKey(group('a'), { thread: 'b' }));
    expect(sessionKey(group('a%2fb'), {})).not.toBe(sessionKey(group('a/b'), {}));
  });
});
