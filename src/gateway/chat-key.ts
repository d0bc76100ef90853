// One canonical text per chat, for columns and lanes, and the name of a direct chat that nobody opened yet. Pure.

import type { AccountId, ChatRef } from '../contracts/index.js';

/** Equal for equal chats, whatever the order of the object's keys. Threads of a chat are chats of their own. */
export function chatKey(chat: ChatRef): string {
  const { channel, account, chat: id, thread } = chat;
  return JSON.stringify(thread === undefined ? { channel, account, chat: id } : { channel, account, chat: id, thread });
}

/** The lane in which a chat's replies are sent one after another. */
export function outboxLane(chat: ChatRef): string {
  return `outbox:${chatKey(chat)}`;
}

/** No platform's id begins like this. */
const DIRECT = 'direct:';

/** The direct chat with an account, by that account; whoever sends there asks the platform for its id. */
export function directTo(account: AccountId): ChatRef {
  const channel = account.split(':', 1)[0] ?? '';
  return { channel, account: '', chat: `${DIRECT}${account}` };
}

/** Whose direct chat is meant, where `directTo` named it. */
export function accountOfDirect({ chat }: ChatRef): AccountId | undefined {
  return chat.startsWith(DIRECT) ? chat.slice(DIRECT.length) : undefined;
}
