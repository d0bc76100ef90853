// Interactions: slash commands and pressed buttons, from the three seconds of the first answer to the fifteen minutes of
// what follows. Owns their state; speaks no HTTP.

import { randomBytes } from 'node:crypto';
import { record, type UploadedFile } from './body.js';
import { apiError, formError } from './errors.js';
import { editedMessage, newMessage } from './message-rules.js';
import { CHANNEL_TYPE, FLAG, MESSAGE_TYPE, type StoredChannel, type StoredMessage } from './model.js';
import { appPermissions, channelJson, memberJson, messageJson, plainGuildJson, userJson } from './payloads.js';
import type { Settings } from './settings.js';
import type { World } from './world.js';

export interface StoredInteraction {
  id: string;
  token: string;
  /** 2 a command, 3 a component. */
  type: number;
  userId: string;
  channel: StoredChannel;
  at: number;
  /** The callback type that acknowledged it. */
  answered?: number;
  name?: string;
  /** Of a component: the message it stands below. */
  source?: StoredMessage;
  original: StoredMessage | undefined;
  /** Everything that was said through it, in order. */
  messages: StoredMessage[];
}

export interface CallbackResult {
  interaction: StoredInteraction;
  message: StoredMessage | undefined;
}

export class Interactions {
  readonly #world: World;
  readonly #settings: Settings;
  readonly #byId = new Map<string, StoredInteraction>();
  readonly #byToken = new Map<string, StoredInteraction>();

  constructor(world: World, settings: Settings) {
    this.#world = world;
    this.#settings = settings;
  }

  /** Makes one and dispatches it; `data` is the platform's inner object. */
  start(
    fields: Pick<StoredInteraction, 'type' | 'userId' | 'channel'> &
      Pick<Partial<StoredInteraction>, 'name' | 'source'>,
    data: Record<string, unknown>,
  ): StoredInteraction {
    const token = `aW50ZXJhY3Rpb246${randomBytes(24).toString('base64url')}`;
    const one = { id: this.#world.id(), token, at: this.#world.now(), messages: [], original: undefined, ...fields };
    this.#byId.set(one.id, one);
    this.#byToken.set(token, one);
    this.#world.tell({ t: 'INTERACTION_CREATE', d: this.#json(one, data), intent: 0 });
    return one;
  }

  /** The first answer. Throws 10062 when late or unknown, 40060 when there was one. */
  acknowledge(id: string, token: string, form: unknown, files: readonly UploadedFile[]): CallbackResult {
    const one = this.#byId.get(id);
    if (!one || one.token !== token) throw apiError(10062);
    if (one.answered !== undefined) throw apiError(40060);
    if (this.expired(one)) throw apiError(10062);
    const { type, data } = record(form);
    const allowed = one.type === 3 ? [4, 5, 6, 7] : [4, 5];
    if (!allowed.includes(Number(type))) {
      throw formError(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
    }
    const result: CallbackResult = { interaction: one, message: undefined };
    if (type === 4) result.message = this.#say(one, data, files, this.#firstType(one), true);
    if (type === 5) result.message = this.#think(one, Number(record(data).flags ?? 0));
    if (type === 7 && one.source) this.#edit(one.source, data, files);
    if (type === 6 || type === 7) result.message = one.source;
    one.answered = Number(type);
    one.original = result.message;
    this.#world.changed();
    return result;
  }

  /** Three seconds went by without an answer: the person reads that the application did not respond. */
  expired(one: StoredInteraction): boolean {
    return one.answered === undefined && this.#world.now() - one.at > this.#settings.interactionMs;
  }

  /** A message after the first answer. After a deferral the first one takes its place, as on the platform. */
  followUp(application: string, token: string, form: unknown, files: readonly UploadedFile[]): StoredMessage {
    const one = this.#open(application, token);
    if (one.original && one.original.flags & FLAG.loading && one.answered === 5) {
      this.#edit(one.original, form, files);
      return one.original;
    }
    const type = one.original && !one.original.deleted ? MESSAGE_TYPE.reply : MESSAGE_TYPE.plain;
    return this.#say(one, form, files, type, false);
  }

  /** A message of an interaction, by id or `@original`. Throws 50027, 10015, 10008. */
  find(application: string, token: string, id: string): StoredMessage {
    const one = this.#open(application, token);
    const message = id === '@original' ? one.original : [one.original, ...one.messages].find((it) => it?.id === id);
    if (!message || message.deleted) throw apiError(10008);
    return message;
  }

  edit(application: string, token: string, id: string, form: unknown, files: readonly UploadedFile[]): StoredMessage {
    const message = this.find(application, token, id);
    this.#edit(message, form, files);
    return message;
  }

  #open(application: string, token: string): StoredInteraction {
    const one = this.#byToken.get(token);
    if (application !== this.#world.botId || one?.answered === undefined) throw apiError(10015);
    if (this.#world.now() - one.at > this.#settings.interactionTokenMs) throw apiError(50027);
    return one;
  }

  #firstType(one: StoredInteraction): number {
    return one.type === 2 ? MESSAGE_TYPE.command : MESSAGE_TYPE.reply;
  }

  #say(
    one: StoredInteraction,
    form: unknown,
    files: readonly UploadedFile[],
    type: number,
    first: boolean,
  ): StoredMessage {
    const fields = newMessage(this.#world, one.channel, { ...record(form), message_reference: undefined }, files);
    return this.#post(one, { ...fields, type }, Number(record(form).flags ?? 0), first);
  }

  #think(one: StoredInteraction, flags: number): StoredMessage {
    const fields = { authorId: this.#world.botId, type: this.#firstType(one), flags: FLAG.loading };
    return this.#post(one, fields, flags, true);
  }

  #post(
    one: StoredInteraction,
    fields: Partial<StoredMessage> & { authorId: string; flags: number },
    asked: number,
    first: boolean,
  ): StoredMessage {
    const hidden = (asked & FLAG.ephemeral) !== 0;
    const source = first ? one.source : one.original;
    const guild = one.channel.guildId && { guild_id: one.channel.guildId };
    const reference = source && { type: 0, message_id: source.id, channel_id: one.channel.id, ...guild };
    const message = this.#world.post(one.channel, {
      ...fields,
      flags: fields.flags | (hidden ? FLAG.ephemeral : 0),
      webhookId: this.#world.botId,
      interaction: { id: one.id, type: one.type, userId: one.userId, ...(one.name && { name: one.name }) },
      ...(hidden && { ephemeralFor: one.userId }),
      ...(reference && { reference }),
    });
    one.messages.push(message);
    return message;
  }

  #edit(message: StoredMessage, form: unknown, files: readonly UploadedFile[]): void {
    this.#world.revise(message, editedMessage(this.#world, message, form, files));
  }

  #json(one: StoredInteraction, data: Record<string, unknown>): Record<string, unknown> {
    const { channel } = one;
    const user = userJson(this.#world.user(one.userId));
    const guild = channel.guildId === undefined ? undefined : this.#world.guilds.get(channel.guildId);
    const permissions = appPermissions(this.#world, channel);
    return {
      id: one.id,
      token: one.token,
      type: one.type,
      version: 1,
      application_id: this.#world.botId,
      channel_id: channel.id,
      channel: { ...channelJson(this.#world, channel), ...(guild && { permissions }) },
      data,
      locale: 'en-US',
      entitlements: [],
      app_permissions: permissions,
      attachment_size_limit: this.#settings.fileBytes,
      context: contextOf(this.#world, channel),
      authorizing_integration_owners: guild ? { '0': guild.id } : { '0': '0' },
      ...(one.source && { message: messageJson(this.#world, one.source) }),
      ...(guild
        ? {
            guild_id: guild.id,
            guild: { id: guild.id, locale: 'en-US', features: [] },
            guild_locale: plainGuildJson(guild).preferred_locale,
            member: { ...memberJson(this.#world, guild, one.userId), user, permissions },
          }
        : { user }),
    };
  }
}

/** 0 a guild, 1 the bot's own direct chat, 2 any other private place. */
export function contextOf(world: World, channel: StoredChannel): number {
  if (channel.guildId !== undefined) return 0;
  return channel.type === CHANNEL_TYPE.dm && channel.recipients.includes(world.botId) ? 1 : 2;
}
