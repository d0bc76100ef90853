// The bot's menu of commands, one list per scope and language.

import type { BotCommand } from 'grammy/types';
import { badRequest } from '../api-error.js';
import type { Params } from '../body.js';
import { isObject, listOf, objectOf, textOf } from '../params.js';
import type { World } from '../world.js';

const scopeTypes = new Set([
  'all_chat_administrators',
  'all_group_chats',
  'all_private_chats',
  'chat',
  'chat_administrators',
  'chat_member',
  'default',
]);

export function setMyCommands(world: World, params: Params): true {
  const list = listOf(params, 'commands');
  if (!list) throw badRequest("can't parse commands JSON object");
  const commands = list.map((one) => commandOf(one));
  if (commands.length > 100) throw badRequest('BOT_COMMANDS_TOO_MUCH');
  world.menus.set(menuOf(world, params), commands);
  return true;
}

export function deleteMyCommands(world: World, params: Params): true {
  world.menus.delete(menuOf(world, params));
  return true;
}

export function getMyCommands(world: World, params: Params): BotCommand[] {
  return world.menus.get(menuOf(world, params)) ?? [];
}

function commandOf(value: unknown): BotCommand {
  if (!isObject(value)) throw badRequest("can't parse BotCommand: expected an Object");
  const { command, description } = value;
  if (typeof command !== 'string') throw badRequest('can\'t parse BotCommand: Can\'t find field "command"');
  if (typeof description !== 'string') throw badRequest('can\'t parse BotCommand: Can\'t find field "description"');
  if (!/^[a-z0-9_]{1,32}$/.test(command)) throw badRequest('BOT_COMMAND_INVALID');
  if (description.trim().length === 0 || description.length > 256) throw badRequest('BOT_COMMAND_DESCRIPTION_INVALID');
  return { command, description };
}

/** The name of a list: its scope, its chat, its user, its language. */
export function menuName(scope: Record<string, unknown> | undefined, language = ''): string {
  const { type = 'default', chat_id: chat = '', user_id: user = '' } = scope ?? {};
  return [type, chat, user, language].join('/');
}

function menuOf(world: World, params: Params): string {
  const scope = objectOf(params, 'scope');
  if (scope && !(typeof scope.type === 'string' && scopeTypes.has(scope.type))) {
    throw badRequest("can't parse BotCommandScope: Unsupported type specified");
  }
  if (scope && /^chat/.test(String(scope.type)) && !world.places.has(Number(scope.chat_id))) {
    throw badRequest('chat not found');
  }
  const language = textOf(params, 'language_code');
  if (!/^([a-z]{2})?$/.test(language)) throw badRequest('LANG_CODE_INVALID');
  return menuName(scope, language);
}
