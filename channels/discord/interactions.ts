// Slash commands and pressed buttons, as Discord sends them: what is answered within three seconds, and the event that
// comes of it. Pure. An interaction is direct only in the bot's own direct chat with one person.

import {
  ApplicationCommandType,
  ChannelType,
  ComponentType,
  InteractionContextType,
  InteractionResponseType,
  InteractionType,
  MessageFlags,
} from 'discord-api-types/v10';
import { z } from 'zod';
import type { InboundButton, InboundCommand } from '../../src/contracts/index.js';
import { nameOf } from './content.js';
import type { InteractionPayload, OptionPayload } from './payloads.js';
import { type Place, placeOf } from './places.js';

const ticketShape = z.object({
  id: z.string(),
  token: z.string(),
  app: z.string(),
  user: z.string(),
  channel: z.string(),
  kind: z.enum(['command', 'button']),
  /** Its answers are shown to nobody but `user`. */
  hidden: z.boolean(),
  direct: z.boolean(),
  /** When it arrived here, in epoch milliseconds. */
  at: z.number(),
});

/** What is needed to answer an interaction later, also after a restart. Holds a token: never logged. */
export type Ticket = z.output<typeof ticketShape>;

/** Discord forgets an interaction after 15 minutes; an answer on its way needs some of them. */
const LIFETIME_MS = 14.5 * 60_000;

export function isAlive(ticket: Ticket, now: number): boolean {
  return now - ticket.at < LIFETIME_MS;
}

function writeTicket(ticket: Ticket): string {
  return JSON.stringify(ticket);
}

/** Undefined for a string that is not one of ours. */
export function readTicket(text: string | undefined): Ticket | undefined {
  if (text === undefined) return undefined;
  try {
    return ticketShape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export interface Arrived {
  ticket: Ticket;
  /** What Discord is told at once. */
  acknowledgement: { type: number; data?: { flags: number } };
  event: InboundCommand | InboundButton;
}

/**
 * `isHidden` says of a command's name whether its answer is for whoever typed it. `known` is what the gateway told of the
 * channel. Undefined for what the bot never asked for: menus, forms, completions.
 */
export function readInteraction(
  payload: InteractionPayload,
  {
    isHidden,
    known,
    bot,
    now,
  }: { isHidden(name: string): boolean; known: Place | undefined; bot: string; now: number },
): Arrived | undefined {
  const { id, token, application_id: app, data } = payload;
  const user = payload.member?.user ?? payload.user;
  if (!user || !data || payload.channel_id === null || payload.channel_id === undefined) return undefined;
  const place = placeFor(payload, payload.channel_id, known, bot);
  const direct = place.place === 'direct';
  const from = {
    account: `discord:${user.id}`,
    name: nameOf(user, payload.member?.nick),
    kind: user.bot ? ('bot' as const) : ('person' as const),
  };
  const draft = { id, token, app, user: user.id, channel: payload.channel_id, direct, at: now };

  if (payload.type === InteractionType.ApplicationCommand && (data.type ?? 1) === ApplicationCommandType.ChatInput) {
    const name = data.name ?? '';
    if (name === '') return undefined;
    // In the direct chat nobody else reads along, and an answer that stays is worth more.
    const hidden = !direct && isHidden(name);
    const ticket: Ticket = { ...draft, kind: 'command', hidden };
    return {
      ticket,
      acknowledgement: {
        type: InteractionResponseType.DeferredChannelMessageWithSource,
        ...(hidden ? { data: { flags: MessageFlags.Ephemeral } } : {}),
      },
      event: {
        id: `i:${id}`,
        ...place,
        from,
        at: now,
        interaction: writeTicket(ticket),
        type: 'command',
        name: name.toLowerCase(),
        args: argumentsOf(data.options ?? []),
      },
    };
  }
  if (payload.type === InteractionType.MessageComponent && data.component_type === ComponentType.Button) {
    if (data.custom_id === undefined || !payload.message) return undefined;
    const ticket: Ticket = { ...draft, kind: 'button', hidden: false };
    return {
      ticket,
      acknowledgement: { type: InteractionResponseType.DeferredMessageUpdate },
      event: {
        id: `b:${id}`,
        ...place,
        from,
        at: now,
        interaction: writeTicket(ticket),
        type: 'button',
        button: data.custom_id,
        message: payload.message.id,
      },
    };
  }
  return undefined;
}

function placeFor(payload: InteractionPayload, channel: string, known: Place | undefined, bot: string): Place {
  const guild = payload.guild_id ?? undefined;
  const told = payload.channel;
  const direct =
    payload.context === InteractionContextType.BotDM &&
    guild === undefined &&
    (told?.type ?? ChannelType.DM) === ChannelType.DM;
  if (direct) return placeOf({ id: channel, type: ChannelType.DM }, bot);
  if (known && known.place === 'group') return known;
  // A private channel where the bot itself is not: a group, whatever its type says.
  const type = guild === undefined ? ChannelType.GroupDM : (told?.type ?? ChannelType.GuildText);
  return placeOf({ ...told, id: channel, type, guild_id: guild }, bot);
}

/** The words of all options in order; the name of a subcommand counts as a word. */
function argumentsOf(options: OptionPayload[]): string {
  const words = options.flatMap((option) =>
    option.value === undefined ? [option.name, argumentsOf(option.options ?? [])] : [String(option.value)],
  );
  return words
    .filter((word) => word !== '')
    .join(' ')
    .trim();
}
