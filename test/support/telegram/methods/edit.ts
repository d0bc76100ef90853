// Changes and removes messages of the bot.

import type { Message } from 'grammy/types';
import { badRequest } from '../api-error.js';
import type { Params } from '../body.js';
import { keyboardOf } from '../markup.js';
import { listOf, numberOf } from '../params.js';
import { messageOf, placeOf } from '../places.js';
import { captionText, messageText } from '../text.js';
import { type Place, type StoredMessage, unixTime, type World } from '../world.js';

const notModified =
  'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';

export function editMessageText(world: World, params: Params): Message {
  const place = placeOf(world, params);
  const { text, entities, ignored } = messageText(params);
  const stored = editable(place, params);
  if (stored.message.text === undefined) throw badRequest('there is no text in the message to edit');
  const { entities: _, reply_markup: __, ...kept } = stored.message;
  return change(world, place, stored, { ...kept, text, ...(entities.length > 0 && { entities }) }, params, ignored);
}

export function editMessageCaption(world: World, params: Params): Message {
  const place = placeOf(world, params);
  const { text, entities, ignored } = captionText(params);
  const stored = editable(place, params);
  if (stored.message.text !== undefined) throw badRequest('there is no caption in the message to edit');
  const { caption: _, caption_entities: __, reply_markup: ___, ...kept } = stored.message;
  const caption = text === '' ? {} : { caption: text, ...(entities.length > 0 && { caption_entities: entities }) };
  return change(world, place, stored, { ...kept, ...caption }, params, ignored);
}

export function editMessageReplyMarkup(world: World, params: Params): Message {
  const place = placeOf(world, params);
  const stored = editable(place, params);
  const { reply_markup: _, ...kept } = stored.message;
  return change(world, place, stored, kept, params, stored.ignored);
}

export function deleteMessage(world: World, params: Params): true {
  const place = placeOf(world, params);
  const stored = messageOf(place, params, 'message to delete not found');
  const mayDelete = stored.byBot || place.chat.type === 'private' || place.standing === 'administrator';
  if (!mayDelete) throw badRequest("message can't be deleted");
  place.messages.delete(stored.message.message_id);
  return true;
}

export function deleteMessages(world: World, params: Params): true {
  const place = placeOf(world, params);
  for (const id of listOf(params, 'message_ids') ?? []) place.messages.delete(Number(id));
  return true;
}

function editable(place: Place, params: Params): StoredMessage {
  if (numberOf(params, 'message_id') === undefined) throw badRequest('message identifier is not specified');
  const stored = messageOf(place, params, 'message to edit not found');
  if (!stored.byBot) throw badRequest("message can't be edited");
  return stored;
}

function change(
  world: World,
  place: Place,
  stored: StoredMessage,
  next: Message,
  params: Params,
  ignored: number,
): Message {
  const keyboard = keyboardOf(params);
  const edited: Message = { ...next, ...(keyboard && { reply_markup: keyboard }) };
  if (same(edited, stored.message)) throw badRequest(notModified);
  world.flood?.count(place.chat.id, place.chat.type !== 'private');
  stored.message = { ...edited, edit_date: unixTime(world) };
  stored.edits += 1;
  stored.ignored = ignored;
  return stored.message;
}

function same(a: Message, b: Message): boolean {
  const content = ({ text, entities, caption, caption_entities, reply_markup }: Message): string =>
    JSON.stringify([text, entities, caption, caption_entities, reply_markup]);
  return content(a) === content(b);
}
