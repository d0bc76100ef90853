// What the bot may do in a channel of a server, computed from what the gateway tells of the server. Pure. Only saves
// requests that would be refused: Discord itself decides.

import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { ChannelPayload, GuildPayload } from './payloads.js';

/**
 * Whether the bot has all of `wanted`. In Discord's own order: the server's roles, then the channel's changes for
 * everybody, for roles, for the member. https://docs.discord.com/developers/topics/permissions#permission-overwrites
 */
export function may(wanted: bigint, guild: GuildPayload, room: ChannelPayload, bot: string): boolean {
  const mine = new Set(guild.members.find(({ user }) => user?.id === bot)?.roles ?? []);
  let can = 0n;
  for (const role of guild.roles) if (role.id === guild.id || mine.has(role.id)) can |= bits(role.permissions);
  if (can & PermissionFlagsBits.Administrator) return true;
  const changes = (of: (id: string) => boolean) => {
    let [allow, deny] = [0n, 0n];
    for (const one of room.permission_overwrites) {
      if (!of(one.id)) continue;
      allow |= bits(one.allow);
      deny |= bits(one.deny);
    }
    can = (can & ~deny) | allow;
  };
  changes((id) => id === guild.id);
  changes((id) => id !== guild.id && mine.has(id));
  changes((id) => id === bot);
  return (can & wanted) === wanted;
}

function bits(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : 0n;
}
