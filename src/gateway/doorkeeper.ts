// Who comes to the door: strangers who write, and groups that the bot is put into. Everything here happens inside the
// transaction that accepts the event, and costs no model call.

import type { ChannelId, InboundEvent, InboundMembership } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { spendAnswers } from './buttons.js';
import { askGroup, forgetQuestion } from './grants.js';
import { askAgain, askOwner, groupAnswers } from './group-questions.js';
import type { Identity } from './identity.js';
import { introduceOnce } from './introductions.js';
import type { Outgoing } from './outbox.js';
import { insertOwnerNotice, noteWritten } from './owner-notice.js';
import { isDenied } from './people.js';
import type { ChatPolicy } from './policy.js';
import { takePlace } from './rate-window.js';
import { answerStranger } from './strangers.js';

export interface Doorkeeper {
  /** What a stranger is told, if anything, and what was queued for others. */
  stranger(db: Db, event: InboundEvent, policy: ChatPolicy, now: number): { reply?: string; owner: Outgoing[] };
  /** The owner wrote in private and can be reached there: what they are asked that no owner heard yet. */
  owner(db: Db, event: InboundEvent, now: number): Outgoing[];
  /** What is said before anything else where the bot begins to take part. `home` is the id that a group had first. */
  introduction(db: Db, event: InboundEvent, held: { policy: ChatPolicy; home: string }, now: number): Outgoing[];
  /** The bot was put into a group, or taken out: what was queued about it. `event.chat` is under the id it had first. */
  membership(db: Db, event: InboundMembership, policy: ChatPolicy, now: number): Outgoing[];
}

const HOUR_MS = 60 * 60_000;
/** Somebody may put the bot into more groups than an owner wants to hear of. */
const QUESTIONS = { spanMs: HOUR_MS, atMost: 10, eachMs: HOUR_MS, eachAtMost: 3 };

export function openDoorkeeper(parts: {
  identity: Identity;
  /** Channels on which the bot can open a direct chat. */
  channels: readonly ChannelId[];
}): Doorkeeper {
  const { identity, channels } = parts;

  const reachAt = (now: number) => ({ owners: identity.owners(), channels, now });

  return {
    stranger(db, event, { dm: policy }, now) {
      const { reply, owner, asked } = answerStranger(db, event, { policy, identity, now });
      const told = owner && insertOwnerNotice(db, owner, reachAt(now));
      return { ...(reply === undefined ? {} : { reply }), owner: [told, asked].filter((one) => one !== undefined) };
    },
    owner(db, { from: { account }, chat }, now) {
      if (!channels.includes(chat.channel)) return [];
      noteWritten(db, account, now);
      return askAgain(db, account, channels, now);
    },
    introduction(db, event, held, now) {
      return channels.includes(event.chat.channel) ? queuedOf(introduceOnce(db, event, held, now)) : [];
    },
    membership(db, event, policy, now) {
      const group = { channel: event.chat.channel, chat: grantedId(event) };
      if (event.change === 'left') {
        spendAnswers(db, groupAnswers(group), now);
        forgetQuestion(db, group);
        return [];
      }
      if (event.change !== 'joined' || policy.takesPart) return [];
      const { title, from } = event;
      if (isDenied(db, from.account)) return [];
      if (policy.configured || !askGroup(db, group, { title, by: from.account, now })) return [];
      // However many groups others put the bot into, the owner is asked about their own.
      const own = identity.owners().includes(from.account);
      if (!own && !takePlace(db, `groups/${group.channel}`, from.account, QUESTIONS, now)) return [];
      const question = {
        chat: event.chat,
        ...(title === undefined ? {} : { title }),
        ...(from.kind === 'person' ? { by: { account: from.account, name: from.name } } : {}),
      };
      return queuedOf(askOwner(db, group, question, reachAt(now)));
    },
  };
}

/** A server of many channels is decided about as a whole. */
function grantedId({ chat, inside = [] }: Pick<InboundMembership, 'chat' | 'inside'>): string {
  return inside.at(-1) ?? chat.chat;
}

function queuedOf(row: Outgoing | undefined): Outgoing[] {
  return row ? [row] : [];
}
