// A Discord stand-in with a server, two people and our channel on it: `const { dc, ann, general, inbox } = await office()`.

import { onTestFinished } from 'vitest';
import { discordChannel } from '../../../../channels/discord/adapter.js';
import type { Channel, Clock, Deliver, InboundEvent } from '../../../../src/contracts/index.js';
import { type DiscordServer, startDiscord } from '../../../support/discord/server.js';
import type { DiscordOptions } from '../../../support/discord/settings.js';
import { memoryLog } from '../../../support/memory-log.js';

/** Real time, with waits twenty times shorter: sockets are real, patience is not. `skip` moves the time of day on. */
export function hastyClock(factor = 20): Clock & { skip(ms: number): void } {
  let skipped = 0;
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = setTimeout(run, ms / factor);
    return () => clearTimeout(timer);
  };
  return {
    now: () => Date.now() + skipped,
    skip(ms) {
      skipped += ms;
    },
    after,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const cancel = after(ms, done);
        function done() {
          cancel();
          signal?.removeEventListener('abort', done);
          resolve();
        }
        signal?.addEventListener('abort', done, { once: true });
      }),
  };
}

/** What a core would keep: the values that were set, and those that came with accepted events. */
export function shelf() {
  const values = new Map<string, string>();
  return {
    values,
    get: (name: string) => values.get(name),
    set: async (name: string, value: string) => void values.set(name, value),
  };
}

export interface Inbox {
  events: InboundEvent[];
  deliver: Deliver;
  /** Resolves with the events once so many are there. */
  until(count: number, ms?: number): Promise<InboundEvent[]>;
  texts(): string[];
}

function inboxOn(store: ReturnType<typeof shelf>): Inbox {
  const events: InboundEvent[] = [];
  const waiting = new Set<() => void>();
  return {
    events,
    async deliver(batch, mark) {
      events.push(...batch);
      if (mark) store.values.set(mark.name, mark.value);
      for (const look of waiting) look();
    },
    until(count, ms = 5_000) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${events.length} of ${count} events: ${JSON.stringify(events.map(({ id }) => id))}`));
        }, ms);
        function look() {
          if (events.length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(events);
        }
        waiting.add(look);
        look();
      });
    },
    texts: () => events.flatMap((event) => (event.type === 'message' ? [event.text] : [])),
  };
}

export interface Living {
  channel: Channel;
  inbox: Inbox;
  log: ReturnType<typeof memoryLog>;
  store: ReturnType<typeof shelf>;
  clock: ReturnType<typeof hastyClock>;
}

/** Our channel on a stand-in; started unless `start` is false, stopped with the test. */
export async function live(
  dc: DiscordServer,
  { store = shelf(), clock = hastyClock(), start = true, token = dc.token } = {},
): Promise<Living> {
  const log = memoryLog();
  const channel = discordChannel({ token, apiRoot: dc.root }, { clock, log, store });
  onTestFinished(() => channel.stop());
  const inbox = inboxOn(store);
  if (start) await channel.start(inbox.deliver, new AbortController().signal);
  return { channel, inbox, log, store, clock };
}

export async function stand(options: DiscordOptions = {}): Promise<DiscordServer> {
  const dc = await startDiscord(options);
  onTestFinished(() => dc.close());
  return dc;
}

export async function office(options: DiscordOptions = {}) {
  const clock = hastyClock();
  const dc = await stand({ now: () => clock.now(), ...options });
  const ann = dc.user({ name: 'Ann' });
  const ben = dc.user({ name: 'Ben' });
  const guild = dc.guild({ name: 'Office', owner: ann });
  const general = guild.channel({ name: 'general' });
  const living = await live(dc, { clock });
  // The bot is told of as having joined; what a test looks at begins behind that.
  await living.inbox.until(1);
  living.inbox.events.length = 0;
  const at = (place: { id: string }) => ({ channel: 'discord', account: dc.botId, chat: place.id });
  return { dc, ann, ben, guild, general, direct: dc.dm(ann), at, ...living };
}
