// REST: messages and reactions of a channel.

import { record } from './body.js';
import { apiError, formError } from './errors.js';
import { editedMessage, newMessage } from './message-rules.js';
import { CHANNEL_TYPE, FLAG, type StoredChannel, type StoredMessage } from './model.js';
import { messageJson, redact } from './payloads.js';
import type { Route } from './router.js';
import type { Settings } from './settings.js';
import type { World } from './world.js';

const CHANNEL = '/channels/:channel';
// One emoji, or name:id of a guild's own; digits alone are emoji to Unicode and not to the platform.
const EMOJI = /^(?![\d#*]+$)(\p{Emoji}(\p{Emoji}|\u200D|\uFE0F|\u20E3)*|\w+:\d{15,20})$/u;
const MESSAGE = `${CHANNEL}/messages/:message`;

export function messageRoutes(world: World, settings: Settings): Route[] {
  const nonces = new Map<string, StoredMessage>();

  function show(message: StoredMessage, nonce = false): unknown {
    const json = messageJson(world, message, { nonce });
    return settings.intents.messageContent ? json : redact(world, message, json);
  }

  function known(nonce: unknown): StoredMessage | undefined {
    const message = nonces.get(String(nonce));
    if (message && world.now() - message.at <= settings.nonceMs) return message;
    nonces.delete(String(nonce));
    return undefined;
  }

  return [
    {
      method: 'POST',
      pattern: `${CHANNEL}/messages`,
      handle({ params, body, files }) {
        const channel = world.reach(params.channel ?? '');
        requireSend(world, channel, files.length > 0);
        const fields = newMessage(world, channel, body, files);
        const enforced = record(body).enforce_nonce === true && fields.nonce !== undefined;
        const before = enforced ? known(fields.nonce) : undefined;
        if (before) return { status: 200, body: show(before, true) };
        const message = world.post(channel, fields);
        if (fields.nonce !== undefined) nonces.set(String(fields.nonce), message);
        return { status: 200, body: show(message, true) };
      },
    },
    {
      method: 'GET',
      pattern: `${CHANNEL}/messages`,
      handle({ params, query }) {
        const channel = world.reach(params.channel ?? '');
        if (!world.may(channel, 'ReadMessageHistory')) return { status: 200, body: [] };
        return { status: 200, body: page(channel, query).map((message) => show(message)) };
      },
    },
    {
      method: 'GET',
      pattern: MESSAGE,
      handle({ params }) {
        const channel = world.reach(params.channel ?? '');
        world.require(channel, 'ReadMessageHistory');
        return { status: 200, body: show(world.message(channel, params.message ?? '')) };
      },
    },
    {
      method: 'PATCH',
      pattern: MESSAGE,
      handle({ params, body, files }) {
        const channel = world.reach(params.channel ?? '');
        const message = world.message(channel, params.message ?? '');
        if (message.authorId !== world.botId) throw apiError(50005);
        world.revise(message, editedMessage(world, message, body, files));
        return { status: 200, body: show(message) };
      },
    },
    {
      method: 'DELETE',
      pattern: MESSAGE,
      handle({ params }) {
        const channel = world.reach(params.channel ?? '');
        const message = world.message(channel, params.message ?? '');
        if (message.authorId !== world.botId) {
          if (channel.guildId === undefined) throw apiError(50003);
          throw apiError(50013);
        }
        world.remove(message);
        return { status: 204 };
      },
    },
    {
      method: 'PUT',
      pattern: `${MESSAGE}/reactions/:emoji/@me`,
      handle({ params }) {
        const channel = world.reach(params.channel ?? '');
        const emoji = params.emoji ?? '';
        if (!world.may(channel, 'ReadMessageHistory')) throw apiError(50013);
        world.require(channel, 'AddReactions');
        const message = world.message(channel, params.message ?? '');
        if (!EMOJI.test(emoji)) throw apiError(10014);
        const there = message.reactions.some((one) => one.emoji === emoji && one.userId === world.botId);
        if (!there) message.reactions.push({ emoji, userId: world.botId });
        world.changed();
        return { status: 204 };
      },
    },
    {
      method: 'DELETE',
      pattern: `${MESSAGE}/reactions/:emoji/@me`,
      handle({ params }) {
        const message = world.message(world.reach(params.channel ?? ''), params.message ?? '');
        message.reactions = message.reactions.filter((one) => one.emoji !== params.emoji || one.userId !== world.botId);
        world.changed();
        return { status: 204 };
      },
    },
    {
      method: 'POST',
      pattern: `${CHANNEL}/typing`,
      handle({ params }) {
        const channel = world.reach(params.channel ?? '');
        requireSend(world, channel, false);
        return { status: 204 };
      },
    },
  ];
}

/** Throws 50007 to a person who takes no messages, 50008 in a forum, 50013, 50083. */
function requireSend(world: World, channel: StoredChannel, files: boolean): void {
  if (channel.type === CHANNEL_TYPE.forum) throw apiError(50008);
  if (channel.recipients.some((id) => world.users.get(id)?.blocks)) throw apiError(50007);
  world.require(channel, channel.thread ? 'SendMessagesInThreads' : 'SendMessages');
  if (files) world.require(channel, 'AttachFiles');
  if (channel.thread?.archived && channel.thread.locked) throw apiError(50083);
}

/** Newest first, always; `after` takes the oldest ones behind it. */
function page(channel: StoredChannel, query: URLSearchParams): StoredMessage[] {
  const limit = Number(query.get('limit') ?? 50);
  if (!(limit >= 1 && limit <= 100)) {
    const code = limit < 1 ? 'NUMBER_TYPE_MIN' : 'NUMBER_TYPE_MAX';
    const words = `int value should be ${limit < 1 ? 'greater than or equal to 1' : 'less than or equal to 100'}.`;
    throw formError(['limit'], code, words);
  }
  const edges = ['before', 'after', 'around'].map((name) => {
    const value = query.get(name);
    if (value === null) return undefined;
    if (!/^\d{1,20}$/.test(value)) throw formError([name], 'NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`);
    return BigInt(value);
  });
  const [before, after, around] = edges;
  const shown = channel.messages.filter((one) => !one.deleted && !one.ephemeralFor && !(one.flags & FLAG.ephemeral));
  if (around !== undefined) {
    const middle = shown.findIndex((one) => BigInt(one.id) >= around);
    const from = Math.max(0, (middle < 0 ? shown.length : middle) - Math.floor(limit / 2));
    return shown.slice(from, from + limit).reverse();
  }
  if (after !== undefined) {
    return shown
      .filter((one) => BigInt(one.id) > after)
      .slice(0, limit)
      .reverse();
  }
  const older = before === undefined ? shown : shown.filter((one) => BigInt(one.id) < before);
  return older.slice(-limit).reverse();
}
