// What somebody is told whom nobody vouched for, and what the owner is told of them. Costs a bounded number of messages an
// hour whatever they send, and never a model call.

import type { AccountId, ChannelId, ChatSettings, InboundEvent } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { asData } from '../text/as-data.js';
import { channelOf, insertCode, newCode, openCodes, wasRefused } from './codes.js';
import { type Identity, TERMINALS } from './identity.js';
import { tryLink } from './links.js';
import type { Outgoing } from './outbox.js';
import type { OwnerNotice } from './owner-notice.js';
import { isDenied } from './people.js';
import { takePlace } from './rate-window.js';

export interface StrangerDeps {
  /** Of the channel: strangers may ask to be let in, get one friendly line, or nothing at all. */
  policy: ChatSettings['dm'];
  identity: Pick<Identity, 'hasOwner'>;
  now: number;
}

/** Without a reply: silence. */
export interface StrangerAnswer {
  reply?: string;
  owner?: OwnerNotice;
  /** A question to somebody else, queued already. */
  asked?: Outgoing | undefined;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Replies to all strangers of a channel; a line each in five minutes. */
const REPLIES = { spanMs: HOUR_MS, atMost: 20, eachMs: 5 * MINUTE_MS, eachAtMost: 1 };
/** Who was turned away is not heard again for a day. */
const REFUSED_MS = 24 * HOUR_MS;
const PENDING = 3;

const INTRODUCED = 'Hello! I only talk to people my owner has introduced me to.';
const ASK_THEM = `${INTRODUCED} Please ask them to let you in.`;
const BUSY = `${INTRODUCED} Others are asking to be let in just now; please write to me again in an hour.`;

/** Inside the accepting transaction. */
export function answerStranger(db: Db, event: InboundEvent, deps: StrangerDeps): StrangerAnswer {
  const { from, chat, place } = event;
  const { account } = from;
  const { policy, now } = deps;
  if (place !== 'direct' || from.kind !== 'person' || isDenied(db, account)) return {};
  if (event.type !== 'message' && event.type !== 'command') return {};
  const isTerminal = chat.channel === TERMINALS;
  if (event.type === 'command' && event.name === 'link' && event.args !== '' && !isTerminal) {
    const tried = tryLink(db, event, now);
    return policy === 'off' ? { asked: tried.asked } : tried;
  }
  if (policy === 'off' || wasRefused(db, account, now - REFUSED_MS)) return {};
  if (!takePlace(db, `strangers/${chat.channel}`, account, REPLIES, now)) return {};
  return policy === 'pairing' && !isTerminal ? askIn(db, event, deps) : { reply: ASK_THEM };
}

/** The code with which somebody asks to be let in: the one they have, or a new one, of which the owner is told. */
function askIn(db: Db, { from, chat }: InboundEvent, { identity, now }: StrangerDeps): StrangerAnswer {
  const { account, name } = from;
  const pending = openCodes(db, 'pair', now).filter((row) => channelOf(row.account) === chat.channel);
  const own = pending.find((row) => row.account === account);
  if (!own && pending.length >= PENDING) return { reply: BUSY };
  const code = own?.code ?? newCode();
  const reply = identity.hasOwner() ? withOwner(code) : withoutOwner(code, account);
  if (own) return { reply };
  insertCode(db, { code, kind: 'pair', account, name, chat, at: now });
  return { reply, owner: pairNotice(code, account, name, chat.channel) };
}

function withOwner(code: string): string {
  return `${INTRODUCED} I have asked them to let you in. Your code is \`${code}\`, for an hour.`;
}

function withoutOwner(code: string, account: AccountId): string {
  return [
    `Hello! I do not know you yet. Your code is \`${code}\`, for an hour.`,
    `If you are my owner, run \`nightjar pair approve ${code} --owner\` where I run (or write \`owner: ["${account}"]\` into nightjar.yaml).`,
  ].join(' ');
}

/** What belongs to the question whether somebody is let in. */
export function pairAnswers(code: string): string {
  return `pair/${code}`;
}

function pairNotice(code: string, account: AccountId, name: string, prefer: ChannelId): OwnerNotice {
  return {
    key: pairAnswers(code),
    text: `${asData(name)} (${asData(account)}) asks to be let in. They could write to me in private and would have a memory of their own; yours stays yours. Code \`${code}\`, for an hour.`,
    buttons: [
      { label: 'Approve', press: { kind: 'pair', code, yes: true } },
      { label: 'Refuse', press: { kind: 'pair', code, yes: false } },
    ],
    prefer,
  };
}
