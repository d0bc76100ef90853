// Which chat or account somebody means with what they typed behind /allow and /deny. Pure. A name is never taken: names can
// change hands.

import type { AccountId, ChannelId } from '../contracts/index.js';

export type Target =
  | { kind: 'here' }
  | { kind: 'chat'; channel: ChannelId; id: string }
  | { kind: 'account'; account: AccountId }
  /** An id that may be either. */
  | { kind: 'either'; channel: ChannelId; id: string };

const FORM = /^(?:(chat|group|account|person)\s+)?([a-z][a-z0-9]*):(\S{1,80})$/i;
/** A topic may stand behind a chat's id. */
const CHAT_ID = /^-?[1-9]\d{0,24}(?:\/\d{1,24})?$/;
const ACCOUNT_ID = /^(?:chat:-?)?[1-9]\d{0,24}$/;
/** Platforms whose groups have ids below zero, so that all others are people's. */
const NEGATIVE_GROUPS: readonly ChannelId[] = ['telegram'];

/** Undefined for whatever is none of the forms. */
export function readTarget(text: string): Target | undefined {
  if (/^here$/i.test(text)) return { kind: 'here' };
  const [, word = '', channelAsTyped = '', id = ''] = FORM.exec(text) ?? [];
  const channel = channelAsTyped.toLowerCase();
  const isChat = CHAT_ID.test(id);
  const isAccount = ACCOUNT_ID.test(id);
  const account: Target = { kind: 'account', account: `${channel}:${id}` };
  if (/^(chat|group)$/i.test(word)) return isChat ? { kind: 'chat', channel, id } : undefined;
  if (/^(account|person)$/i.test(word)) return isAccount ? account : undefined;
  if (isChat && isAccount) return NEGATIVE_GROUPS.includes(channel) ? account : { kind: 'either', channel, id };
  if (isChat) return { kind: 'chat', channel, id };
  return isAccount ? account : undefined;
}

/** Speaks in a chat's own name, so that nobody can tell who it is. */
export function isChatAccount(account: AccountId): boolean {
  return account.split(':')[1] === 'chat';
}
