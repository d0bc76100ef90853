// One message of Discord as an event of ours, the same from the gateway as from a listing. Pure: works on parsed payloads
// and on what is known of the place. Decides who is addressed, never who may speak.

import { MessageType } from 'discord-api-types/v10';
import type { InboundCommand, InboundEdit, InboundEvent, InboundMessage } from '../../src/contracts/index.js';
import { readSlashCommand } from '../../src/text/slash-command.js';
import { contentOf, type Names, nameOf, quotesIn } from './content.js';
import type { MessagePayload } from './payloads.js';
import type { Place } from './places.js';
import { timeOf } from './snowflake.js';

/** What a message is read with: the bot itself, and the names and roles of the server. */
export interface Reader extends Names {
  bot: string;
  /** The bot's user name. */
  username: string;
  isOwnRole(id: string): boolean;
}

/** Undefined for the bot's own messages, webhooks, notices of the platform, and what holds nothing to read. */
export function messageEvent(
  message: MessagePayload,
  place: Place,
  reader: Reader,
): InboundMessage | InboundCommand | undefined {
  if (!isSaid(message, reader)) return undefined;
  const base = { id: `m:${message.id}`, ...place, from: senderOf(message), at: writtenAt(message) };
  const own = ownText(message, reader);
  const aside = base.from.kind === 'bot';
  const command = aside || isForward(message) ? undefined : readSlashCommand(own.text);
  if (command) {
    const other = command.bot !== undefined && command.bot.toLowerCase() !== reader.username.toLowerCase();
    if (other) return undefined;
    const named = place.place === 'direct' || command.bot !== undefined || calls(message, reader);
    const { name, args } = command;
    return { ...base, type: 'command', name, args, message: message.id, ...(named ? {} : { toAnybody: true }) };
  }
  const { quoted, files: quotedFiles } = quotesIn(message, reader);
  const passed = quotedFiles.map((file) => ({ ...file, passed: true as const }));
  const files = [...own.files, ...passed];
  if (own.text === '' && files.length === 0 && quoted.length === 0) return undefined;
  const replyTo = message.referenced_message?.id;
  return {
    ...base,
    type: 'message',
    message: message.id,
    text: own.text,
    addressed: !aside && (place.place === 'direct' || calls(message, reader)),
    ...(quoted.length === 0 ? {} : { quoted }),
    ...(replyTo === undefined ? {} : { replyTo }),
    files,
  };
}

/** Undefined where the author changed nothing: Discord updates a message also when it unfolds a link. */
export function editEvent(message: MessagePayload, place: Place, reader: Reader): InboundEdit | undefined {
  const at = Date.parse(message.edited_timestamp ?? '');
  if (Number.isNaN(at) || !isSaid(message, reader)) return undefined;
  return {
    id: `e:${message.id}:${at}`,
    ...place,
    from: senderOf(message),
    at,
    type: 'edited',
    message: message.id,
    text: ownText(message, reader).text,
  };
}

/** Discord does not say who wrote what was deleted, nor when it was: the chat itself stands for the author. */
export function deletionEvent(message: string, place: Place, now: number): InboundEdit {
  return { id: `d:${message}`, ...place, from: theChat(place), at: now, type: 'deleted', message };
}

/** For what nobody is named as the author of. */
export function theChat({ chat, title }: Place): InboundEvent['from'] {
  return { account: `discord:chat:${chat.thread ?? chat.chat}`, name: title ?? 'a chat', kind: 'chat' };
}

function isSaid({ type, author, webhook_id: webhook }: MessagePayload, { bot }: Reader): boolean {
  return (type === MessageType.Default || type === MessageType.Reply) && author.id !== bot && !webhook;
}

function isForward({ message_snapshots: forwarded }: MessagePayload): boolean {
  return forwarded.length > 0;
}

function senderOf({ author, member }: MessagePayload): InboundEvent['from'] {
  return {
    account: `discord:${author.id}`,
    name: nameOf(author, member?.nick),
    kind: author.bot ? 'bot' : 'person',
  };
}

function writtenAt({ timestamp, id }: MessagePayload): number {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? timeOf(id) : at;
}

/** A mention of the bot, of the role that is the bot's own, or a reply to it; never of everybody. */
function calls(message: MessagePayload, reader: Reader): boolean {
  return (
    message.referenced_message?.author.id === reader.bot ||
    message.mentions.some(({ id }) => id === reader.bot) ||
    message.mention_roles.some((id) => reader.isOwnRole(id))
  );
}

/** Its own words without the calls at their beginning; a message that is nothing but a call keeps it. */
function ownText(message: MessagePayload, reader: Reader): ReturnType<typeof contentOf> {
  let rest = message.content;
  for (;;) {
    const call = /^\s*<@(?:!?(?<user>\d+)|&(?<role>\d+))>[\s,:;，：、]*/.exec(rest);
    const { user, role } = call?.groups ?? {};
    if (!call || !(user === reader.bot || (role !== undefined && reader.isOwnRole(role)))) break;
    rest = rest.slice(call[0].length);
  }
  const content = rest === '' && message.attachments.length === 0 ? message.content : rest;
  return contentOf({ ...message, content }, `${message.channel_id}/${message.id}`, reader);
}
