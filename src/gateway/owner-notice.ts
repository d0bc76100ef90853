// A word to the owner that nobody asked for, in one of their direct chats, with buttons where there is something to decide.

import type { AccountId, ChannelId } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { newButtons, type PressButton } from './buttons.js';
import { directTo } from './chat-key.js';
import { channelOf } from './codes.js';
import type { Outgoing } from './outbox.js';
import { queueMessage } from './queue-message.js';

export interface OwnerNotice {
  /** Says what it is about: a repeat changes nothing. */
  key: string;
  /** Markdown; what others wrote stands in it as data. */
  text: string;
  buttons?: readonly PressButton[];
  /** What they answer; default: the key. */
  answers?: string;
  /** Where the owner is told if they have an account there. */
  prefer?: ChannelId;
}

/** Whom a word to the owner can reach. */
export interface OwnerReach {
  /** In the order in which they are tried. */
  owners: readonly AccountId[];
  /** Channels on which the bot can open a direct chat. */
  channels: readonly ChannelId[];
}

/** The account that is told; undefined when there is nobody who can be reached. */
export function ownerToTell({ owners, channels }: OwnerReach, prefer?: ChannelId): AccountId | undefined {
  const reachable = owners.filter((account) => channels.includes(channelOf(account)));
  return reachable.find((account) => channelOf(account) === prefer) ?? reachable[0];
}

/** Queues the notice inside the caller's transaction. Undefined when there is nobody to tell, or they were told. */
export function insertOwnerNotice(
  db: Db,
  { key, text, buttons = [], answers = key, prefer }: OwnerNotice,
  { now, ...reach }: OwnerReach & { now: number },
): Outgoing | undefined {
  const account = ownerToTell(reach, prefer);
  if (account === undefined) return undefined;
  const made = newButtons(answers, buttons, now);
  const message = { text, ...(buttons.length > 0 ? { buttons: made.buttons } : {}) };
  const queued = queueMessage(db, { key: `notice/${key}`, to: directTo(account), message }, now);
  if (queued) made.store(db);
  return queued;
}
