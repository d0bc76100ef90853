// Starts the configured channels of a gateway, side by side. One that cannot start, or takes its time, leaves the others up
// and is named.

import {
  type AccountId,
  type Channel,
  type ChannelId,
  type Clock,
  type CommandHint,
  type Deliver,
  type Log,
  NightjarError,
} from '../contracts/index.js';
import { sentences } from '../text/sentence.js';

/** A channel that is not up by then goes on starting while the house begins its work. */
const PATIENCE_MS = 3_000;

/**
 * Fills `channels` with those that run or are still starting. Resolves to why each of the others is down, by id; one that
 * fails later leaves `channels` and is added there.
 */
export async function startChannels(parts: {
  /** Loads one channel; rejects when its adapter cannot be loaded. */
  open: Record<string, () => Promise<Channel>>;
  channels: Map<ChannelId, Channel>;
  deliverFrom(channel: ChannelId): Deliver;
  signal: AbortSignal;
  clock: Clock;
  log: Log;
}): Promise<Record<ChannelId, string>> {
  const { channels, clock, log, signal } = parts;
  const down: Record<ChannelId, string> = {};

  async function start(id: ChannelId, open: () => Promise<Channel>): Promise<void> {
    let channel: Channel | undefined;
    try {
      channel = await open();
      channels.set(id, channel);
      await channel.start(parts.deliverFrom(id), signal);
    } catch (error) {
      channels.delete(id);
      log.error('channel.failed', { channel: id, error });
      down[id] = error instanceof NightjarError ? sentences(error.message, error.remedy) : 'It failed.';
      await channel?.stop();
    }
  }

  const started = new AbortController();
  const all = Promise.all(Object.entries(parts.open).map(([id, open]) => start(id, open)));
  await Promise.race([all, clock.sleep(PATIENCE_MS, AbortSignal.any([signal, started.signal]))]);
  started.abort();
  return down;
}

/**
 * Tells every platform in the background which commands there are by now, and which of the bot's owners are there: each call
 * those alone for whom that changed.
 */
export function commandTeller(
  channels: ReadonlyMap<ChannelId, Channel>,
  hints: () => CommandHint[],
): (owners: readonly AccountId[]) => void {
  const told = new Map<ChannelId, string>();
  return (owners) => {
    const menus = [...channels].filter(([, { publishCommands }]) => publishCommands !== undefined);
    if (menus.length === 0) return;
    const commands = hints();
    for (const [id, channel] of menus) {
      const own = owners.filter((account) => account.startsWith(`${id}:`));
      const news = JSON.stringify([own, commands]);
      if (told.get(id) === news) continue;
      told.set(id, news);
      void channel.publishCommands?.(commands, own);
    }
  };
}
