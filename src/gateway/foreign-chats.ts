// Turns of chats whose messages came through another process: whoever runs one has to know what nightjar.yaml says of its
// channel. One that was started without a channel's variables takes it for absent, and would drop the limits of its chats.

import { type ChatSettings, QueueError } from '../contracts/index.js';
import { TERMINALS } from './identity.js';
import type { InboxRow } from './inbox.js';

/** Throws a QueueError, which gives the job back, where what holds in the chat cannot be known in the process of that role. */
export function mustKnowChat(
  { receiver, event }: Pick<InboxRow, 'receiver' | 'event'>,
  here: { role: string | undefined; settings: ChatSettings | undefined },
): void {
  const { channel } = event.chat;
  if (receiver === here.role || channel === TERMINALS || here.settings !== undefined) return;
  throw new QueueError(`this process was started without what ${channel} needs, so it leaves its chats to others`, {
    retryable: true,
    remedy: 'Start it with the same environment variables as the bot.',
  });
}
