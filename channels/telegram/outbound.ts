// A reply as what is sent to Telegram: which messages, with which payloads. Pure, and the same at every call: how many
// messages there are may depend on nothing but the reply itself.

import type { InlineKeyboardMarkup, MessageEntity } from 'grammy/types';
import {
  type Button,
  ChannelError,
  type ChatRef,
  type OutboundFile,
  type OutboundMessage,
} from '../../src/contracts/index.js';
import { recently } from '../../src/text/recent.js';
import { chatRef, GENERAL } from './place.js';
import { type TelegramPart, telegramParts } from './render.js';

/** One message of the platform; an album counts as one. */
export type Piece =
  | { kind: 'text'; text: TelegramPart }
  | { kind: 'file'; file: OutboundFile; caption?: TelegramPart }
  | { kind: 'album'; files: OutboundFile[]; caption?: TelegramPart };

export const REPEATED_MARK = '(possibly repeated) ';
/** Telegram's limits less the mark: a piece may get it long after the text was cut. */
const TEXT_UNITS = 4_096 - REPEATED_MARK.length;
const CAPTION_UNITS = 1_024 - REPEATED_MARK.length;
const ALBUM_SIZE = 10;
const BUTTON_BYTES = 64;
/** Telegram says 10 and 50 MB without saying which: the smaller reading is right for both. */
export const PHOTO_BYTES = 10_000_000;
export const UPLOAD_BYTES = 50_000_000;

/** Empty when there is nothing to show. Text that fits goes with its one file or its pictures, else it comes first. */
export function piecesOf({ text, files = [], buttons = [] }: OutboundMessage): Piece[] {
  const [file] = files;
  if (!file) return textPieces(text);
  // Buttons cannot stand below an album.
  const together = files.length === 1 || (files.length <= ALBUM_SIZE && files.every(isPicture) && buttons.length === 0);
  const captions = together ? telegramParts(text, { limit: CAPTION_UNITS }) : [];
  if (!together || captions.length > 1) {
    return [...textPieces(text), ...files.map((one): Piece => ({ kind: 'file', file: one }))];
  }
  const [caption] = captions;
  const below = caption ? { caption } : {};
  return [files.length === 1 ? { kind: 'file', file, ...below } : { kind: 'album', files, ...below }];
}

/** Asked for by every look at one reply: how many messages it is, and each of them. */
const textPieces = recently(32, (text): Piece[] =>
  telegramParts(text, { limit: TEXT_UNITS }).map((part): Piece => ({ kind: 'text', text: part })),
);

/** What Telegram shows as a picture, if it is not too large. */
export function isPicture({ mime }: OutboundFile): boolean {
  return /^image\/(jpeg|png|webp)$/.test(mime);
}

/** The piece with the mark in front of its words; one without words has them now. */
export function marked(piece: Piece): Piece {
  return piece.kind === 'text'
    ? { ...piece, text: markedPart(piece.text) }
    : { ...piece, caption: piece.caption ? markedPart(piece.caption) : { text: REPEATED_MARK.trim(), entities: [] } };
}

function markedPart({ text, entities }: TelegramPart): TelegramPart {
  return {
    text: `${REPEATED_MARK}${text}`,
    entities: entities.map((one) => ({ ...one, offset: one.offset + REPEATED_MARK.length })),
  };
}

/** The chat, and the topic where it has one. The General topic is sent to by naming none. */
export function targetOf({ chat, thread }: ChatRef): {
  chat_id: number;
  message_thread_id?: number;
  direct_messages_topic_id?: number;
} {
  const [id, topic] = chat.split('/');
  return {
    chat_id: Number(id),
    ...(topic === undefined ? {} : { direct_messages_topic_id: Number(topic) }),
    ...(thread === undefined || thread === GENERAL ? {} : { message_thread_id: Number(thread) }),
  };
}

/**
 * Where a reply is for one person's eyes: their private chat. Throws a ChannelError where the account has none, as a
 * chat that speaks for itself.
 */
export function privately(to: ChatRef, message: OutboundMessage): { to: ChatRef; message: OutboundMessage } {
  if (message.private === undefined) return { to, message };
  const direct = directChat(to.account, message.private);
  if (direct.chat === to.chat) return { to, message };
  const { replyTo: _elsewhere, ...rest } = message;
  return { to: direct, message: rest };
}

/** The private chat with an account has the account's own id. Throws a ChannelError for what is no person. */
export function directChat(bot: string, account: string): ChatRef {
  const id = /^telegram:(\d+)$/.exec(account)?.[1];
  if (id === undefined) throw new ChannelError('rejected', `there is no private chat with ${account}`);
  return chatRef({ id: Number(bot) }, id).chat;
}

export function replyParameters(
  replyTo: string | undefined,
): { reply_parameters: { message_id: number; allow_sending_without_reply: true } } | undefined {
  if (replyTo === undefined || !/^\d+$/.test(replyTo)) return undefined;
  return { reply_parameters: { message_id: Number(replyTo), allow_sending_without_reply: true } };
}

/** Text as it is sent; a link in a reply is not fetched by anybody who did not follow it. */
export function textFields({ text, entities }: TelegramPart): {
  text: string;
  entities: MessageEntity[];
  link_preview_options: { is_disabled: true };
} {
  return { text, entities, link_preview_options: { is_disabled: true } };
}

export function captionFields(
  part: TelegramPart | undefined,
): { caption: string; caption_entities: MessageEntity[] } | undefined {
  return part && { caption: part.text, caption_entities: part.entities };
}

/** Rows of up to three short labels, of one otherwise. Throws a ChannelError for an id that Telegram cannot carry. */
export function keyboard(buttons: readonly Button[] = []): { reply_markup: InlineKeyboardMarkup } | undefined {
  if (buttons.length === 0) return undefined;
  const keys = buttons.map(({ id, label }) => {
    const bytes = Buffer.byteLength(id);
    if (bytes === 0 || bytes > BUTTON_BYTES) {
      throw new ChannelError('rejected', `a button’s id has ${bytes} bytes; Telegram carries 1 to ${BUTTON_BYTES}`);
    }
    return { text: label.trim() || '…', callback_data: id };
  });
  const wide = keys.every(({ text }) => text.length <= 12) ? 3 : 1;
  const rows = Array.from({ length: Math.ceil(keys.length / wide) }, (_, row) =>
    keys.slice(row * wide, (row + 1) * wide),
  );
  return { reply_markup: { inline_keyboard: rows } };
}
