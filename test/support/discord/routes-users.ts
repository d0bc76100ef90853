// REST: users and guilds, and the files behind attachment links.

import { apiError, plainError } from './errors.js';
import type { StoredGuild } from './model.js';
import { channelJson, memberJson, plainGuildJson, userJson } from './payloads.js';
import type { Route } from './router.js';
import type { World } from './world.js';

export function userRoutes(world: World, leave: (guild: StoredGuild) => void): Route[] {
  function joined(id = ''): StoredGuild {
    const guild = world.guilds.get(id);
    if (!guild?.joined) throw apiError(10004);
    return guild;
  }
  function inGuild(guild: StoredGuild, threads: boolean): unknown[] {
    const own = [...world.channels.values()].filter((one) => one.guildId === guild.id && !one.deleted);
    const wanted = own.filter((one) => (one.thread !== undefined) === threads && !one.thread?.archived);
    return wanted.filter((one) => !threads || world.sees(one)).map((one) => channelJson(world, one));
  }
  return [
    { method: 'GET', pattern: '/users/@me', handle: () => ({ status: 200, body: userJson(world.user(world.botId)) }) },
    {
      method: 'GET',
      pattern: '/users/:user',
      handle: ({ params }) => ({ status: 200, body: userJson(world.user(params.user ?? '')) }),
    },
    {
      method: 'GET',
      pattern: '/users/@me/guilds',
      handle() {
        const own = [...world.guilds.values()].filter((one) => one.joined);
        return { status: 200, body: own.map(({ id, name }) => ({ id, name, icon: null, owner: false, features: [] })) };
      },
    },
    {
      method: 'DELETE',
      pattern: '/users/@me/guilds/:guild',
      handle({ params }) {
        leave(joined(params.guild));
        return { status: 204 };
      },
    },
    {
      method: 'GET',
      pattern: '/guilds/:guild',
      handle: ({ params }) => ({ status: 200, body: plainGuildJson(joined(params.guild)) }),
    },
    {
      method: 'GET',
      pattern: '/guilds/:guild/channels',
      handle: ({ params }) => ({ status: 200, body: inGuild(joined(params.guild), false) }),
    },
    {
      method: 'GET',
      pattern: '/guilds/:guild/threads/active',
      handle: ({ params }) => ({ status: 200, body: { threads: inGuild(joined(params.guild), true), members: [] } }),
    },
    {
      method: 'GET',
      pattern: '/guilds/:guild/members/:user',
      handle({ params }) {
        const guild = joined(params.guild);
        const user = world.user(params.user ?? '');
        if (user.id !== world.botId && !guild.members.has(user.id)) throw apiError(10007);
        return { status: 200, body: { ...memberJson(world, guild, user.id), user: userJson(user) } };
      },
    },
    {
      method: 'GET',
      pattern: '/guilds/:guild/audit-logs',
      handle({ params }) {
        const guild = joined(params.guild);
        const by = guild.addedBy;
        const entry = { id: guild.id, user_id: by, target_id: world.botId, action_type: 28 };
        const users = by === undefined ? [] : [userJson(world.user(by))];
        return { status: 200, body: { audit_log_entries: by === undefined ? [] : [entry], users } };
      },
    },
  ];
}

/** `generation` is the number that fresh links carry; one with an older number has expired. */
export function fileRoutes(world: World, generation: () => number): Route[] {
  return [
    {
      method: 'GET',
      pattern: '/cdn/attachments/:channel/:file/:name',
      auth: false,
      handle({ params, query }) {
        if (query.get('hm') !== String(generation())) throw plainError(404, 'This content is no longer available.');
        const messages = world.channels.get(params.channel ?? '')?.messages ?? [];
        const file = messages.flatMap((one) => (one.deleted ? [] : one.files)).find((one) => one.id === params.file);
        if (!file) throw plainError(404, 'This content is no longer available.');
        const headers = { 'content-type': file.mime || 'application/octet-stream' };
        return { status: 200, bytes: file.bytes, headers };
      },
    },
  ];
}
