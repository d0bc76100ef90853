// What was written while nobody listened, fetched chat by chat in its order; and what a chat is, where nobody said. Tries
// for a while and then says that something is missing: it holds up the chat, never the others.

import { z } from 'zod';
import { ChannelError, type Clock, type Log } from '../../src/contracts/index.js';
import { type ChannelPayload, channelPayload, type MessagePayload, messagePayload } from './payloads.js';
import type { Rest } from './rest.js';
import { isNewer, newest } from './snowflake.js';

export interface GapDeps {
  rest: Rest;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

export interface Missed {
  /** The oldest first. */
  messages: MessagePayload[];
  /** Not everything could be fetched. */
  incomplete: boolean;
}

const PAGE = 100;
const MOST_PAGES = 5;
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000];

const ids = z.array(z.object({ id: z.string().regex(/^\d{1,20}$/) }).loose());

/** Up to 500 messages behind the one with the id `after`. Never throws. */
export async function fetchMissed(channel: string, after: string, deps: GapDeps): Promise<Missed> {
  const messages: MessagePayload[] = [];
  let last = after;
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await patiently(deps, () =>
      deps.rest.call(
        {
          method: 'GET',
          route: `/channels/${channel}/messages`,
          query: { after: last, limit: String(PAGE) },
          doing: 'show what was written',
        },
        ids,
      ),
    );
    if (typeof found === 'string') return { messages, incomplete: found === 'gave-up' };
    const read = found.map((one) => messagePayload.safeParse(one).data).filter((one) => one !== undefined);
    messages.push(...read.sort((a, b) => (isNewer(a.id, b.id) ? 1 : -1)));
    if (found.length < PAGE) return { messages, incomplete: false };
    last = newest(found.map(({ id }) => id)) ?? last;
  }
  return { messages, incomplete: true };
}

/** Undefined for a channel that is not there, or not for the bot. Never throws. */
export async function fetchChannel(channel: string, deps: GapDeps): Promise<ChannelPayload | undefined> {
  const found = await patiently(deps, () =>
    deps.rest.call({ method: 'GET', route: `/channels/${channel}`, doing: 'show a channel' }, channelPayload),
  );
  return typeof found === 'string' ? undefined : found;
}

async function patiently<T>(deps: GapDeps, ask: () => Promise<T>): Promise<T | 'gave-up' | 'refused'> {
  const { clock, log, signal } = deps;
  for (const pause of [...PAUSES_MS, undefined]) {
    if (signal.aborted) return 'gave-up';
    try {
      return await ask();
    } catch (error) {
      log.warn('discord.not-fetched', { error });
      const known = error instanceof ChannelError ? error : undefined;
      if (known && !known.retryable) return 'refused';
      if (pause !== undefined) await clock.sleep(Math.max(pause, known?.retryAfterMs ?? 0), signal);
    }
  }
  return 'gave-up';
}
