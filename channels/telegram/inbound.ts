// One update of Telegram as events of ours. Pure. Throws on an update that is not what the Bot API promises; the caller
// skips it.

import type { CallbackQuery, ChatMember, ChatMemberUpdated, Message, Update } from 'grammy/types';
import type { FileRef, InboundEvent } from '../../src/contracts/index.js';
import { readSlashCommand } from '../../src/text/slash-command.js';
import { contentOf, quotedContent } from './content.js';
import { mentions, withoutCall } from './mention.js';
import { chatRef, placeOf, type Self, senderOf, titleOf, userAs } from './place.js';
import { passedOnFrom, repliesIn } from './quotes.js';

/** The kinds of updates that are read here, and so the only ones that are asked for. */
export const ALLOWED_UPDATES = [
  'message',
  'edited_message',
  'channel_post',
  'edited_channel_post',
  'callback_query',
  'my_chat_member',
] as const satisfies readonly (keyof Update)[];

/**
 * No event for what holds nothing to read. `now` (epoch ms) stamps a pressed button, which Telegram does not. A move to
 * another chat id is told in both chats; both tellings become events of the same id.
 */
export function readUpdate(update: Update, self: Self, now: number): InboundEvent[] {
  const message = update.message ?? update.channel_post;
  const edited = update.edited_message ?? update.edited_channel_post;
  const event = message
    ? (readMove(message, self) ?? readMessage(message, self, update.channel_post !== undefined))
    : edited
      ? readEdit(edited, self, update.update_id)
      : update.callback_query
        ? readButton(update.callback_query, self, now)
        : update.my_chat_member && readMembership(update.my_chat_member, self, update.update_id);
  return event ? [event] : [];
}

function readMessage(message: Message, self: Self, post: boolean): InboundEvent | undefined {
  // Id 0: a message that only the bot may see, or is still to come. None of our commands asks for such.
  if (isOwn(message, self) || message.message_id === 0) return undefined;
  const id = String(message.message_id);
  const base = {
    id: `m:${message.chat.id}:${id}`,
    ...placeOf(message, self),
    from: senderOf(message),
    at: message.date * 1_000,
  };
  const origin = passedOnFrom(message);
  // Posts of a channel, here or in the group that discusses them, and other bots speak to nobody in particular.
  const aside = post || message.is_automatic_forward === true || base.from.kind === 'bot';

  const replies = repliesIn(message, self);
  const command = origin === undefined && !aside ? readSlashCommand(uncalled(message, self).text ?? '') : undefined;
  if (command) {
    const other = command.bot !== undefined && command.bot.toLowerCase() !== self.username.toLowerCase();
    if (other) return undefined;
    const named = base.place === 'direct' || command.bot !== undefined || replies.toBot || isCalled(message, self);
    const { name, args } = command;
    return { ...base, type: 'command', name, args, message: id, ...(named ? {} : { toAnybody: true }) };
  }

  const own =
    origin === undefined
      ? contentOf(uncalled(message, self))
      : { text: '', files: passedOn(quotedContent(message).files) };
  const files = [...own.files, ...passedOn(replies.files)];
  const quoted = [...replies.quoted];
  if (origin !== undefined) {
    const { text } = quotedContent(message);
    if (text !== '') quoted.push({ kind: 'forward', from: origin, text });
  }
  if (own.text === '' && files.length === 0 && quoted.length === 0) return undefined;
  // Whom words call is the wish of whoever wrote them; whom they are sent to as an answer is their sender's.
  const answers = message.forward_origin === undefined && replies.toBot;
  const called = origin === undefined ? replies.toBot || isCalled(message, self) : answers;
  return {
    ...base,
    type: 'message',
    message: id,
    text: own.text,
    addressed: !aside && (base.place === 'direct' || called),
    ...(message.media_group_id === undefined ? {} : { album: message.media_group_id }),
    ...(quoted.length === 0 ? {} : { quoted }),
    ...(replies.replyTo === undefined ? {} : { replyTo: replies.replyTo }),
    files,
  };
}

function passedOn(files: readonly FileRef[]): FileRef[] {
  return files.map((file) => ({ ...file, passed: true }));
}

/** A chat speaks for itself; only a message under the bot's own name is its own. */
function isOwn(message: Message, self: Self): boolean {
  return message.from?.id === self.id && !message.sender_chat;
}

function isCalled({ text, entities, caption, caption_entities: captioned }: Message, self: Self): boolean {
  return mentions(text ?? caption ?? '', (text === undefined ? captioned : entities) ?? [], self);
}

function uncalled(message: Message, self: Self): Message {
  if (message.text !== undefined) return { ...message, ...withoutCall(message.text, message.entities ?? [], self) };
  if (message.caption === undefined) return message;
  const { text: caption, entities } = withoutCall(message.caption, message.caption_entities ?? [], self);
  return { ...message, caption, caption_entities: entities };
}

function readEdit(message: Message, self: Self, update: number): InboundEvent | undefined {
  // A shared live location moves by edits, one every few seconds. And what was passed on was changed by whoever wrote it.
  if (isOwn(message, self) || message.location || passedOnFrom(message) !== undefined) return undefined;
  return {
    id: `e:${update}`,
    ...placeOf(message, self),
    from: senderOf(message),
    at: (message.edit_date ?? message.date) * 1_000,
    type: 'edited',
    message: String(message.message_id),
    text: contentOf(uncalled(message, self)).text,
  };
}

function readButton({ id, data, from, message }: CallbackQuery, self: Self, now: number): InboundEvent | undefined {
  if (message === undefined || data === undefined) return undefined;
  return {
    id: `b:${id}`,
    ...placeOf(message, self),
    from: userAs(from),
    at: now,
    type: 'button',
    button: data,
    message: String(message.message_id),
  };
}

/** Groups only: that a person blocks the bot, or comes back, shows when one writes to the other. */
function readMembership(change: ChatMemberUpdated, self: Self, update: number): InboundEvent | undefined {
  const [was, is] = [isIn(change.old_chat_member), isIn(change.new_chat_member)];
  if (change.chat.type === 'private' || was === is) return undefined;
  return {
    id: `u:${update}`,
    ...chatRef(self, String(change.chat.id)),
    place: 'group',
    title: titleOf(change.chat),
    from: userAs(change.from),
    at: change.date * 1_000,
    type: 'membership',
    change: is ? 'joined' : 'left',
  };
}

function isIn(member: ChatMember): boolean {
  if (member.status === 'restricted') return member.is_member;
  return member.status !== 'left' && member.status !== 'kicked';
}

function readMove(message: Message, self: Self): InboundEvent | undefined {
  const { chat, migrate_to_chat_id: to, migrate_from_chat_id: from } = message;
  if (to === undefined && from === undefined) return undefined;
  const [old, moved] = to === undefined ? [String(from), String(chat.id)] : [String(chat.id), String(to)];
  return {
    id: `u:${old}:${moved}`,
    ...chatRef(self, old),
    place: 'group',
    title: titleOf(chat),
    from: senderOf(message),
    at: message.date * 1_000,
    type: 'membership',
    change: 'migrated',
    movedTo: moved,
  };
}
