// Telegram as a channel: its settings, limits and abilities. Free of any SDK import.

import { z } from 'zod';
import type { ChannelManifest } from '../../src/contracts/index.js';
import { chatSettings } from '../settings.js';

/** A chat id, or `id:topic` for one topic of a forum; leading zeros would be a second spelling of the same chat. */
const CHAT = /^-?[1-9]\d*(:[1-9]\d*)?$/;

const chat = z.string().superRefine((key, context) => {
  if (CHAT.test(key)) return;
  const message = /^[@a-z_]/i.test(key)
    ? 'is a name, and names can change hands. Write the chat id, which Telegram shows in the group’s link on the web, such as "-1001234567890"'
    : 'is not a Telegram chat id. Write a number such as "-1001234567890", or "-1001234567890:5" for topic 5';
  context.addIssue({ code: 'custom', message });
});

const telegramConfig = z.strictObject({
  // `writeOnly` is JSON Schema's word for a secret; config keeps such values out of everything printable.
  token: z
    .string()
    .regex(/^\S+$/, 'must be the token that @BotFather gave you, without spaces')
    .meta({ writeOnly: true, description: 'The bot token from @BotFather; best kept in .env.' }),
  apiRoot: z
    .string()
    .regex(/^https?:\/\/[^\s/@]+(\/\S*)?$/, 'must be an address such as https://api.telegram.org')
    .optional()
    .describe('Root of the Bot API, for a self-hosted server or a proxy. Default https://api.telegram.org.'),
  ...chatSettings(chat, 'Chat id, or "id:topic", of each group the bot takes part in.'),
});

export type TelegramConfig = z.output<typeof telegramConfig>;

export const telegramManifest: ChannelManifest<TelegramConfig> = {
  id: 'telegram',
  title: 'Telegram',
  config: telegramConfig,
  limits: { textUnits: 4_096, unit: 'utf16', fileBytes: 20_000_000, minEditMs: 1_000 },
  can: ['edit', 'typing', 'files', 'buttons', 'threads', 'commands'],
  promptHint:
    'You are read in Telegram, mostly on phones. Bold, italics, code and links work; tables and headings do not.',
  load: async () => (await import('./adapter.js')).telegramChannel,
  loadProbe: async () => (await import('./probe.js')).probeTelegram,
};
