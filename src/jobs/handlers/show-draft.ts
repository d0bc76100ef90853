// Shows a reply while it grows: its first message, then changes of it, no more often than its reader and the platform bear.
// All of it is ornament: trouble is forgotten, and the reply itself comes whole whatever became of its beginning.

import { type Channel, ChannelError, type ChatRef, type Clock, type Log } from '../../contracts/index.js';
import type { State } from '../../db/state.js';
import { chatKey } from '../../gateway/chat-key.js';
import { inboxRow } from '../../gateway/inbox.js';
import { type OutboxRow, outboxRow } from '../../gateway/outbox.js';
import { markDrafting, markHidden, markShowing } from '../../gateway/outbox-drafts.js';
import { editPace } from '../../gateway/streaming.js';
import { inAdapter, pieceKey } from './send-row.js';

export interface ShowDeps {
  state: State;
  clock: Clock;
  log: Log;
}

/** What one chat's draft shows, as far as this process knows. */
interface Showing {
  row: number;
  /** No change of the message before. */
  notBefore: number;
  /** The text that stands there; undefined while that is not certain. */
  text?: string;
  /** It cannot be changed any more. */
  given?: true;
}

export interface Drafts {
  /** Shows what a draft says by now. Never rejects for anything that the channel does. */
  show(row: OutboxRow, channel: Channel, to: ChatRef, signal: AbortSignal): Promise<void>;
  /** Waits until the message of a draft may be changed into the reply. True when it shows exactly that already. */
  finish(row: OutboxRow, signal: AbortSignal): Promise<boolean>;
  /** The platform asks to leave a chat alone for so long. */
  rest(row: OutboxRow, ms: number): void;
  /** Throws when a chat is to be left alone. */
  mustNotRest(row: OutboxRow): void;
}

/** A piece that comes sooner after the last one is left out: the next one says it too. */
const SLACK_MS = 250;

export function openDrafts({ state, clock, log }: ShowDeps): Drafts {
  const showing = new Map<string, Showing>();
  const resting = new Map<string, { since: number; ms: number }>();

  // A clock that was set back makes neither longer: it cuts the wait short and ends the rest.
  function waitOf(row: OutboxRow): number {
    const known = showing.get(chatKey(row.chat));
    return known ? Math.min(known.notBefore - clock.now(), paceOf(row)) : 0;
  }
  function restOf(row: OutboxRow): number {
    const rest = resting.get(chatKey(row.chat));
    return rest && clock.now() >= rest.since ? rest.since + rest.ms - clock.now() : 0;
  }

  function paceOf(row: OutboxRow): number {
    const asked = row.inbox === undefined ? undefined : inboxRow(state.db, row.inbox);
    return editPace(asked?.event ?? { place: 'group' });
  }

  function rest(row: OutboxRow, ms: number): void {
    resting.set(chatKey(row.chat), { since: clock.now(), ms });
  }

  /** False when there was an attempt before: what became of it is found out by the reply itself. */
  async function first(row: OutboxRow, channel: Channel, to: ChatRef): Promise<boolean> {
    const { db, durable } = state;
    if (!(await db.write(() => markDrafting(db, row, clock.now())))) return false;
    try {
      const { message } = await inAdapter(() =>
        channel.send(to, row.message, { part: 0, key: pieceKey(row, 'beginning') }),
      );
      await durable.write(() => markShowing(durable, row.row, message, row.message.text));
      return true;
    } catch (error) {
      if (error instanceof ChannelError && error.kind !== 'network') await db.write(() => markHidden(db, row.row));
      throw error;
    }
  }

  async function change(row: OutboxRow, channel: Channel, to: ChatRef, ref: string): Promise<boolean> {
    await inAdapter(() => channel.edit?.({ chat: to, message: ref }, row.message));
    await state.db.write(() => markShowing(state.db, row.row, ref, row.message.text));
    return true;
  }

  return {
    async show(row, channel, to, signal) {
      if (!channel.edit || restOf(row) > 0 || waitOf(row) > SLACK_MS) return;
      if (waitOf(row) > 0) await clock.sleep(waitOf(row), signal);
      const current = outboxRow(state.db, row.row);
      const known = showing.get(chatKey(row.chat));
      const mine = known?.row === row.row ? known : undefined;
      if (signal.aborted || !current?.draft || mine?.given) return;
      const [ref] = current.refs;
      const { text } = current.message;
      // The first message is full, and only that one is shown.
      const full = ref !== undefined && current.shown !== undefined && isCut(channel, current.shown);
      if (mine?.text === text || (full && isCut(channel, text))) return;
      const next: Showing = { row: row.row, notBefore: 0 };
      try {
        const done = await (ref === undefined ? first(current, channel, to) : change(current, channel, to, ref));
        if (!done) return;
        next.text = text;
      } catch (error) {
        if (!(error instanceof ChannelError)) throw error;
        log.debug('draft.unshown', { row: row.row, channel: row.chat.channel, reason: error.kind });
        if (error.kind === 'rate-limit') rest(row, error.retryAfterMs ?? paceOf(row));
        else if (!error.retryable) next.given = true;
      }
      showing.set(chatKey(row.chat), { ...next, notBefore: clock.now() + paceOf(row) });
    },
    async finish(row, signal) {
      const known = showing.get(chatKey(row.chat));
      if (known?.row !== row.row) return false;
      const { buttons = [], files = [], text } = row.message;
      const shows = known.text === text && buttons.length === 0 && files.length === 0;
      if (row.refs.length > 0 && !shows) await clock.sleep(Math.max(0, waitOf(row)), signal);
      signal.throwIfAborted();
      showing.delete(chatKey(row.chat));
      return shows;
    },
    rest,
    mustNotRest(row) {
      const left = restOf(row);
      if (left > 0) {
        throw new ChannelError('rate-limit', 'the platform asked for a pause', { retryable: true, retryAfterMs: left });
      }
      resting.delete(chatKey(row.chat));
    },
  };
}

function isCut(channel: Channel, text: string): boolean {
  return (channel.parts?.({ text }) ?? 1) > 1;
}
