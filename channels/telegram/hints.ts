// What works and could work better, by what Telegram tells of the bot. Pure.

import type { UserFromGetMe } from 'grammy/types';
import type { TelegramConfig } from './manifest.js';

/** One sentence each, with its remedy. */
export function hintsFor(config: Pick<TelegramConfig, 'groups'>, me: UserFromGetMe): string[] {
  const everything = Object.values(config.groups).some(({ respond }) => respond === 'always');
  if (!everything || me.can_read_all_group_messages) return [];
  return [
    `Privacy mode hides group messages from me, so I cannot answer all of them where \`respond: always\` is set. Send /setprivacy to @BotFather, choose @${me.username}, then Disable; after that remove me from the group and add me again. (Where I am an administrator I see everything already.)`,
  ];
}
