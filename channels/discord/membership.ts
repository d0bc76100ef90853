// The servers the bot is in: told of as joined or left once each, also when it happened while nobody listened. Pure but
// for the small record of what was told. Never decides whether the bot may speak there.

import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { InboundMembership } from '../../src/contracts/index.js';
import { oneLine } from '../../src/text/truncate.js';
import { theChat } from './inbound.js';
import type { ChannelPayload, GuildPayload } from './payloads.js';
import { may } from './permissions.js';
import { type Place, placeOf } from './places.js';

/** What stays of a server: when the bot joined, the channel it was told with, and its name. */
export type KnownGuild = [joined: number, channel: string, name: string];
export type KnownGuilds = Record<string, KnownGuild>;

export const GUILDS = 'guilds';

export function readKnownGuilds(value: string | undefined): KnownGuilds {
  try {
    const read: unknown = JSON.parse(value ?? '{}');
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as KnownGuilds) : {};
  } catch {
    return {};
  }
}

/** Undefined when this joining was told already. The chat is the channel that the bot would introduce itself in. */
export function joinedEvent(
  guild: GuildPayload,
  known: KnownGuilds,
  bot: string,
  now: number,
): { event: InboundMembership; known: KnownGuilds } | undefined {
  const stamp = Date.parse(guild.joined_at);
  const joined = Number.isNaN(stamp) ? now : stamp;
  const before = known[guild.id];
  if (before && (before[0] === joined || Number.isNaN(stamp))) return undefined;
  const channel = meetingPlace(guild, bot)?.id ?? guild.id;
  const place = guildPlace(guild.id, channel, guild.name, bot);
  return {
    event: {
      id: `g:${guild.id}:${joined}`,
      ...place,
      from: theChat(place),
      at: joined,
      type: 'membership',
      change: 'joined',
    },
    known: { ...known, [guild.id]: [joined, channel, place.title ?? ''] },
  };
}

/** Undefined for a server that was never told of. */
export function leftEvent(
  guild: string,
  known: KnownGuilds,
  bot: string,
  now: number,
): { event: InboundMembership; known: KnownGuilds } | undefined {
  const { [guild]: gone, ...rest } = known;
  if (!gone) return undefined;
  const [joined, channel, name] = gone;
  const place = guildPlace(guild, channel, name, bot);
  return {
    event: {
      id: `g:${guild}:${joined}:left`,
      ...place,
      from: theChat(place),
      at: now,
      type: 'membership',
      change: 'left',
    },
    known: rest,
  };
}

function guildPlace(guild: string, channel: string, name: string, bot: string): Place {
  const place = placeOf({ id: channel, type: ChannelType.GuildText, guild_id: guild, name }, bot);
  return { ...place, title: oneLine(name) || 'a server' };
}

const WRITE = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages;

/** Where the server greets its new members, if the bot may write there, or else the first channel where it may. */
function meetingPlace(guild: GuildPayload, bot: string): ChannelPayload | undefined {
  const rooms = guild.channels.filter(({ type }) => type === ChannelType.GuildText);
  const first = rooms.toSorted(
    (a, b) => rank(a, guild) - rank(b, guild) || a.position - b.position || (a.id < b.id ? -1 : 1),
  );
  return first.find((room) => may(WRITE, guild, room, bot)) ?? first[0];
}

function rank(room: ChannelPayload, guild: GuildPayload): number {
  return room.id === guild.system_channel_id ? 0 : 1;
}
