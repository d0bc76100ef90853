// The last door of a channel: whoever wrote a configured secret into a reply, none leaves.

import { expect, it } from 'vitest';
import type { Channel, OutboundMessage } from '../../../src/contracts/index.js';
import { safeChannels } from '../../../src/gateway/safe-channel.js';
import { secretFilter } from '../../../src/ops/secret-filter.js';

const KEY = 'planted-key-93kf0s';
const CHAT = { channel: 'chat', account: 'bot', chat: '7' };
const REF = { chat: CHAT, message: '1' };
const message = (text: string): OutboundMessage => ({ text, format: 'markdown' }) as OutboundMessage;

/** A channel of a class: its methods need their own `this`. */
class Recording implements Channel {
  readonly seen: string[] = [];
  async start() {}
  async stop() {}
  health() {
    return { state: 'up' as const, seen: this.seen.length };
  }
  async send(_to: unknown, { text }: OutboundMessage) {
    this.seen.push(`send ${text}`);
    return REF;
  }
  parts({ text }: OutboundMessage) {
    this.seen.push(`parts ${text}`);
    return 1;
  }
  async edit(_ref: unknown, { text }: OutboundMessage) {
    this.seen.push(`edit ${text}`);
  }
}

it('C148: send, parts and edit all go through the filter, everything else as before', async () => {
  const bare = new Recording();
  const find = safeChannels((id) => (id === 'chat' ? bare : undefined), secretFilter([KEY]));
  const safe = find('chat');
  expect(await safe?.send(CHAT, message(`密钥 ${KEY}`))).toBe(REF);
  safe?.parts?.(message(KEY));
  await safe?.edit?.(REF, message(`now ${Buffer.from(KEY).toString('base64')}`));
  expect(bare.seen).toEqual(['send 密钥 [secret]', 'parts [secret]', 'edit now [secret]']);
  expect(safe?.health()).toEqual({ state: 'up', seen: 3 });
  expect(safe?.typing).toBeUndefined();
  expect(find('chat')).toBe(safe);
  expect(find('other')).toBeUndefined();
});

it('an ability that a channel lacks is not made up', () => {
  const { start, stop, send, health } = new Recording();
  const safe = safeChannels(() => ({ start, stop, send, health }), secretFilter([KEY]))('chat');
  expect([safe?.parts, safe?.edit]).toEqual([undefined, undefined]);
});
