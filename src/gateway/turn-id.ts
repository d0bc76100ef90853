// The identity of an inbound event, and the name of the turn that it begins. Pure.

import { createHash } from 'node:crypto';
import type { InboundEvent } from '../contracts/index.js';

/** One text per event of a platform, whatever is delivered twice. */
export function eventKey({ chat, id }: Pick<InboundEvent, 'chat' | 'id'>): string {
  return JSON.stringify([chat.channel, chat.account, id]);
}

/** Stable across redelivery, retries and restarts: it derives from the event's own identity. */
export function turnId(event: InboundEvent): string {
  return createHash('sha256').update(eventKey(event)).digest('hex').slice(0, 20);
}
