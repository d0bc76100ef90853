// /privacy: what is remembered in this chat, who can read it and for how long; its admins choose.

import { type Command, type CommandContext, type CommandReply, EVERYBODY, isAdminHere } from './command.js';
import type { PrivacyDesk } from './privacy-desk.js';
import { chosenWords, hereWords, readWish, usageWords } from './privacy-words.js';

export const privacyCommand: Command = {
  name: 'privacy',
  summary: 'What I remember here, who can read it and for how long; choose it',
  usage: 'on | mentions | off | N days | forever',
  roles: EVERYBODY,
  atOnce: true,
  run: async (context, { privacy }) => await reply(privacy, context),
};

async function reply(desk: PrivacyDesk, context: CommandContext): Promise<CommandReply> {
  const { scope, now, who, args } = context;
  const wish = readWish(args);
  if (wish === undefined) return { text: `I can do this: ${usageWords(scope)}.` };
  if (wish === 'show') return { text: hereWords(scope, await desk.here(scope, now), isAdminHere(context)) };
  if (!isAdminHere(context)) {
    return { text: 'Only the admins of this chat and my owner can change that. `/privacy` shows what holds.' };
  }
  if (wish.remember === 'mentioned' && scope.kind !== 'group') {
    return { text: `Here everything is said to me, so that this would change nothing. ${usageWords(scope)} would.` };
  }
  const before = desk.rule(scope);
  const { remember = before.remember, days = before.days ?? 0 } = wish;
  if (remember === before.remember && days === (before.days ?? 0)) return { text: 'That holds already.' };
  return { text: chosenWords(scope, before, wish), also: () => desk.choose(scope, wish, who.account, now) };
}
