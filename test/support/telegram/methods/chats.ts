// What the bot asks and does about chats, presses and reactions, besides sending.

import type { ChatFullInfo, ChatMember, File } from 'grammy/types';
import { badRequest } from '../api-error.js';
import type { Params } from '../body.js';
import { flagOf, isObject, listOf, numberOf, textOf } from '../params.js';
import { messageOf, placeOf, threadOf } from '../places.js';
import { reactionEmoji } from '../reactions.js';
import { botUser, unixTime, type World } from '../world.js';

const maxDownload = 20 * 1024 * 1024;
const chatActions = new Set([
  'choose_sticker',
  'find_location',
  'record_video',
  'record_video_note',
  'record_voice',
  'typing',
  'upload_document',
  'upload_photo',
  'upload_video',
  'upload_video_note',
  'upload_voice',
]);

export function sendChatAction(world: World, params: Params): true {
  const place = placeOf(world, params);
  if (!chatActions.has(textOf(params, 'action'))) throw badRequest('wrong parameter action in request');
  // Unlike a message, typing may name the General topic.
  const general = place.chat.is_forum && numberOf(params, 'message_thread_id') === 1;
  if (!general) threadOf(world, place, params);
  return true;
}

export function setMessageReaction(world: World, params: Params): true {
  const place = placeOf(world, params);
  const stored = messageOf(place, params, 'message to react not found');
  const reactions = (listOf(params, 'reaction') ?? []).map((one) => {
    if (!isObject(one) || one.type !== 'emoji' || typeof one.emoji !== 'string') throw badRequest('REACTION_INVALID');
    if (!reactionEmoji.has(one.emoji)) throw badRequest('REACTION_INVALID');
    return one.emoji;
  });
  if (reactions.length > 1) throw badRequest('REACTIONS_TOO_MANY');
  stored.reactions = reactions;
  return true;
}

export function answerCallbackQuery(world: World, params: Params): true {
  const id = textOf(params, 'callback_query_id');
  const text = textOf(params, 'text');
  if (!world.presses.delete(id)) {
    throw badRequest('query is too old and response timeout expired or query ID is invalid');
  }
  if (text.length > 200) throw badRequest('MESSAGE_TOO_LONG');
  world.answered.push({ id, text, alert: flagOf(params, 'show_alert') });
  return true;
}

export function getFile(world: World, params: Params): File {
  const id = textOf(params, 'file_id');
  if (id === '') throw badRequest('file_id not specified');
  const file = world.files.byId(id.replace(/_small$/, ''));
  if (!file) throw badRequest('invalid file_id');
  if (file.size > maxDownload) throw badRequest('file is too big');
  return { file_id: id, file_unique_id: file.unique, file_size: file.size, file_path: world.files.link(file) };
}

export function getChat(world: World, params: Params): ChatFullInfo {
  const { chat } = placeOf(world, params);
  const full = { ...chat, accent_color_id: 0, max_reaction_count: 11, accepted_gift_types: {} };
  // The many settings of a full description are nobody's business here.
  return full as unknown as ChatFullInfo;
}

export function getChatMember(world: World, params: Params): ChatMember {
  const place = placeOf(world, params);
  const id = numberOf(params, 'user_id');
  if (id === world.me.id) {
    const user = botUser(world);
    return place.standing === 'administrator' ? administrator(user) : { status: 'member', user };
  }
  const user = id === undefined ? undefined : world.users.get(id);
  if (!user) throw badRequest('user not found');
  if (place.admins.has(user.id)) return administrator(user);
  const spoke = [...place.messages.values()].some(({ message }) => message.from?.id === user.id);
  return { status: spoke || place.chat.id === user.id ? 'member' : 'left', user };
}

export function administrator(user: ChatMember['user']): ChatMember {
  return {
    status: 'administrator',
    user,
    can_be_edited: false,
    is_anonymous: false,
    can_manage_chat: true,
    can_delete_messages: true,
    can_manage_video_chats: false,
    can_restrict_members: false,
    can_promote_members: false,
    can_change_info: false,
    can_invite_users: true,
    can_post_stories: false,
    can_edit_stories: false,
    can_delete_stories: false,
    can_send_welcome_messages: false,
  };
}

export function leaveChat(world: World, params: Params): true {
  const place = placeOf(world, params);
  if (place.chat.type === 'private') throw badRequest("chat member status can't be changed in private chats");
  place.standing = 'left';
  const user = botUser(world);
  world.updates.add({
    my_chat_member: {
      chat: place.chat,
      from: user,
      date: unixTime(world),
      old_chat_member: { status: 'member', user },
      new_chat_member: { status: 'left', user },
    },
  });
  return true;
}
