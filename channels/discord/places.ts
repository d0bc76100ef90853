// Where a channel stands: a private chat, a channel of a server, a thread. Keeps the little that is needed of what the
// gateway tells. Whatever is not certainly the bot's own direct chat with one person is a group.

import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { ChatRef } from '../../src/contracts/index.js';
import { oneLine } from '../../src/text/truncate.js';
import type { ChannelPayload, GuildPayload } from './payloads.js';

export interface Place {
  chat: ChatRef;
  place: 'direct' | 'group';
  inside?: string[];
  title?: string;
  chatTitle?: string;
}

type Facts = Pick<ChannelPayload, 'id' | 'type'> &
  Partial<Pick<ChannelPayload, 'guild_id' | 'parent_id' | 'name' | 'recipients' | 'permission_overwrites'>>;

type Kept = Omit<Facts, 'permission_overwrites'> & {
  /** Not everybody in its server sees it. */
  closed: boolean;
};

/** More channels and threads than a bot of one household ever sees; beyond, the oldest are looked up again when needed. */
const MOST = 10_000;

/** `bot` is the bot's own user id, `above` the name of the channel that a thread belongs to. */
export function placeOf(channel: Facts, bot: string, above = ''): Place {
  const guild = channel.guild_id ?? undefined;
  const parent = channel.parent_id ?? undefined;
  const ref = (chat: string, thread?: string): ChatRef => ({
    channel: 'discord',
    account: bot,
    chat,
    ...(thread === undefined ? {} : { thread }),
  });
  const title = oneLine(channel.name ?? '');
  const named = title === '' ? {} : { title };
  const within = (...ids: (string | undefined)[]) => {
    const inside = ids.filter((one) => one !== undefined);
    return inside.length > 0 ? { inside } : {};
  };
  switch (channel.type) {
    case ChannelType.DM: {
      const alone = channel.recipients === undefined || channel.recipients.length === 1;
      if (guild === undefined && alone) return { chat: ref(channel.id), place: 'direct' };
      break;
    }
    case ChannelType.PublicThread:
    case ChannelType.AnnouncementThread:
      if (parent !== undefined) {
        const chatTitle = oneLine(above);
        return { chat: ref(parent, channel.id), place: 'group', ...within(guild), ...named, chatTitle };
      }
      break;
    case ChannelType.PrivateThread:
      return { chat: ref(channel.id), place: 'group', ...within(parent, guild), ...named };
  }
  return { chat: ref(channel.id), place: 'group', ...within(guild), ...named };
}

function hides(deny: string): boolean {
  return /^\d+$/.test(deny) && (BigInt(deny) & PermissionFlagsBits.ViewChannel) !== 0n;
}

export class Places {
  /** The bot's own user id; empty until the gateway said it. */
  bot = '';
  readonly #channels = new Map<string, Kept>();
  readonly #roles = new Map<string, { name: string; guild: string; own: boolean }>();

  learnGuild(guild: GuildPayload): void {
    for (const one of [...guild.channels, ...guild.threads]) this.learn({ ...one, guild_id: guild.id });
    for (const { id, name, tags } of guild.roles) this.learnRole(guild.id, id, name, tags?.bot_id);
  }

  learn({ id, type, guild_id, parent_id, name, recipients, permission_overwrites: changes = [] }: Facts): void {
    const closed = type === ChannelType.PrivateThread || changes.some((one) => one.id === guild_id && hides(one.deny));
    this.#channels.delete(id);
    this.#channels.set(id, { id, type, guild_id, parent_id, name, recipients, closed });
    const [oldest] = this.#channels.keys();
    if (oldest !== undefined && this.#channels.size > MOST) this.#channels.delete(oldest);
  }

  learnRole(guild: string, id: string, name: string, bot?: string): void {
    this.#roles.set(id, { name, guild, own: bot !== undefined && bot === this.bot });
  }

  forget(channel: string): void {
    this.#channels.delete(channel);
  }

  forgetGuild(guild: string): void {
    for (const [id, facts] of this.#channels) if (facts.guild_id === guild) this.#channels.delete(id);
    for (const [id, role] of this.#roles) if (role.guild === guild) this.#roles.delete(id);
  }

  /** Undefined for a channel that nobody told us of. */
  of(channel: string): Place | undefined {
    const facts = this.#channels.get(channel);
    return facts && placeOf(facts, this.bot, this.#channels.get(facts.parent_id ?? '')?.name ?? '');
  }

  guildOf(channel: string): string | undefined {
    return this.#channels.get(channel)?.guild_id ?? undefined;
  }

  /**
   * The name of a channel that is mentioned in `where`: whoever knows an id must not learn from the bot what is called so.
   * Undefined outside the same server, and for what not everybody there sees, unless it is said there.
   */
  channelName(channel: string, { chat, inside = [] }: Place): string | undefined {
    const facts = this.#channels.get(channel);
    if (!facts?.name || facts.guild_id == null || facts.guild_id !== inside.at(-1)) return undefined;
    const here = [chat.chat, chat.thread, ...inside];
    const parent = this.#channels.get(facts.parent_id ?? '');
    const hidden = [facts, parent].some((one) => one?.closed && !here.includes(one.id));
    return hidden ? undefined : facts.name;
  }

  /** The same for a role, which everybody in its server sees. */
  roleName(role: string, { inside = [] }: Place): string | undefined {
    const found = this.#roles.get(role);
    return found && found.guild === inside.at(-1) ? found.name : undefined;
  }

  /** True for the role that Discord made for this bot: who mentions it means the bot. */
  isOwnRole(role: string): boolean {
    return this.#roles.get(role)?.own ?? false;
  }
}
