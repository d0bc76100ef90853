// Puts a message of the bot into a chat: where it goes, what it answers, at which pace.

import type { Message } from 'grammy/types';
import { badRequest } from '../api-error.js';
import type { Params } from '../body.js';
import { keyboardOf } from '../markup.js';
import { flagOf, isObject, numberOf, objectOf } from '../params.js';
import { placeOf, threadOf } from '../places.js';
import { messageText } from '../text.js';
import { botUser, hasTopics, keepMessage, type Place, unixTime, type World } from '../world.js';

export function sendMessage(world: World, params: Params): Message {
  const place = placeOf(world, params);
  const { text, entities, ignored } = messageText(params);
  return post(world, place, params, { text, ...(entities.length > 0 && { entities }) }, ignored);
}

/** Everything about sending that does not depend on what is sent. */
export function post(world: World, place: Place, params: Params, content: Partial<Message>, ignored = 0): Message {
  const keyboard = keyboardOf(params);
  const thread = threadOf(world, place, params);
  const answered = replyOf(place, params);
  const inherited = thread ?? (hasTopics(place) ? answered?.message_thread_id : undefined);
  const direct = directTopicOf(place, params);
  world.flood?.count(place.chat.id, place.chat.type !== 'private');
  const fromChannel = place.chat.type === 'channel';
  const message: Message = {
    message_id: place.nextMessageId(),
    ...(fromChannel ? { sender_chat: place.chat } : { from: botUser(world) }),
    chat: place.chat,
    date: unixTime(world),
    ...(inherited !== undefined && { message_thread_id: inherited }),
    ...(inherited !== undefined && place.topics.has(inherited) && { is_topic_message: true as const }),
    ...(answered && { reply_to_message: shallow(answered) }),
    ...(direct !== undefined && { direct_messages_topic: direct }),
    ...content,
    ...(keyboard && { reply_markup: keyboard }),
  };
  const stored = keepMessage(place, message, true);
  stored.ignored = ignored;
  stored.silent = flagOf(params, 'disable_notification');
  stored.linkPreview = objectOf(params, 'link_preview_options')?.is_disabled !== true;
  return message;
}

/** An answered message carries no answered message of its own. */
export function shallow(message: Message): NonNullable<Message['reply_to_message']> {
  const { reply_to_message: _, ...rest } = message;
  return rest as NonNullable<Message['reply_to_message']>;
}

function replyOf(place: Place, params: Params): Message | undefined {
  const parameters = objectOf(params, 'reply_parameters');
  const id = parameters ? parameters.message_id : numberOf(params, 'reply_to_message_id');
  if (id === undefined || id === 0) return undefined;
  if (!Number.isInteger(id)) throw badRequest('invalid reply_parameters specified');
  const found = place.messages.get(Number(id));
  if (found) return found.message;
  const tolerant = parameters
    ? parameters.allow_sending_without_reply === true
    : flagOf(params, 'allow_sending_without_reply');
  if (!tolerant) throw badRequest('message to be replied not found');
  return undefined;
}

function directTopicOf(place: Place, params: Params): Message['direct_messages_topic'] | undefined {
  const direct = place.chat.type === 'supergroup' && place.chat.is_direct_messages === true;
  const id = numberOf(params, 'direct_messages_topic_id');
  if (!direct) return undefined;
  if (id === undefined) throw badRequest('direct messages topic must be specified');
  for (const { message } of place.messages.values()) {
    if (isObject(message.direct_messages_topic) && message.direct_messages_topic.topic_id === id) {
      return message.direct_messages_topic;
    }
  }
  throw badRequest('direct messages topic not found');
}
