// Starts the configured channels of a gateway, side by side. One that cannot start leaves the others up and is named.

import type { Channel, CommandHint, Deliver, Log } from '../contracts/index.js';
import { NightjarError } from '../contracts/index.js';

export interface ChannelHost {
  channels: Map<string, Channel>;
  /** Why each of the others is down, by id. */
  down: Record<string, string>;
}

export async function startChannels(parts: {
  /** Loads one channel; rejects when its adapter cannot be loaded. */
  open: Record<string, () => Promise<Channel>>;
  deliverFrom(channel: string): Deliver;
  signal: AbortSignal;
  log: Log;
}): Promise<ChannelHost> {
  const channels = new Map<string, Channel>();
  const down: Record<string, string> = {};
  const starting = Object.entries(parts.open).map(async ([id, open]) => {
    let channel: Channel | undefined;
    try {
      channel = await open();
      await channel.start(parts.deliverFrom(id), parts.signal);
      channels.set(id, channel);
    } catch (error) {
      await channel?.stop();
      parts.log.error('channel.failed', { channel: id, error });
      const says = error instanceof NightjarError ? [error.message, error.remedy ?? ''].join(' ').trim() : 'It failed.';
      down[id] = says;
    }
  });
  await Promise.all(starting);
  return { channels, down };
}

/** Tells every platform which commands there are, in the background. */
export function publishCommands(
  channels: ReadonlyMap<string, Channel>,
  commands: CommandHint[],
  owners: readonly string[],
): void {
  for (const [id, channel] of channels) {
    void channel.publishCommands?.(
      commands,
      owners.filter((account) => account.startsWith(`${id}:`)),
    );
  }
}
