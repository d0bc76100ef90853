// Carries replies to Telegram: one attempt at one piece, once more as plain text or as a file where only the form was
// refused. Who sends when, and again, is the outbox's business.

import { stat } from 'node:fs/promises';
import { GrammyError, InputFile } from 'grammy';
import type { InlineKeyboardMarkup } from 'grammy/types';
import {
  type Attempt,
  ChannelError,
  type ChatRef,
  type Log,
  type OutboundFile,
  type OutboundMessage,
  type SentRef,
} from '../../src/contracts/index.js';
import { oneLine } from '../../src/text/truncate.js';
import type { TelegramApi } from './api.js';
import { channelError, isAboutCaption, isAboutEntities, isAboutPhoto, isAboutTopic, isUnmodified } from './errors.js';
import {
  captionFields,
  isPicture,
  keyboard,
  marked,
  PHOTO_BYTES,
  type Piece,
  piecesOf,
  privately,
  replyParameters,
  targetOf,
  textFields,
  UPLOAD_BYTES,
} from './outbound.js';
import { plainText, type TelegramPart } from './render.js';

export interface Sender {
  send(to: ChatRef, message: OutboundMessage, attempt?: Attempt): Promise<SentRef>;
  edit(ref: SentRef, message: OutboundMessage): Promise<void>;
}

/** Where a piece goes and what hangs on it. */
type Around = ReturnType<typeof targetOf> & {
  reply_parameters?: { message_id: number; allow_sending_without_reply: true };
  reply_markup?: InlineKeyboardMarkup;
};

export function createSender(api: TelegramApi, log: Log): Sender {
  /** Rejects with a ChannelError. The log gets Telegram's own words, which no person should. */
  async function translated<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const translation = channelError(error);
      if (error instanceof GrammyError && translation.kind === 'rejected') {
        log.warn('telegram.refused', { method: error.method, code: error.error_code, description: error.description });
      }
      throw translation;
    }
  }

  /** Runs with the formatted part, and with its plain text when Telegram refuses the formatting. */
  async function formatted<P extends TelegramPart | undefined, T>(
    part: P,
    limit: number,
    run: (part: P | TelegramPart) => Promise<T>,
  ): Promise<T> {
    try {
      return await run(part);
    } catch (error) {
      if (!part || part.entities.length === 0 || !isAboutEntities(error)) throw error;
      log.warn('telegram.formatting-refused', { description: error instanceof Error ? error.message : '' });
      return await run({ text: plainText(part, limit), entities: [] });
    }
  }

  async function sendText(part: TelegramPart, around: Around): Promise<number> {
    const sent = await formatted(part, 4_096, (one) =>
      api.call((raw, signal) => raw.sendMessage({ ...around, ...textFields(one) }, signal)),
    );
    return sent.message_id;
  }

  async function sendFile(file: OutboundFile, caption: TelegramPart | undefined, around: Around): Promise<number> {
    const bytes = await sizeOf(file);
    const options = { ms: uploadMs(bytes) };
    const as = (kind: 'photo' | 'document') =>
      formatted(caption, 1_024, (below) =>
        api.call<{ message_id: number }>((raw, signal) => {
          const payload = { ...around, ...captionFields(below) };
          return kind === 'photo'
            ? raw.sendPhoto({ ...payload, photo: upload(file) }, signal)
            : raw.sendDocument({ ...payload, document: upload(file) }, signal);
        }, options),
      );
    const sent = await asPicture(isPicture(file) && bytes <= PHOTO_BYTES, as);
    return sent.message_id;
  }

  async function sendAlbum(files: OutboundFile[], caption: TelegramPart | undefined, around: Around): Promise<number> {
    const sizes = await Promise.all(files.map(sizeOf));
    const options = { ms: uploadMs(sizes.reduce((sum, one) => sum + one, 0)) };
    const as = (type: 'photo' | 'document') =>
      formatted(caption, 1_024, (below) =>
        api.call((raw, signal) => {
          // The words under pictures belong to the first of them; under files they stand with the last.
          const spoken = type === 'photo' ? 0 : files.length - 1;
          const media = files.map((file, index) => ({
            type,
            media: upload(file),
            ...(index === spoken ? captionFields(below) : {}),
          }));
          return raw.sendMediaGroup({ ...around, media: media as { type: 'photo'; media: InputFile }[] }, signal);
        }, options),
      );
    const [first] = await asPicture(
      sizes.every((one) => one <= PHOTO_BYTES),
      as,
    );
    if (!first) throw new ChannelError('network', 'Telegram’s answer tells of no message', { retryable: true });
    return first.message_id;
  }

  /** As a picture where it may be one; what Telegram does not show as a picture goes as a file. */
  async function asPicture<T>(may: boolean, send: (as: 'photo' | 'document') => Promise<T>): Promise<T> {
    if (!may) return await send('document');
    try {
      return await send('photo');
    } catch (error) {
      if (!isAboutPhoto(error)) throw error;
      return await send('document');
    }
  }

  async function deliver(piece: Piece, around: Around): Promise<number> {
    if (piece.kind === 'text') return await sendText(piece.text, around);
    return piece.kind === 'file'
      ? await sendFile(piece.file, piece.caption, around)
      : await sendAlbum(piece.files, piece.caption, around);
  }

  /** A private chat has one reader: what was for a topic that is no more goes into the chat itself. */
  async function inTopic(around: Around, run: (around: Around) => Promise<number>): Promise<number> {
    try {
      return await run(around);
    } catch (error) {
      const { message_thread_id: topic, ...chat } = around;
      if (topic === undefined || chat.chat_id < 0 || !isAboutTopic(error)) throw error;
      return await run(chat);
    }
  }

  return {
    async send(to, original, attempt) {
      const { to: chat, message } = privately(to, original);
      const pieces = piecesOf(message);
      const part = attempt?.part ?? 0;
      const piece = pieces[part];
      if (!piece) throw new ChannelError('rejected', 'there is nothing to show in the message');
      // Looked at with the first part: a reply is refused whole rather than without its buttons.
      const buttons = keyboard(message.buttons);
      const around: Around = {
        ...targetOf(chat),
        ...(part === 0 ? replyParameters(message.replyTo) : {}),
        ...(part === pieces.length - 1 ? buttons : {}),
      };
      const shown = message.repeated ? marked(piece) : piece;
      const id = await translated(inTopic(around, (there) => deliver(shown, there)));
      return { chat, message: String(id) };
    },

    async edit({ chat, message: id }, message) {
      const pieces = piecesOf({ ...message, files: [] });
      const [piece] = pieces;
      const shown = piece && (message.repeated ? marked(piece) : piece);
      if (shown?.kind !== 'text') throw new ChannelError('rejected', 'there is nothing to show in the message');
      const place = {
        chat_id: targetOf(chat).chat_id,
        message_id: Number(id),
        ...(pieces.length === 1 ? keyboard(message.buttons) : {}),
      };
      const text = () =>
        formatted(shown.text, 4_096, (part) =>
          api.call((raw, signal) => raw.editMessageText({ ...place, ...textFields(part) }, signal)),
        );
      const caption = () =>
        formatted(shown.text, 1_024, (part) =>
          api.call((raw, signal) => raw.editMessageCaption({ ...place, ...captionFields(part) }, signal)),
        );
      try {
        await text().catch((error: unknown) => (isAboutCaption(error) ? caption() : Promise.reject(error)));
      } catch (error) {
        if (!isUnmodified(error)) await translated(Promise.reject(error));
      }
    },
  };
}

async function sizeOf(file: OutboundFile): Promise<number> {
  const found = await stat(file.path).catch(() => undefined);
  if (!found?.isFile()) throw new ChannelError('rejected', `the file ${nameOf(file)} is not there any more`);
  if (found.size > UPLOAD_BYTES) {
    throw new ChannelError('rejected', `the file ${nameOf(file)} is larger than the 50 MB that Telegram takes`);
  }
  if (found.size === 0)
    throw new ChannelError('rejected', `the file ${nameOf(file)} is empty, and Telegram takes none such`);
  return found.size;
}

/** Even a slow line carries 100 kB a second. */
function uploadMs(bytes: number): number {
  return 20_000 + bytes / 100;
}

/** A fresh one for each attempt: it can be read once. */
function upload(file: OutboundFile): InputFile {
  return new InputFile(file.path, nameOf(file));
}

/** grammY puts the name into a header as it stands. */
function nameOf({ name }: OutboundFile): string {
  return oneLine(name, 120).replace(/["\\;]/g, '_') || 'file';
}
