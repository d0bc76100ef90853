// Finds the chat a call speaks of, and refuses what the bot may not do there, with Telegram's reasons.

import { badRequest, forbidden } from './api-error.js';
import type { Params } from './body.js';
import { numberOf, textOf } from './params.js';
import type { Place, StoredMessage, World } from './world.js';

/** The chat of `chat_id`, where the bot is welcome. */
export function placeOf(world: World, params: Params): Place {
  const given = textOf(params, 'chat_id');
  if (given === '') throw badRequest('chat_id is empty');
  const place = lookUp(world, given);
  if (!place) {
    if (world.users.has(Number(given))) throw forbidden("bot can't initiate conversation with a user");
    throw badRequest('chat not found');
  }
  if (place.movedTo !== undefined) {
    throw badRequest('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: place.movedTo });
  }
  const kind = place.chat.type === 'private' ? '' : `${place.chat.type} chat`;
  if (place.standing === 'blocked') throw forbidden('bot was blocked by the user');
  if (place.standing === 'kicked') throw forbidden(`bot was kicked from the ${kind}`);
  if (place.standing === 'left') throw forbidden(`bot is not a member of the ${kind}`);
  return place;
}

function lookUp(world: World, given: string): Place | undefined {
  if (/^-?\d+$/.test(given)) return world.places.get(Number(given));
  if (!given.startsWith('@')) return undefined;
  const name = given.slice(1).toLowerCase();
  for (const place of world.places.values()) {
    if (place.chat.type !== 'private' && place.chat.type !== 'group' && place.chat.username?.toLowerCase() === name) {
      return place;
    }
  }
  return undefined;
}

/** The topic or thread to send into. The General topic has no id that a message may be sent with. */
export function threadOf(world: World, place: Place, params: Params): number | undefined {
  const thread = numberOf(params, 'message_thread_id');
  if (thread === undefined || thread === 0) return undefined;
  const topic = place.topics.get(thread);
  if (place.chat.type === 'private' && !world.me.has_topics_enabled) throw badRequest('message thread not found');
  if (topic?.closed && place.standing !== 'administrator') throw badRequest('TOPIC_CLOSED');
  if (topic) return thread;
  const root = place.chat.type === 'supergroup' && !place.chat.is_forum && place.messages.has(thread);
  if (!root) throw badRequest('message thread not found');
  return thread;
}

/** The message of `message_id`; `missing` is the reason when it is not there. */
export function messageOf(place: Place, params: Params, missing: string): StoredMessage {
  const id = numberOf(params, 'message_id');
  const stored = id === undefined ? undefined : place.messages.get(id);
  if (!stored) throw badRequest(missing);
  return stored;
}
