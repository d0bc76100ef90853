// Answers to interactions by their token: the first takes the place of "… is thinking", later ones follow it. Says when
// an interaction can be answered no more, so that the answer goes another way. Never shows a hidden answer to others.

import type { RawFile } from '@discordjs/rest';
import { MessageFlags, type RESTPostAPIChannelMessageJSONBody, Routes } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Clock, Log } from '../../src/contracts/index.js';
import { DiscordError } from './errors.js';
import { isAlive, type Ticket } from './interactions.js';
import { sentPayload } from './payloads.js';
import type { Rest } from './rest.js';

type Body = RESTPostAPIChannelMessageJSONBody;

export interface Answer {
  /** In the first place, where an answer can only replace itself. */
  body: Body;
  /** Behind others, where it may stand twice and says so. */
  followUp: Body;
  /** A message of its own ahead of that. */
  before?: Body;
  files: RawFile[];
  /** For nobody but who began the interaction. */
  hidden: boolean;
  /** The same for every attempt at this answer. */
  key: string;
}

interface State {
  acknowledged: Promise<boolean>;
  /** Whose answer stands in the first place; undefined while it still says that the bot is thinking. */
  first?: string;
}

/** Enough for those that are answered soon; a forgotten one is asked about at Discord. */
const MOST = 1_000;
/** Stands for the key of an answer where none is to come. */
const DISMISSED = '';
/** What stands for a moment in a place that nothing is to stand in; also its key. */
const PLACE_HOLDER = '…';
const UNKNOWN_MESSAGE = 10_008;
/** Unknown webhook, unknown interaction, invalid webhook token. */
const EXPIRED = new Set([10_015, 10_062, 50_027]);
const ALREADY_ACKNOWLEDGED = 40_060;
/** Discord waits three seconds for an acknowledgement. */
const IN_TIME_MS = 2_500;

const standing = z.object({ id: z.string(), flags: z.number().catch(0), content: z.string().catch('') });

export class Replies {
  readonly #rest: Rest;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #states = new Map<string, State>();

  constructor({ rest, clock, log }: { rest: Rest; clock: Clock; log: Log }) {
    this.#rest = rest;
    this.#clock = clock;
    this.#log = log;
  }

  /** Tells Discord that the interaction arrived, which it waits three seconds for. Never throws, holds nothing up. */
  acknowledge(ticket: Ticket, answer: { type: number; data?: { flags: number } }): void {
    this.#remember(ticket.id, { acknowledged: this.#acknowledge(ticket, answer) });
  }

  /** The new message's id; undefined when the interaction can be answered no more. Throws a DiscordError otherwise. */
  async send(ticket: Ticket, answer: Answer): Promise<string | undefined> {
    if (!(await this.#isOpen(ticket))) return undefined;
    try {
      if (ticket.kind === 'button') return await this.#follow(ticket, answer);
      if (answer.hidden && !ticket.hidden) return await this.#sendHidden(ticket, answer);
      return (await this.#sendFirst(ticket, answer)) ?? (await this.#follow(ticket, answer));
    } catch (error) {
      if (isExpired(error)) return undefined;
      throw error;
    }
  }

  /** False when the message cannot be changed this way. */
  async edit(ticket: Ticket, message: string, body: Body): Promise<boolean> {
    if (!(await this.#isOpen(ticket))) return false;
    try {
      await this.#change(ticket, message, { body, files: [] });
      return true;
    } catch (error) {
      if (isExpired(error) || isCode(error, UNKNOWN_MESSAGE)) return false;
      throw error;
    }
  }

  /** Takes "… is thinking" away where nothing is to be said. */
  async dismiss(ticket: Ticket): Promise<void> {
    const state = this.#states.get(ticket.id);
    if (ticket.kind !== 'command' || state?.first !== undefined || !(await this.#isOpen(ticket))) return;
    try {
      if (state || (await this.#isLoading(ticket))) await this.#remove(ticket);
    } catch (error) {
      if (!isExpired(error) && !isCode(error, UNKNOWN_MESSAGE)) throw error;
    }
  }

  async #acknowledge(ticket: Ticket, body: unknown): Promise<boolean> {
    const route = Routes.interactionCallback(ticket.id, ticket.token);
    for (let again = false; ; again = true) {
      try {
        await this.#rest.run({ method: 'POST', route, body, doing: 'take an acknowledgement', auth: false });
        return true;
      } catch (error) {
        const { code, kind } = error instanceof DiscordError ? error : {};
        this.#log.warn('discord.not-acknowledged', { code, error });
        // Acknowledged is acknowledged: an attempt whose answer was lost, or another process with the same token.
        if (code === ALREADY_ACKNOWLEDGED) return true;
        const broke = kind === 'network' || kind === 'unavailable';
        if (!broke || again || this.#clock.now() - ticket.at > IN_TIME_MS) return kind === 'network';
      }
    }
  }

  async #isOpen(ticket: Ticket): Promise<boolean> {
    const acknowledged = (await this.#states.get(ticket.id)?.acknowledged) ?? true;
    return acknowledged && isAlive(ticket, this.#clock.now());
  }

  /** Undefined when another answer stands in the first place. */
  async #sendFirst(ticket: Ticket, answer: Answer): Promise<string | undefined> {
    const state = this.#states.get(ticket.id);
    if (state?.first !== undefined && state.first !== answer.key) return undefined;
    try {
      if (!state) {
        const { id, flags, content } = await this.#original(ticket);
        if (content === answer.body.content && content !== '') return id;
        if (!(flags & MessageFlags.Loading)) return undefined;
      }
      const id = await this.#change(ticket, '@original', answer);
      this.#took(ticket, answer.key);
      return id;
    } catch (error) {
      // Somebody removed it.
      if (isCode(error, UNKNOWN_MESSAGE)) return undefined;
      throw error;
    }
  }

  /**
   * Hidden behind a deferral that everybody sees: Discord would show the next message in its place, to everybody. So
   * something else takes the place first, and goes when the answer is there.
   */
  async #sendHidden(ticket: Ticket, answer: Answer): Promise<string> {
    const before = this.#states.get(ticket.id);
    const waits = before ? before.first === undefined : await this.#isLoading(ticket);
    if (waits) {
      await this.#change(ticket, '@original', { body: { content: PLACE_HOLDER }, files: [] });
      this.#took(ticket, PLACE_HOLDER);
    }
    const id = await this.#follow(ticket, answer);
    if (this.#states.get(ticket.id)?.first === PLACE_HOLDER) {
      await this.#remove(ticket).catch((error: unknown) => this.#log.debug('discord.not-removed', { error }));
    }
    return id;
  }

  async #isLoading(ticket: Ticket): Promise<boolean> {
    const { flags } = await this.#original(ticket);
    return (flags & MessageFlags.Loading) !== 0;
  }

  async #remove(ticket: Ticket): Promise<void> {
    const route = Routes.webhookMessage(ticket.app, ticket.token);
    await this.#rest.run({ method: 'DELETE', route, doing: 'take an answer back', auth: false });
    this.#took(ticket, DISMISSED);
  }

  #took(ticket: Ticket, key: string): void {
    const state = this.#states.get(ticket.id) ?? { acknowledged: Promise.resolve(true) };
    this.#remember(ticket.id, { ...state, first: key });
  }

  #remember(id: string, state: State): void {
    this.#states.set(id, state);
    const [oldest] = this.#states.keys();
    if (oldest !== undefined && this.#states.size > MOST) this.#states.delete(oldest);
  }

  async #original({ app, token }: Ticket): Promise<z.output<typeof standing>> {
    const route = Routes.webhookMessage(app, token);
    return await this.#rest.call({ method: 'GET', route, doing: 'show an answer', auth: false }, standing);
  }

  async #change(
    { app, token }: Ticket,
    message: string,
    { body, files }: Pick<Answer, 'body' | 'files'>,
  ): Promise<string> {
    const { id } = await this.#rest.call(
      {
        method: 'PATCH',
        route: Routes.webhookMessage(app, token, message),
        body,
        ...(files.length === 0 ? {} : { files }),
        doing: 'show an answer',
        auth: false,
      },
      sentPayload,
    );
    return id;
  }

  async #follow(ticket: Ticket, { before, followUp, files, hidden }: Answer): Promise<string> {
    if (before) await this.#say(ticket, before, [], hidden);
    return await this.#say(ticket, followUp, files, hidden);
  }

  async #say({ app, token }: Ticket, body: Body, files: RawFile[], hidden: boolean): Promise<string> {
    const flags = (body.flags ?? 0) | (hidden ? MessageFlags.Ephemeral : 0);
    const { id } = await this.#rest.call(
      {
        method: 'POST',
        route: Routes.webhook(app, token),
        body: { ...body, flags },
        ...(files.length === 0 ? {} : { files }),
        doing: 'show an answer',
        auth: false,
      },
      sentPayload,
    );
    return id;
  }
}

function isCode(error: unknown, code: number): boolean {
  return error instanceof DiscordError && error.code === code;
}

function isExpired(error: unknown): boolean {
  return error instanceof DiscordError && error.code !== undefined && EXPIRED.has(error.code);
}
