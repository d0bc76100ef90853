// Starts the configured channels of a gateway. One that cannot start leaves the others up and is named.

import type { Channel, InboundEvent, Log } from '../contracts/index.js';
import { NightjarError } from '../contracts/index.js';

export interface ChannelHost {
  channels: Map<string, Channel>;
  /** One sentence for each channel that is down. */
  down: string[];
}

export async function startChannels(parts: {
  /** Loads one channel; rejects when its adapter cannot be loaded. */
  open: Record<string, () => Promise<Channel>>;
  deliver(events: InboundEvent[]): Promise<void>;
  signal: AbortSignal;
  log: Log;
}): Promise<ChannelHost> {
  const channels = new Map<string, Channel>();
  const down: string[] = [];
  for (const [id, open] of Object.entries(parts.open)) {
    let channel: Channel | undefined;
    try {
      channel = await open();
      await channel.start(parts.deliver, parts.signal);
      channels.set(id, channel);
    } catch (error) {
      await channel?.stop();
      parts.log.error('channel.failed', { channel: id, error });
      const says = error instanceof NightjarError ? [error.message, error.remedy ?? ''].join(' ').trim() : 'It failed.';
      down.push(`${id} is not connected. ${says}`);
    }
  }
  return { channels, down };
}
