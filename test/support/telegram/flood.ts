// Telegram's pace per chat: short bursts, then one message a second; twenty a minute in a group. Who ignores it waits longer.

import { tooMany } from './api-error.js';

export interface Flood {
  /** Counts one message or edit; throws 429 when it is one too many. */
  count(chat: number, isGroup: boolean): void;
}

const burst = 5;
const perMinute = 20;

export function createFlood(now: () => number): Flood {
  const chats = new Map<number, { sent: number[]; blockedUntil: number }>();
  return {
    count(chat, isGroup) {
      const at = now();
      const state = chats.get(chat) ?? { sent: [], blockedUntil: 0 };
      chats.set(chat, state);
      if (at < state.blockedUntil) throw tooMany(Math.ceil((state.blockedUntil - at) / 1000));
      state.sent = state.sent.filter((one) => one > at - 60_000);
      const full = isGroup && state.sent.length >= perMinute ? (state.sent[0] ?? at) + 60_000 - at : 0;
      const recent = state.sent.filter((one) => one > at - burst * 1000);
      const fast = recent.length >= burst ? (recent[0] ?? at) + burst * 1000 - at : 0;
      const wait = Math.max(full, fast);
      if (wait > 0) {
        state.blockedUntil = at + Math.ceil(wait / 1000) * 1000;
        throw tooMany(Math.ceil(wait / 1000));
      }
      state.sent.push(at);
    },
  };
}
