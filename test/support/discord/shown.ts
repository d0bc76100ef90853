// A message of the bot as it stands for people to see, for the eyes of a test.

import { list, record } from './body.js';
import { FLAG, type StoredMessage } from './model.js';

export interface ShownButton {
  customId: string;
  label: string;
  style: number;
  disabled: boolean;
}

export interface Shown {
  id: string;
  content: string;
  buttons: ShownButton[];
  /** The rows as they were sent. */
  components: unknown[];
  embeds: unknown[];
  files: { name: string; mime: string; bytes: Uint8Array; description?: string }[];
  /** The message it answers, also where that is gone by now. */
  replyTo?: string;
  nonce?: string | number;
  flags: number;
  suppressEmbeds: boolean;
  ephemeral: boolean;
  /** Who alone sees an ephemeral one. */
  for?: string;
  /** "… is thinking": a deferral without its message. */
  thinking: boolean;
  edited: boolean;
  /** Whom it called: user ids, and 'everyone'. */
  pings: string[];
  allowedMentions?: unknown;
  /** Emoji that the bot put below it. */
  reactions: string[];
  /** The interaction through which it was said. */
  interaction?: string;
  at: number;
}

export function shown(message: StoredMessage): Shown {
  return {
    id: message.id,
    content: message.content,
    buttons: buttonsOf(message.components),
    components: message.components,
    embeds: message.embeds,
    files: message.files.map(({ name, mime, bytes, description }) => ({
      name,
      mime,
      bytes,
      ...(description !== undefined && { description }),
    })),
    flags: message.flags,
    suppressEmbeds: (message.flags & FLAG.suppressEmbeds) !== 0,
    ephemeral: message.ephemeralFor !== undefined,
    thinking: (message.flags & FLAG.loading) !== 0,
    edited: message.editedAt !== undefined,
    pings: message.pings,
    reactions: message.reactions.map((one) => one.emoji),
    at: message.at,
    ...(message.reference && { replyTo: message.reference.message_id }),
    ...(message.nonce !== undefined && { nonce: message.nonce }),
    ...(message.ephemeralFor !== undefined && { for: message.ephemeralFor }),
    ...(message.allowedMentions !== undefined && { allowedMentions: message.allowedMentions }),
    ...(message.interaction && { interaction: message.interaction.id }),
  };
}

export function buttonsOf(components: readonly unknown[]): ShownButton[] {
  const inner = components.flatMap((row) => list(record(row).components)).map(record);
  return inner.map((one) => ({
    customId: String(one.custom_id ?? ''),
    label: String(one.label ?? ''),
    style: Number(one.style ?? 0),
    disabled: one.disabled === true,
  }));
}
