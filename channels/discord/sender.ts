// Brings one piece of a reply to Discord: as the answer to an interaction while that can be, or as a message; once, also
// when an earlier attempt may have arrived. What is for one person's eyes goes nowhere else.

import { randomUUID } from 'node:crypto';
import type { RawFile } from '@discordjs/rest';
import { MessageReferenceType, type RESTPostAPIChannelMessageJSONBody, Routes } from 'discord-api-types/v10';
import {
  type Attempt,
  ChannelError,
  type ChatRef,
  type Clock,
  type OutboundMessage,
  type SentRef,
} from '../../src/contracts/index.js';
import { DiscordError, NOT_ALLOWED } from './errors.js';
import { readFiles, sizeOf } from './files.js';
import { lookUp } from './history.js';
import { readTicket, type Ticket } from './interactions.js';
import { bodyOf, type Piece, piecesOf, REPEATED_MARK, TEXT_LIMIT, withMark } from './outbound.js';
import { sentPayload } from './payloads.js';
import type { Replies } from './replies.js';
import type { Rest } from './rest.js';

/** Discord knows a nonce for "a few minutes". */
const NONCE_MS = 120_000;
/** Chats whose last messages of ours are remembered, and how many of each. */
const MOST_CHATS = 500;
const MOST_RECENT = 10;

export function channelOf(chat: ChatRef): string {
  return chat.thread ?? chat.chat;
}

export function partsOf(message: OutboundMessage): number {
  return Math.max(1, piecesOf(message, sizeOf).length);
}

interface SenderDeps {
  rest: Rest;
  clock: Clock;
  replies: Replies;
  openDirect(account: string): Promise<ChatRef>;
}

export class Sender {
  readonly #deps: SenderDeps;
  readonly #recent = new Map<string, string[]>();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  async send(to: ChatRef, message: OutboundMessage, attempt: Attempt | undefined): Promise<SentRef> {
    const ticket = ticketFor(to, message);
    const pieces = piecesOf(message, sizeOf);
    if (pieces.length === 0) {
      if (!ticket) throw new ChannelError('rejected', 'There is nothing to send.');
      await this.#deps.replies.dismiss(ticket);
      return { chat: to, message: ticket.id };
    }
    const piece = pieces[attempt?.part ?? 0];
    if (!piece) throw new ChannelError('rejected', 'The message has fewer parts than that.');
    const files = await readFiles(piece.files);
    if (ticket && (message.private ?? `discord:${ticket.user}`) === `discord:${ticket.user}`) {
      const answered = await this.#answer(ticket, to, piece, files, message, attempt);
      if (answered) return answered;
    }
    const reader = message.private ?? (ticket?.hidden ? `discord:${ticket.user}` : undefined);
    if (reader === undefined) return await this.#post(to, piece, files, message, attempt);
    const sent = await this.#postTo(reader, to, piece, files, message, attempt);
    if (ticket) await this.#deps.replies.dismiss(ticket).catch(() => {});
    return sent;
  }

  async edit({ chat, message: id }: SentRef, message: OutboundMessage): Promise<void> {
    const pieces = piecesOf({ ...message, files: [] }, sizeOf);
    const [piece] = pieces;
    if (!piece) throw new ChannelError('rejected', 'There is nothing to show.');
    const { attachments: _none, ...body } = bodyOf(pieces.length > 1 ? { ...piece, buttons: [] } : piece);
    const ticket = readTicket(message.interaction);
    if (ticket && (await this.#deps.replies.edit(ticket, id, body))) return;
    const route = Routes.channelMessage(channelOf(chat), id);
    await this.#deps.rest.run({ method: 'PATCH', route, body, doing: 'change a message' });
  }

  async #answer(
    ticket: Ticket,
    to: ChatRef,
    piece: Piece,
    files: RawFile[],
    message: OutboundMessage,
    attempt: Attempt | undefined,
  ): Promise<SentRef | undefined> {
    const hidden = !ticket.direct && (ticket.hidden || message.private !== undefined);
    let marked = message.repeated === true && attempt?.uncertainSince === undefined;
    if (attempt?.uncertainSince !== undefined) {
      // What only one person sees is in no list.
      const found = hidden ? 'unknown' : await this.#find(channelOf(to), to.account, piece, attempt.uncertainSince);
      if (typeof found === 'object') return this.#stands(to, found.id);
      marked = found === 'unknown';
    }
    const [text, before] = shownText(piece.text, marked);
    const id = await this.#deps.replies.send(ticket, {
      body: bodyOf(piece),
      followUp: bodyOf({ ...piece, text }),
      ...(before === undefined ? {} : { before: bodyOf({ text: before, files: [], buttons: [] }) }),
      files,
      hidden,
      key: attempt?.key ?? randomUUID(),
    });
    return id === undefined ? undefined : this.#stands(to, id);
  }

  /** To the direct chat with `reader`. That they cannot be reached says nothing of the chat that was meant. */
  async #postTo(
    reader: string,
    meant: ChatRef,
    piece: Piece,
    files: RawFile[],
    message: OutboundMessage,
    attempt: Attempt | undefined,
  ): Promise<SentRef> {
    try {
      const direct = await this.#deps.openDirect(reader);
      const { replyTo, ...elsewhere } = message;
      const here = direct.chat === meant.chat && replyTo !== undefined ? { ...elsewhere, replyTo } : elsewhere;
      return await this.#post(direct, piece, files, here, attempt);
    } catch (error) {
      if (!(error instanceof ChannelError) || error.kind !== 'gone') throw error;
      throw new ChannelError('rejected', error.message, error.remedy === undefined ? {} : { remedy: error.remedy });
    }
  }

  async #post(
    to: ChatRef,
    piece: Piece,
    files: RawFile[],
    message: OutboundMessage,
    attempt: Attempt | undefined,
  ): Promise<SentRef> {
    const channel = channelOf(to);
    let marked = message.repeated === true && attempt?.uncertainSince === undefined;
    if (attempt?.uncertainSince !== undefined && this.#isOld(attempt.uncertainSince, message)) {
      const found = await this.#find(channel, to.account, piece, attempt.uncertainSince);
      if (typeof found === 'object') return this.#stands(to, found.id);
      marked = found === 'unknown';
    }
    const [text, before] = shownText(piece.text, marked);
    if (before) await this.#create(channel, bodyOf({ text: before, files: [], buttons: [] }), []);
    const body: RESTPostAPIChannelMessageJSONBody = {
      ...bodyOf({ ...piece, text }),
      ...(attempt ? { nonce: attempt.key, enforce_nonce: true } : {}),
    };
    if (!message.replyTo || (attempt?.part ?? 0) > 0 || !/^\d{1,20}$/.test(message.replyTo)) {
      return this.#stands(to, await this.#create(channel, body, files));
    }
    const reference = { type: MessageReferenceType.Default, message_id: message.replyTo, fail_if_not_exists: false };
    try {
      return this.#stands(to, await this.#create(channel, { ...body, message_reference: reference }, files));
    } catch (error) {
      if (!(error instanceof DiscordError && error.reference)) throw error;
      return this.#stands(to, await this.#create(channel, body, files));
    }
  }

  async #create(channel: string, body: RESTPostAPIChannelMessageJSONBody, files: RawFile[]): Promise<string> {
    try {
      const { id } = await this.#deps.rest.call(
        {
          method: 'POST',
          route: Routes.channelMessages(channel),
          body,
          ...(files.length === 0 ? {} : { files }),
          doing: 'take a message',
        },
        sentPayload,
      );
      return id;
    } catch (error) {
      if (files.length === 0 || !(error instanceof DiscordError && error.code === NOT_ALLOWED)) throw error;
      // Words may be allowed where files are not: whether they are shows when they are sent alone.
      throw new DiscordError('rejected', 'the bot may not attach files there', { code: NOT_ALLOWED });
    }
  }

  /** The nonce does not reach so far back, or was not used: the earlier attempt was an answer to an interaction. */
  #isOld(since: number, message: OutboundMessage): boolean {
    return this.#deps.clock.now() - since > NONCE_MS || message.interaction !== undefined;
  }

  async #find(channel: string, bot: string, piece: Piece, since: number): ReturnType<typeof lookUp> {
    return await lookUp({ channel, bot, piece, since, others: this.#recent.get(channel) ?? [] }, this.#deps.rest);
  }

  #stands(chat: ChatRef, message: string): SentRef {
    const channel = channelOf(chat);
    const recent = [...(this.#recent.get(channel) ?? []), message].slice(-MOST_RECENT);
    this.#recent.delete(channel);
    this.#recent.set(channel, recent);
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size > MOST_CHATS) this.#recent.delete(oldest);
    return { chat, message };
  }
}

/** An interaction is answered where it began and nowhere else. */
function ticketFor(to: ChatRef, { interaction }: OutboundMessage): Ticket | undefined {
  const ticket = readTicket(interaction);
  return ticket?.channel === channelOf(to) ? ticket : undefined;
}

/** The text with the mark before it, or the mark as a message of its own where there is no room. */
function shownText(text: string, marked: boolean): [text: string, before?: string] {
  if (!marked) return [text];
  const whole = withMark(text);
  return whole.length <= TEXT_LIMIT ? [whole] : [text, REPEATED_MARK];
}
