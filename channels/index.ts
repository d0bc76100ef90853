// The list of channels. Adding one is its folder and one line here.

import type { Channel, ChannelDeps, ChannelManifest, ProbeAnswer } from '../src/contracts/index.js';
import { consoleManifest } from './console/manifest.js';
import { discordManifest } from './discord/manifest.js';
import { telegramManifest } from './telegram/manifest.js';

export const manifests = [consoleManifest, discordManifest, telegramManifest] as const;

/**
 * Loads a channel's adapter and builds it. `config` is checked once more by the manifest's own schema, so the adapter
 * gets its own type. Rejects with a ChannelError when the adapter cannot be loaded.
 */
export async function openChannel(
  manifest: (typeof manifests)[number],
  config: unknown,
  deps: ChannelDeps,
): Promise<Channel> {
  // The members of the list differ in C; each one's config comes from its own schema, which is what `load` expects.
  const { config: schema, load } = manifest as ChannelManifest<unknown>;
  const build = await load();
  return build(schema.parse(config), deps);
}

/** Asks the platform of a channel; undefined where a channel has nothing to ask. Rejects with a ChannelError. */
export async function probeChannel(
  manifest: (typeof manifests)[number],
  config: unknown,
  deps: Pick<ChannelDeps, 'clock'>,
): Promise<ProbeAnswer | undefined> {
  const { config: schema, loadProbe } = manifest as ChannelManifest<unknown>;
  const probe = await loadProbe?.();
  return await probe?.(schema.parse(config), deps);
}
