import { describe, expect, it } from 'vitest';
import type { InboundMessage } from '../../../src/contracts/index.js';
import { quietWindow } from '../../../src/gateway/fragments.js';

const message = (more: Partial<InboundMessage>): InboundMessage => ({
  type: 'message',
  id: '1',
  message: '1',
  chat: { channel: 'telegram', account: 'bot', chat: '1' },
  place: 'direct',
  from: { account: 'telegram:1', name: 'a', kind: 'person' },
  at: 0,
  text: 'hi',
  addressed: true,
  files: [],
  ...more,
});

describe('quietWindow', () => {
  it('waits for what may be a piece of more (C085, C086)', () => {
    expect(quietWindow(message({}), 4_096)).toBe(0);
    expect(quietWindow(message({ text: 'x'.repeat(3_000) }), 4_096)).toBe(0);
    expect(quietWindow(message({ text: '字'.repeat(3_905) }), 4_096)).toBe(1_500);
    expect(quietWindow(message({ album: 'a' }), 4_096)).toBe(700);
    expect(quietWindow(message({ text: '', quoted: [{ kind: 'forward', from: 'b', text: 'c' }] }), 4_096)).toBe(500);
    expect(quietWindow(message({ quoted: [{ kind: 'reply', from: 'b', text: 'c' }] }), 4_096)).toBe(0);
  });

  it('never waits for a script', () => {
    expect(quietWindow(message({ text: 'x'.repeat(4_096), scripted: true }), 4_096)).toBe(0);
  });
});
