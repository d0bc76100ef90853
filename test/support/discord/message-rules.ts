// What a message of the bot must be to be taken: the checks of the platform, in its order, and the fields to store.

import { list, record, type UploadedFile } from './body.js';
import { checkComponents } from './component-rules.js';
import { apiError, FormErrors, formError } from './errors.js';
import { FLAG, MESSAGE_TYPE, type StoredChannel, type StoredFile, type StoredMessage } from './model.js';
import type { World } from './world.js';

const CREATE_FLAGS = FLAG.suppressEmbeds | FLAG.suppressNotifications;
const ANSWERABLE = [0, 19, 20, 23];

export type MessageFields = Pick<StoredMessage, 'authorId' | 'content' | 'files' | 'embeds' | 'components' | 'pings'> &
  Pick<Partial<StoredMessage>, 'nonce' | 'allowedMentions' | 'reference'> & { type: number; flags: number };

/** The fields of a new message, from a form. Throws 50035 with every fault of it, 50006 where nothing is to be seen. */
export function newMessage(
  world: World,
  channel: StoredChannel,
  form: unknown,
  files: readonly UploadedFile[],
): MessageFields {
  const body = record(form);
  const errors = new FormErrors();
  errors.length(['content'], body.content, 0, 2000);
  if (typeof body.nonce === 'string') errors.length(['nonce'], body.nonce, 0, 25);
  if (list(body.embeds).length > 10) errors.add(['embeds'], 'BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
  if (list(body.sticker_ids).length > 3) {
    errors.add(['sticker_ids'], 'BASE_TYPE_MAX_LENGTH', 'Must be 3 or fewer in length.');
  }
  if (files.length > 10) errors.add(['attachments'], 'BASE_TYPE_MAX_LENGTH', 'Must be 10 or fewer in length.');
  checkComponents(body.components, errors);
  checkMentions(body.allowed_mentions, errors);
  errors.throwIfAny();
  const content = typeof body.content === 'string' ? body.content.trim() : '';
  const stored = storedFiles(world, body.attachments, files);
  const embeds = list(body.embeds);
  const components = list(body.components);
  if (content === '' && stored.length + embeds.length + components.length === 0) throw apiError(50006);
  const reference = referenceOf(world, channel, body.message_reference);
  const repliedTo = reference && world.messages.get(reference.message_id)?.authorId;
  return {
    authorId: world.botId,
    type: reference ? MESSAGE_TYPE.reply : MESSAGE_TYPE.plain,
    content,
    files: stored,
    embeds,
    components,
    pings: pingsOf(world, content, body.allowed_mentions, repliedTo),
    flags: Number(body.flags ?? 0) & CREATE_FLAGS,
    ...((typeof body.nonce === 'string' || typeof body.nonce === 'number') && { nonce: body.nonce }),
    ...(body.allowed_mentions !== undefined && { allowedMentions: body.allowed_mentions }),
    ...(reference && { reference }),
  };
}

/** What an edit changes; fields that the form does not name stay. Throws as `newMessage`. */
export function editedMessage(
  world: World,
  message: StoredMessage,
  form: unknown,
  files: readonly UploadedFile[],
): Partial<StoredMessage> {
  const body = record(form);
  const errors = new FormErrors();
  errors.length(['content'], body.content, 0, 2000);
  checkComponents(body.components, errors);
  checkMentions(body.allowed_mentions, errors);
  errors.throwIfAny();
  const content = body.content === undefined ? message.content : String(body.content ?? '').trim();
  const embeds = body.embeds === undefined ? message.embeds : list(body.embeds);
  const components = body.components === undefined ? message.components : list(body.components);
  const kept = body.attachments === undefined ? message.files : keptFiles(message, body.attachments);
  const all = [...kept, ...storedFiles(world, body.attachments, files)];
  if (content === '' && all.length + embeds.length + components.length === 0) throw apiError(50006);
  const suppress = body.flags === undefined ? message.flags : Number(body.flags ?? 0);
  return {
    content,
    embeds,
    components,
    files: all,
    flags: (message.flags & ~FLAG.suppressEmbeds & ~FLAG.loading) | (suppress & FLAG.suppressEmbeds),
    ...(body.allowed_mentions !== undefined && { allowedMentions: body.allowed_mentions }),
  };
}

/** User ids that a text calls, and 'everyone'. Without `allowed` everything that is written counts. */
export function pingsOf(world: World, content: string, allowed?: unknown, repliedTo?: string): string[] {
  const rules = allowed === undefined || allowed === null ? undefined : record(allowed);
  const parse = list(rules?.parse);
  const named = list(rules?.users);
  const pings = new Set<string>();
  for (const [, id = ''] of content.matchAll(/<@!?(\d+)>/g)) {
    if (world.users.has(id) && (!rules || parse.includes('users') || named.includes(id))) pings.add(id);
  }
  if (/@(everyone|here)\b/.test(content) && (!rules || parse.includes('everyone'))) pings.add('everyone');
  if (repliedTo !== undefined && (rules ? rules.replied_user === true : true)) pings.add(repliedTo);
  return [...pings];
}

function referenceOf(world: World, channel: StoredChannel, value: unknown): StoredMessage['reference'] {
  if (value === undefined || value === null) return undefined;
  const { message_id: id, channel_id: other, fail_if_not_exists: fail } = record(value);
  if (typeof id !== 'string' || !/^\d{15,20}$/.test(id)) {
    const path = ['message_reference', 'message_id'];
    throw formError(path, 'NUMBER_TYPE_COERCE', `Value "${String(id)}" is not snowflake.`);
  }
  if (!world.may(channel, 'ReadMessageHistory')) throw apiError(160002);
  const source = world.messages.get(id);
  const there = source && !source.deleted && !source.ephemeralFor && source.channelId === channel.id;
  if (!there || (other !== undefined && other !== channel.id)) {
    if (fail === false) return undefined;
    throw formError(['message_reference'], 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', 'Unknown message');
  }
  if (!ANSWERABLE.includes(source.type)) {
    const words = 'Cannot reply to a system message';
    throw formError(['message_reference'], 'REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE', words);
  }
  const guild = channel.guildId && { guild_id: channel.guildId };
  return { type: 0, message_id: id, channel_id: channel.id, ...guild };
}

function checkMentions(value: unknown, errors: FormErrors): void {
  const { parse, users } = record(value);
  if (list(parse).includes('users') && list(users).length > 0) {
    const words = 'parse:["users"] and users: [ids...] are mutually exclusive.';
    errors.add(['allowed_mentions'], 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', words);
  }
  for (const [index, one] of list(parse).entries()) {
    if (one === 'users' || one === 'roles' || one === 'everyone') continue;
    const words = "Value must be one of ('users', 'everyone', 'roles').";
    errors.add(['allowed_mentions', 'parse', index], 'BASE_TYPE_CHOICES', words);
  }
}

function storedFiles(world: World, attachments: unknown, files: readonly UploadedFile[]): StoredFile[] {
  const named = list(attachments).map(record);
  return files.map((file) => {
    const said = named.find((one) => String(one.id) === String(file.index));
    const name = typeof said?.filename === 'string' ? said.filename : file.name;
    const description = typeof said?.description === 'string' ? { description: said.description } : {};
    return { id: world.id(), name, mime: file.mime, bytes: file.bytes, ...description };
  });
}

function keptFiles(message: StoredMessage, attachments: unknown): StoredFile[] {
  const ids = list(attachments).map((one) => String(record(one).id));
  return message.files.filter((file) => ids.includes(file.id));
}
