// The identity of an inbound event, and the name of the turn that it begins. Pure.

import { createHash } from 'node:crypto';
import type { InboundEvent, ScheduledRun } from '../contracts/index.js';
import { runOfOutboxTurn } from './run-name.js';

/** One text per event of a platform, whatever is delivered twice. */
export function eventKey({ chat, id }: Pick<InboundEvent, 'chat' | 'id'>): string {
  return JSON.stringify([chat.channel, chat.account, id]);
}

/** Stable across redelivery, retries and restarts: it derives from the event's own identity. */
export function turnId(event: InboundEvent): string {
  return createHash('sha256').update(eventKey(event)).digest('hex').slice(0, 20);
}

/** The name of a run's turn: the same for every attempt at its slot. */
export function runTurnId({ schedule, slot }: ScheduledRun): string {
  return createHash('sha256')
    .update(JSON.stringify(['run', schedule, slot]))
    .digest('hex')
    .slice(0, 20);
}

/** The turn that a reply belongs to, whichever of its messages it is; the name of one that nobody asked for. */
export function turnOfReply({ turn }: { turn: string }): string {
  const run = runOfOutboxTurn(turn);
  if (run) return runTurnId(run);
  return /^[0-9a-f]{20}(?=\/|$)/.exec(turn)?.[0] ?? turn;
}
