// One message of the house itself into any chat, through the gateway's connection and once only.

import type { ChatRef, OutboundMessage } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { insertOutbox, type Outgoing } from './outbox.js';
import { GATEWAY } from './roles.js';

/** Inside the caller's transaction; its sender is woken behind it. Undefined when a message with this key was queued before. */
export function queueMessage(
  db: Db,
  { key, to: chat, message, inbox }: { key: string; to: ChatRef; message: OutboundMessage; inbox?: number },
  now: number,
): Outgoing | undefined {
  const about = inbox === undefined ? {} : { inbox };
  const row = insertOutbox(db, { turn: key, part: 0, sender: GATEWAY, chat, message, ...about, queuedAt: now });
  return row === undefined ? undefined : { row, sender: GATEWAY, chat };
}
