// Shows that an answer is in the making. Cosmetic: what Telegram refuses is left out for a while, and no message waits.

import { GrammyError } from 'grammy';
import type { ChatRef, Clock } from '../../src/contracts/index.js';
import type { TelegramApi } from './api.js';

const CALL_MS = 5_000;
const REFUSED_MS = 60_000;
const BROKEN_MS = 10_000;

/** The returned function never rejects. */
export function createTyping(api: TelegramApi, clock: Clock): (to: ChatRef) => Promise<void> {
  /** Chat → since when and for how long it is left alone. */
  const quiet = new Map<number, { since: number; ms: number }>();
  return async ({ chat, thread }) => {
    // A channel's direct messages know no such sign.
    if (chat.includes('/')) return;
    const id = Number(chat);
    const rest = quiet.get(id);
    // A clock that was set back ends it.
    if (rest && clock.now() >= rest.since && clock.now() < rest.since + rest.ms) return;
    quiet.delete(id);
    // Unlike a message, the sign is shown in the General topic only when that is named.
    const topic = thread === undefined ? {} : { message_thread_id: Number(thread) };
    try {
      await api.call((raw, signal) => raw.sendChatAction({ chat_id: id, action: 'typing', ...topic }, signal), {
        ms: CALL_MS,
      });
    } catch (error) {
      quiet.set(id, { since: clock.now(), ms: pauseAfter(error) });
    }
  };
}

function pauseAfter(error: unknown): number {
  if (!(error instanceof GrammyError)) return BROKEN_MS;
  const { retry_after: seconds } = error.parameters;
  return seconds === undefined ? REFUSED_MS : seconds * 1_000;
}
