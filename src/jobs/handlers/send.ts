// The job that sends a chat's replies, in order. Owns what an error of the channel means: try again, follow the chat, or give
// up and say so. Must never send a row that has ended.

import {
  type Channel,
  ChannelError,
  type ChannelId,
  type ChatRef,
  type Clock,
  type JobHandler,
  type Log,
} from '../../contracts/index.js';
import type { State } from '../../db/state.js';
import { accountOfDirect } from '../../gateway/chat-key.js';
import { isForLostAccount, passOn } from '../../gateway/lost-account.js';
import { markDropped, moveOutbox, type OutboxRow, type Outgoing, unsentUpTo } from '../../gateway/outbox.js';
import { expireOutbox } from '../../gateway/outbox-expiry.js';
import type { OwnerReach } from '../../gateway/owner-notice.js';
import { markShown } from '../../gateway/proposals.js';
import { clearTrouble, giveUpChat, giveUpReply } from '../../gateway/trouble.js';
import { turnOfReply } from '../../gateway/turn-id.js';
import { sendLane, type WakeUps } from '../../gateway/wake-ups.js';
import { Breakdown, inAdapter, sendRow } from './send-row.js';
import { openDrafts } from './show-draft.js';

export interface SendDeps {
  state: State;
  /** The connected channel of a row, if this process has it. */
  channelOf(id: string): Channel | undefined;
  wakeUps: Pick<WakeUps, 'send'>;
  /** The folder from which files of a reply are named. */
  home: string;
  /** Who is told of chats that cannot be written to. */
  reach: { owners(): OwnerReach['owners'] } & Pick<OwnerReach, 'channels'>;
  /** A platform has given a chat another id. */
  moved(channel: ChannelId, chat: string, to: string): Promise<void>;
  clock: Clock;
  log: Log;
}

/** A reply that could not be sent for this long is given up: nobody waits for it any more. */
const GIVE_UP_MS = 24 * 60 * 60_000;
/** The job goes on for longer: it is the one that says so. */
const RETRY_MS = GIVE_UP_MS + 60 * 60_000;
/** A token that is refused says nothing of the chat, and can be put right. */
const TOKEN_RETRY_MS = 5 * 60_000;
/** How often a reply may break the adapter before it is taken for the cause. */
const BREAKDOWNS = 5;
/** Each of them holds up one chat only, for as long as an adapter waits at most. */
export const SENDS_AT_ONCE = 128;

export function sendHandler(deps: SendDeps): JobHandler {
  const { state, clock, log, wakeUps } = deps;
  const { db, durable } = state;
  const drafts = openDrafts(deps);
  /** Direct chats by account; asked for once. */
  const direct = new Map<string, ChatRef>();
  /** Rows that followed their chat to another id. */
  const followed = new Set<number>();
  const sending = {
    ...deps,
    arrived(inside: typeof durable, row: OutboxRow) {
      markShown(inside, row.row);
      clearTrouble(inside, row);
    },
  };

  async function addressOf(row: OutboxRow, channel: Channel): Promise<ChatRef> {
    const account = accountOfDirect(row.chat);
    if (account === undefined) return row.chat;
    const found = direct.get(account) ?? (await inAdapter(() => channel.openDirect?.(account)));
    if (!found) throw new ChannelError('gone', 'people have to write first there');
    direct.set(account, found);
    return found;
  }

  async function show(row: OutboxRow, signal: AbortSignal): Promise<void> {
    const channel = deps.channelOf(row.chat.channel);
    if (channel) await drafts.show(row, channel, row.chat, signal);
  }

  /** False when what follows it in the chat has to wait for another job. */
  async function deliver(row: OutboxRow, attempt: number, signal: AbortSignal): Promise<boolean> {
    const channel = deps.channelOf(row.chat.channel);
    if (!channel) throw new ChannelError('unavailable', `${row.chat.channel} is not connected`, { retryable: true });
    drafts.mustNotRest(row);
    const reach = { owners: deps.reach.owners(), channels: deps.reach.channels };
    if (isForLostAccount(db, row, reach)) {
      await wake(await durable.write(() => passOn(durable, row, reach, clock.now())));
      return true;
    }
    try {
      const to = await addressOf(row, channel);
      const shows = await drafts.finish(row, signal);
      const began = clock.now();
      await sendRow(sending, row, { channel, to, shows });
      log.info('reply.sent', { turn: turnOfReply(row), row: row.row, channel: to.channel, ms: clock.now() - began });
      return true;
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      const hopeless = error instanceof Breakdown && attempt >= BREAKDOWNS;
      return await settle(row, hopeless ? new ChannelError('rejected', error.message, { cause: error.cause }) : error);
    }
  }

  /** Throws what can be tried again. */
  async function settle(row: OutboxRow, error: ChannelError): Promise<boolean> {
    const about = { turn: turnOfReply(row), row: row.row, channel: row.chat.channel, reason: error.kind };
    if (error.kind === 'moved' && error.movedTo !== undefined && !followed.has(row.row)) {
      const { movedTo } = error;
      followed.add(row.row);
      log.info('reply.follows', about);
      await deps.moved(row.chat.channel, row.chat.chat, movedTo);
      await wake(await db.write(() => moveOutbox(db, row.chat, movedTo)));
      return false;
    }
    if ((error.retryable && error.kind !== 'moved') || error.kind === 'auth') throw later(error, row, clock.now());
    const ofChat = ['gone', 'moved'].includes(error.kind) && row.message.private === undefined;
    log.warn(ofChat ? 'chat.given-up' : 'reply.dropped', { ...about, error });
    const now = clock.now();
    const reach = { owners: deps.reach.owners(), channels: deps.reach.channels };
    await wake(await durable.write(() => (ofChat ? giveUpChat : giveUpReply)(durable, row, error, reach, now)));
    return !ofChat;
  }

  async function wake(rows: readonly Outgoing[]): Promise<void> {
    for (const row of rows) await wakeUps.send(row);
  }

  /** What is to leave up to this row, without what nobody waits for any more. */
  async function dueUpTo(row: number): Promise<OutboxRow[]> {
    const due = unsentUpTo(db, row);
    const last = due.at(-1);
    const now = clock.now();
    const limit = now - GIVE_UP_MS;
    if (!last || due.every(({ queuedAt, draft }) => draft || queuedAt >= limit)) return due;
    const notice = await db.write(() => expireOutbox(db, last, limit, now));
    await wake(notice ? [notice] : []);
    return unsentUpTo(db, row);
  }

  return {
    retry: { baseMs: 1_000, capMs: 60_000, withinMs: RETRY_MS },
    drains: true,
    atOnce: SENDS_AT_ONCE,
    async run(job, { signal }) {
      const id = Number(job.data.row);
      const due = await dueUpTo(id);
      const row = due.at(-1);
      if (row?.row !== id) return;
      // Its chat has moved, or another process sends for it now.
      if (job.lane !== sendLane(row)) return row.draft ? undefined : await wakeUps.send(row);
      const replies = due.filter(({ draft }) => !draft);
      if (row.draft) return replies.length === 0 ? await show(row, signal) : undefined;
      // An earlier reply whose wake-up was lost goes first.
      for (const reply of replies) {
        signal.throwIfAborted();
        if (!(await deliver(reply, job.attempt, signal))) return;
      }
    },
    dead(job) {
      markDropped(db, Number(job.data.row), 'could not be sent', clock.now());
    },
  };
}

/** Another attempt, as late as the platform asks; but one is there when the reply is given up, to say so. */
function later(
  { kind, message, retryable, retryAfterMs, remedy }: ChannelError,
  row: OutboxRow,
  now: number,
): ChannelError {
  const asked = retryAfterMs ?? (retryable ? 0 : TOKEN_RETRY_MS);
  const left = row.queuedAt + GIVE_UP_MS + 1 - now;
  const wait = Math.max(0, Math.min(asked, left));
  return new ChannelError(kind, message, {
    retryable: true,
    retryAfterMs: wait,
    ...(remedy === undefined ? {} : { remedy }),
  });
}
