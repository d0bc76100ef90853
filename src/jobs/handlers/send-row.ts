// Sends one reply, message by message: each that stands is on disk before the next one leaves, so that whoever goes on after
// a crash knows where, and only the one whose fate is unknown is marked. What an error means for the chat is not decided here.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type Channel,
  ChannelError,
  type ChatRef,
  type Clock,
  type OutboundMessage,
  type SentRef,
} from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { State } from '../../db/state.js';
import { markLost, markSending, markSent, markStanding, markUnsent, type OutboxRow } from '../../gateway/outbox.js';
import { isBlank } from '../../text/blank.js';

export interface SendRowDeps {
  state: State;
  clock: Clock;
  /** Files of a reply are named from here. */
  home: string;
  /** Inside the transaction that ends a row as sent. */
  arrived(db: Db, row: OutboxRow): void;
}

/**
 * Sends what of the row does not stand yet to `to` and ends it. With `shows` its first message shows the whole text already.
 * Throws a ChannelError, after which the row can be tried again.
 */
export async function sendRow(
  deps: SendRowDeps,
  row: OutboxRow,
  { channel, to, shows }: { channel: Channel; to: ChatRef; shows: boolean },
): Promise<void> {
  const { state, clock } = deps;
  const message = withPaths(row.message, deps.home);
  const pieces = nothingToShow(message) ? 0 : await inAdapter(() => channel.parts?.(message) ?? 1);
  let refs = row.refs;
  /** Its beginning may stand in the chat, from an attempt whose fate is not known. */
  let begun = row.shown !== undefined;
  let since = row.state === 'sending' ? (row.since ?? row.queuedAt) : undefined;
  let began = false;
  let repeated = false;

  async function note(): Promise<boolean> {
    if (refs.length < pieces) {
      const now = clock.now();
      began = await state.durable.write(() => markStanding(state.durable, row.row, refs, now));
      return began;
    }
    await state.durable.write(() => {
      markSent(state.durable, row.row, refs, clock.now());
      deps.arrived(state.durable, row);
    });
    return false;
  }

  /** What was shown of it is no more, or cannot be changed: the reply is sent as if nothing had been. */
  async function lose(): Promise<void> {
    await state.db.write(() => markLost(state.db, row.row));
    refs = [];
  }

  const [draft] = refs;
  if (draft !== undefined && row.shown !== undefined) {
    if (shows || (await replace(channel, { chat: to, message: draft }, message))) {
      if (!(await note())) return;
    } else {
      await lose();
    }
    since = undefined;
    begun = false;
  }
  if (refs.length >= pieces) return void (await note());

  while (refs.length < pieces) {
    const part = refs.length;
    if (!began && !(await state.db.write(() => markSending(state.db, row, clock.now())))) return;
    const uncertain = since === undefined ? {} : { uncertainSince: since };
    const piece = part === 0 ? message : withoutAnswered(message);
    const key = pieceKey(row, begun ? 'beginning' : part);
    try {
      const marked = since === undefined && !repeated ? piece : { ...piece, repeated: true };
      const sent = await inAdapter(() => channel.send(to, marked, { part, key, ...uncertain }));
      // The channel may have found what an earlier attempt left there: the beginning of the reply, as it was then.
      const older = begun && since !== undefined && row.shown !== message.text;
      const stands = !older || (await replace(channel, sent, marked));
      begun = false;
      if (!stands) {
        await lose();
        since = undefined;
        repeated = true;
        continue;
      }
      refs = [...refs, sent.message];
      repeated = false;
    } catch (error) {
      // After a network error the message may stand there; any other refusal came before it did.
      const certain = error instanceof ChannelError && error.kind !== 'network' && since === undefined;
      if (certain) await state.db.write(() => markUnsent(state.db, row.row));
      throw error;
    }
    since = undefined;
    if (!(await note())) return;
  }
}

/**
 * The same for every attempt at a piece, and no other's: 24 letters and digits. The beginning of a reply that grows has one
 * of its own: a platform that knows it again must not take the whole reply for it.
 */
export function pieceKey({ turn, part }: Pick<OutboxRow, 'turn' | 'part'>, piece: number | 'beginning'): string {
  return createHash('sha256')
    .update(JSON.stringify([turn, part, piece]))
    .digest('hex')
    .slice(0, 24);
}

/** An adapter that failed without a word about what that means: the message may stand there all the same. */
export class Breakdown extends ChannelError {
  constructor(cause: unknown) {
    super('network', 'the channel could not cope with it', { retryable: true, cause });
  }
}

/** Runs a call of an adapter. Rejects with a ChannelError only. */
export async function inAdapter<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ChannelError ? error : new Breakdown(error);
  }
}

/** Shows the reply where its beginning stands. False when that cannot be: the message is gone, or too old to be changed. */
async function replace(channel: Channel, ref: SentRef, message: OutboundMessage): Promise<boolean> {
  if (!channel.edit) return false;
  try {
    await inAdapter(() => channel.edit?.(ref, message));
    return true;
  } catch (error) {
    if (!(error instanceof ChannelError) || error.retryable) throw error;
    return false;
  }
}

function nothingToShow({ text, files = [] }: OutboundMessage): boolean {
  return isBlank(text) && files.length === 0;
}

function withPaths(message: OutboundMessage, home: string): OutboundMessage {
  if (!message.files) return message;
  return { ...message, files: message.files.map((file) => ({ ...file, path: join(home, file.path) })) };
}

/** Only the first message of a reply says what it answers. */
function withoutAnswered({ replyTo: _said, ...rest }: OutboundMessage): OutboundMessage {
  return rest;
}
