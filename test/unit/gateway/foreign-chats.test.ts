import { expect, it } from 'vitest';
import type { ChatSettings } from '../../../src/contracts/index.js';
import { mustKnowChat } from '../../../src/gateway/foreign-chats.js';
import type { InboxRow } from '../../../src/gateway/inbox.js';
import { GATEWAY, terminalRole } from '../../../src/gateway/roles.js';

const settings = { dm: 'pairing', streaming: true, groups: {} } as ChatSettings;

function through(receiver: string, channel: string): Pick<InboxRow, 'receiver' | 'event'> {
  return { receiver, event: { chat: { channel, account: 'bot', chat: '1' } } as InboxRow['event'] };
}

it.each([['a worker', undefined] as const, ['a terminal', terminalRole('p')] as const])(
  '%s without the settings of a channel leaves its chats to others',
  (_, role) => {
    const row = through(GATEWAY, 'telegram');
    expect(() => mustKnowChat(row, { role, settings: undefined })).toThrow(/without what telegram needs/);
    expect(() => mustKnowChat(row, { role, settings })).not.toThrow();
  },
);

it('whoever has the connection judges by what it has, and terminals have no settings', () => {
  expect(() => mustKnowChat(through(GATEWAY, 'telegram'), { role: GATEWAY, settings: undefined })).not.toThrow();
  expect(() =>
    mustKnowChat(through(terminalRole('p'), 'console'), { role: undefined, settings: undefined }),
  ).not.toThrow();
});
