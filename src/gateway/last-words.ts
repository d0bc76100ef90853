// The end of what somebody said last in a chat, where what they say next may be a secret because of it: "my password is", or the
// first part of a text that their program cut. In this process's memory alone, for minutes; never writes a word of it.

import type { Clock, InboundMessage } from '../contracts/index.js';
import { STEMS } from '../text/secret-words.js';

export interface Before {
  before: string;
  /** What stands between both: a text that was cut goes on where it ended. */
  glue: '\n' | '';
}

export interface LastWords {
  /** What counts for this message; and its own end counts for the next one. */
  said(message: Pick<InboundMessage, 'chat' | 'from' | 'text'>): Before | undefined;
}

/** Somebody looks their password up meanwhile. */
const KEPT_MS = 10 * 60_000;
const MOST_SPEAKERS = 200;
/** So much of the end is looked at. UTF-16 units. */
const TAIL = 120;
/** A program cuts a text inside a word only where a message can hold no more. Telegram's limit; Discord's cuts nothing. */
const LEAST_CUT = 4_096;
/** Longer than any key that stands on one line. */
const CUT_TAIL = 600;

export function lastWords(clock: Pick<Clock, 'now'>): LastWords {
  /** By who spoke where, oldest first. */
  const ends = new Map<string, Before & { until: number }>();

  return {
    said({ chat, from, text }) {
      const speaker = JSON.stringify([chat.channel, chat.account, chat.chat, chat.thread, from.account]);
      const last = ends.get(speaker);
      ends.delete(speaker);
      const isCut = text.length >= LEAST_CUT;
      const before = text.slice(isCut ? -CUT_TAIL : -TAIL);
      if (isCut || STEMS.test(before))
        ends.set(speaker, { before, glue: isCut ? '' : '\n', until: clock.now() + KEPT_MS });
      for (const oldest of ends.keys()) {
        if (ends.size <= MOST_SPEAKERS) break;
        ends.delete(oldest);
      }
      return last && last.until > clock.now() ? { before: last.before, glue: last.glue } : undefined;
    },
  };
}
