// REST: channels, direct chats and threads.

import { record } from './body.js';
import { apiError, FormErrors } from './errors.js';
import { newMessage } from './message-rules.js';
import { CHANNEL_TYPE, type StoredChannel, type StoredMessage } from './model.js';
import { channelJson, messageJson, threadMemberJson } from './payloads.js';
import type { Route } from './router.js';
import type { World } from './world.js';

const CHANNEL = '/channels/:channel';
const MEMBER = `${CHANNEL}/thread-members`;

export function channelRoutes(world: World): Route[] {
  function thread(id = ''): StoredChannel {
    const channel = world.reach(id);
    if (!channel.thread) throw apiError(10003);
    return channel;
  }

  function begin(parent: StoredChannel, form: unknown, type: number, id?: string): StoredChannel {
    const { name } = record(form);
    const errors = new FormErrors();
    errors.length(['name'], name, 1, 100);
    errors.throwIfAny();
    world.require(parent, 'CreatePublicThreads');
    return world.open({
      ...(id !== undefined && { id }),
      type,
      name: String(name),
      ...(parent.guildId !== undefined && { guildId: parent.guildId }),
      parentId: parent.id,
      thread: { ownerId: world.botId, archived: false, locked: false, botJoined: true, createdAt: world.now() },
    });
  }

  return [
    {
      method: 'GET',
      pattern: CHANNEL,
      handle: ({ params }) => ({ status: 200, body: channelJson(world, world.reach(params.channel ?? '')) }),
    },
    {
      method: 'PATCH',
      pattern: CHANNEL,
      handle({ params, body }) {
        const channel = thread(params.channel);
        const { archived, locked, name } = record(body);
        if (channel.thread && typeof archived === 'boolean') channel.thread.archived = archived;
        if (channel.thread && typeof locked === 'boolean') channel.thread.locked = locked;
        if (typeof name === 'string') channel.name = name;
        world.tellOfChannel(channel, 'UPDATE');
        return { status: 200, body: channelJson(world, channel) };
      },
    },
    {
      method: 'POST',
      pattern: '/users/@me/channels',
      handle({ body }) {
        const user = world.user(String(record(body).recipient_id));
        // Bots cannot write to each other; a person who blocked the bot is found out by the first message only.
        if (user.bot) throw apiError(50007);
        return { status: 200, body: channelJson(world, world.direct(user.id)) };
      },
    },
    {
      method: 'POST',
      pattern: `${CHANNEL}/threads`,
      handle({ params, body, files }) {
        const parent = world.reach(params.channel ?? '');
        const isForum = parent.type === CHANNEL_TYPE.forum;
        const type = Number(record(body).type ?? CHANNEL_TYPE.privateThread);
        const made = begin(parent, body, isForum ? CHANNEL_TYPE.publicThread : type);
        const json = channelJson(world, made);
        if (!isForum) return { status: 201, body: json };
        const opening = postOpening(world, made, record(body).message, files);
        return { status: 201, body: { ...json, message: messageJson(world, opening) } };
      },
    },
    {
      method: 'POST',
      pattern: `${CHANNEL}/messages/:message/threads`,
      handle({ params, body }) {
        const parent = world.reach(params.channel ?? '');
        const message = world.message(parent, params.message ?? '');
        return { status: 201, body: channelJson(world, begin(parent, body, CHANNEL_TYPE.publicThread, message.id)) };
      },
    },
    {
      method: 'PUT',
      pattern: `${MEMBER}/@me`,
      handle({ params }) {
        const { thread: state } = thread(params.channel);
        if (state) state.botJoined = true;
        return { status: 204 };
      },
    },
    {
      method: 'DELETE',
      pattern: `${MEMBER}/@me`,
      handle({ params }) {
        const channel = thread(params.channel);
        if (channel.thread) channel.thread.botJoined = false;
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      pattern: `${MEMBER}/:user`,
      handle: ({ params }) => ({ status: 200, body: threadMemberJson(world, thread(params.channel)) }),
    },
    {
      method: 'GET',
      pattern: MEMBER,
      handle: ({ params }) => ({ status: 200, body: [threadMemberJson(world, thread(params.channel))] }),
    },
    ...['public', 'private'].map(
      (kind): Route => ({
        method: 'GET',
        pattern: `${CHANNEL}/threads/archived/${kind}`,
        handle({ params }) {
          const parent = world.reach(params.channel ?? '');
          const type = kind === 'public' ? CHANNEL_TYPE.publicThread : CHANNEL_TYPE.privateThread;
          const own = [...world.channels.values()].filter((one) => one.parentId === parent.id && one.type === type);
          const threads = own.filter((one) => !one.deleted && one.thread?.archived && world.sees(one));
          const body = { threads: threads.map((one) => channelJson(world, one)), members: [], has_more: false };
          return { status: 200, body };
        },
      }),
    ),
  ];
}

function postOpening(
  world: World,
  thread: StoredChannel,
  form: unknown,
  files: Parameters<typeof newMessage>[3],
): StoredMessage {
  return world.post(thread, newMessage(world, thread, form, files));
}
