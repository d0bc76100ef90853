// Discord as a channel: its settings, limits and abilities. Free of any SDK import.

import { z } from 'zod';
import { ChannelError, type ChannelManifest } from '../../src/contracts/index.js';

const group = z.strictObject({
  respond: z
    .enum(['mentioned', 'always', 'commands', 'never'])
    .default('mentioned')
    .describe('What the bot answers: when it is mentioned or replied to, everything, commands only, or nothing.'),
});

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
  dm: z
    .enum(['pairing', 'allowlist', 'off'])
    .default('pairing')
    .describe('Who may write in private: strangers may ask to be paired, approved people only, or nobody.'),
  groups: z
    .record(channelOrGuild, group)
    .default({})
    .describe('Id of each channel the bot takes part in, or of a server for all its channels.'),
});

type DiscordConfig = z.output<typeof discordConfig>;

export const discordManifest: ChannelManifest<DiscordConfig> = {
  id: 'discord',
  title: 'Discord',
  config: discordConfig,
  limits: { textUnits: 2_000, unit: 'codepoint', fileBytes: 10_000_000, minEditMs: 1_000 },
  can: ['edit', 'typing', 'files', 'buttons', 'threads', 'commands'],
  promptHint: 'You are read in Discord. Markdown works, headings and code blocks too; tables do not.',
  load: async () => {
    throw new ChannelError('unavailable', 'The Discord adapter is not part of this version.', {
      remedy: 'Remove channels.discord from nightjar.yaml, or use a version that has it.',
    });
  },
};
