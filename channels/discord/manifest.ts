// Discord as a channel: its settings, limits and abilities. Free of any SDK import.

import { z } from 'zod';
import type { ChannelManifest } from '../../src/contracts/index.js';
import { chatSettings } from '../settings.js';

/** Snowflakes are at most 20 digits; leading zeros would be a second spelling of the same channel. */
const SNOWFLAKE = /^[1-9]\d{0,19}$/;

const channelOrGuild = z
  .string()
  .regex(
    SNOWFLAKE,
    'is not a Discord id. Turn on Developer Mode in Discord, right-click the channel or server, choose Copy ID, and write it in quotes',
  );

const discordConfig = z.strictObject({
  // `writeOnly` is JSON Schema's word for a secret; config keeps such values out of everything printable.
  token: z
    .string()
    .regex(/^\S+$/, 'must be the bot token from the Discord developer portal, without spaces')
    .meta({ writeOnly: true, description: 'The bot token from the developer portal; best kept in .env.' }),
  apiRoot: z
    .string()
    .regex(/^https?:\/\/[^\s/@]+(\/\S*)?$/, 'must be an address such as https://discord.com/api')
    .optional()
    .describe(
      'Root of the REST API, for a proxy. Its /gateway/bot names the gateway. Default https://discord.com/api.',
    ),
  ...chatSettings(
    channelOrGuild,
    'Id of each channel or thread the bot takes part in, or of a server for all its channels.',
  ),
});

export type DiscordConfig = z.output<typeof discordConfig>;

export const discordManifest: ChannelManifest<DiscordConfig> = {
  id: 'discord',
  title: 'Discord',
  config: discordConfig,
  limits: { textUnits: 2_000, unit: 'codepoint', fileBytes: 10_000_000, minEditMs: 1_000 },
  can: ['edit', 'typing', 'files', 'buttons', 'threads', 'commands'],
  promptHint: 'You are read in Discord. Markdown works, headings and code blocks too; tables do not.',
  load: async () => (await import('./adapter.js')).discordChannel,
  loadProbe: async () => (await import('./probe.js')).probeDiscord,
};
