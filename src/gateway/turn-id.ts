// The name of the turn that an inbound event begins. Pure.

import { createHash } from 'node:crypto';
import type { InboundEvent } from '../contracts/index.js';

/** Stable across redelivery, retries and restarts: it derives from the event's own identity. */
export function turnId(event: InboundEvent): string {
  const identity = JSON.stringify([event.chat.channel, event.chat.account, event.id]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 20);
}
