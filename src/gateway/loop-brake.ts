// Ends an exchange that only machines would keep up: so many messages of one account in one group within a minute, then a
// pause. Behind a chat's own voice there may be a machine that takes its time. In memory alone: a restart is a pause too.

import type { Clock, InboundEvent } from '../contracts/index.js';
import { chatKey } from './chat-key.js';

const MOST = 20;
const WITHIN_MS = 60_000;
const MOST_OF_CHAT = 100;
const WITHIN_OF_CHAT_MS = 30 * 60_000;
const PAUSE_MS = 60_000;
const MAX_KEPT = 1_000;

export interface LoopBrake {
  /** Counts a message that would be answered; true when it is one too many. */
  holds(event: Pick<InboundEvent, 'chat' | 'from' | 'at'>): boolean;
}

export function openLoopBrake(clock: Clock): LoopBrake {
  const seen = new Map<string, { times: number[]; until: number }>();
  return {
    holds({ chat, from, at: written }) {
      const arrived = clock.now();
      // What a platform kept while the bot was away comes all at once and was said at a person's pace.
      const now = arrived - written > WITHIN_MS ? written : arrived;
      const key = `${from.account} ${chatKey(chat)}`;
      const { times, until: paused } = seen.get(key) ?? { times: [], until: 0 };
      // A clock that was set back makes no pause longer.
      const until = paused <= now + PAUSE_MS ? paused : 0;
      const span = from.kind === 'person' ? WITHIN_MS : WITHIN_OF_CHAT_MS;
      const recent = [...times.filter((at) => Math.abs(now - at) < span), now];
      const lately = recent.filter((at) => Math.abs(now - at) < WITHIN_MS);
      const tooMany = lately.length > MOST || recent.length > MOST_OF_CHAT;
      seen.delete(key);
      seen.set(key, { times: recent.slice(-MOST_OF_CHAT), until: tooMany && until <= now ? now + PAUSE_MS : until });
      const oldest = seen.keys().next().value;
      if (seen.size > MAX_KEPT && oldest !== undefined) seen.delete(oldest);
      return tooMany || until > now;
    },
  };
}
