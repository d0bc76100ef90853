// The methods of the Bot API that the stand-in knows, by name.

import type { UserFromGetMe, WebhookInfo } from 'grammy/types';
import { ApiError } from './api-error.js';
import type { Params } from './body.js';
import * as chats from './methods/chats.js';
import * as commands from './methods/commands.js';
import * as edit from './methods/edit.js';
import { sendFile, sendMediaGroup } from './methods/media.js';
import { sendMessage } from './methods/send.js';
import { flagOf, listOf, numberOf, textOf } from './params.js';
import type { World } from './world.js';

/** Does the work of a call at once; throws an ApiError where Telegram refuses. */
export type Method = (world: World, params: Params, gone: (away: () => void) => void) => unknown;

const known: Record<string, Method> = {
  answerCallbackQuery: chats.answerCallbackQuery,
  deleteMessage: edit.deleteMessage,
  deleteMessages: edit.deleteMessages,
  deleteMyCommands: commands.deleteMyCommands,
  deleteWebhook,
  editMessageCaption: edit.editMessageCaption,
  editMessageReplyMarkup: edit.editMessageReplyMarkup,
  editMessageText: edit.editMessageText,
  getChat: chats.getChat,
  getChatMember: chats.getChatMember,
  getFile: chats.getFile,
  getMe: (world): UserFromGetMe => world.me,
  getMyCommands: commands.getMyCommands,
  getUpdates,
  getWebhookInfo: (world): WebhookInfo => ({
    url: world.webhook,
    has_custom_certificate: false,
    pending_update_count: world.updates.pending.length,
  }),
  leaveChat: chats.leaveChat,
  sendAnimation: sendFile('animation'),
  sendAudio: sendFile('audio'),
  sendChatAction: chats.sendChatAction,
  sendDocument: sendFile('document'),
  sendMediaGroup,
  sendMessage,
  sendPhoto: sendFile('photo'),
  sendVideo: sendFile('video'),
  sendVideoNote: sendFile('video_note'),
  sendVoice: sendFile('voice'),
  setMessageReaction: chats.setMessageReaction,
  setMyCommands: commands.setMyCommands,
  setWebhook,
};

const byLowerName = new Map(Object.entries(known).map(([name, method]) => [name.toLowerCase(), { name, method }]));

/** Names are found in any case, as at Telegram. */
export function findMethod(name: string): { name: string; method: Method } | undefined {
  return byLowerName.get(name.toLowerCase());
}

function getUpdates(world: World, params: Params, gone: (away: () => void) => void): unknown {
  if (world.webhook !== '') {
    throw new ApiError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    );
  }
  const limit = numberOf(params, 'limit') ?? 100;
  const options = {
    offset: numberOf(params, 'offset'),
    limit: limit < 1 || limit > 100 ? 100 : limit,
    timeout: Math.min(50, numberOf(params, 'timeout') ?? 0),
    allowed: listOf(params, 'allowed_updates')?.map(String),
  };
  return world.updates.poll(options, gone);
}

function setWebhook(world: World, params: Params): true {
  world.webhook = textOf(params, 'url');
  return true;
}

function deleteWebhook(world: World, params: Params): true {
  world.webhook = '';
  if (flagOf(params, 'drop_pending_updates')) world.updates.clear();
  return true;
}
