// The word with which the bot begins to take part in a group: queued with the first event that is accepted there, whoever
// allowed the group and how. Once a group, threads and topics being part of it; again where it did not arrive.

import { introduction } from '../commands/introduction.js';
import type { ChannelId, InboundEvent } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { markIntroduced, rowOf } from './grants.js';
import type { Outgoing } from './outbox.js';
import type { ChatPolicy } from './policy.js';
import { queueMessage } from './queue-message.js';

const AGAIN_MS = 60 * 60_000;

/**
 * Inside the accepting transaction; `home` is the id that the group had first. Undefined where nothing is to be said: the
 * group takes no part, is to hear nothing, or has heard it.
 */
export function introduceOnce(
  db: Db,
  event: InboundEvent,
  { policy, home }: { policy: ChatPolicy; home: string },
  now: number,
): Outgoing | undefined {
  if (event.place !== 'group' || !policy.takesPart || policy.respond === 'never' || !isHere(event)) return undefined;
  const { channel } = event.chat;
  const chat = decidedFor(db, { channel, home, inside: event.inside ?? [] }, policy);
  const turn = `introduced/${channel}/${chat}/${now}`;
  // What did not arrive is said again, at once where the bot was put in since, and otherwise not to closed ears all day.
  const lostBefore = event.type === 'membership' ? now : now - AGAIN_MS;
  if (!markIntroduced(db, { channel, chat }, { turn, now, lostBefore })) return undefined;
  return queueMessage(db, { key: turn, to: event.chat, message: { text: introduction(policy) } }, now);
}

/** Says that the bot is in the group. */
function isHere(event: InboundEvent): boolean {
  if (event.type === 'membership') return event.change === 'joined';
  return event.type === 'message' || event.type === 'command';
}

/** What was allowed, and is introduced to as a whole: the group itself, or the nearest larger place, as a server. */
function decidedFor(
  db: Db,
  { channel, home, inside }: { channel: ChannelId; home: string; inside: readonly string[] },
  { configured, configuredIn }: ChatPolicy,
): string {
  if (configured && configuredIn === undefined) return home;
  const isMeant = (id: string) => id === configuredIn || rowOf(db, { channel, chat: id })?.state === 'allowed';
  return [home, ...inside].find(isMeant) ?? home;
}
