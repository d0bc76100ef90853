// The job that sends a chat's replies, in order. Owns what happens when the fate of an attempt is unknown: the next one
// carries the mark. Must never send a row that has ended.

import { type Channel, ChannelError, type Clock, type Job, type JobHandler, type Log } from '../../contracts/index.js';
import type { State } from '../../db/state.js';
import {
  expireOutbox,
  markDropped,
  markSending,
  markSent,
  markUnsent,
  type OutboxRow,
  outboxRow,
  unsentUpTo,
} from '../../gateway/outbox.js';
import { markShown } from '../../gateway/proposals.js';
import type { WakeUps } from '../../gateway/wake-ups.js';

export interface SendDeps {
  state: State;
  /** The connected channel of a row, if this process has it. */
  channelOf(id: string): Channel | undefined;
  wakeUps: WakeUps;
  clock: Clock;
  log: Log;
}

/** A reply that could not be sent for this long is given up: nobody waits for it any more. */
const GIVE_UP_MS = 24 * 60 * 60 * 1000;

export function sendHandler(deps: SendDeps): JobHandler {
  const { state, clock, log } = deps;

  async function deliver(row: OutboxRow): Promise<void> {
    const channel = deps.channelOf(row.chat.channel);
    if (!channel) throw new ChannelError('unavailable', `${row.chat.channel} is not connected`, { retryable: true });
    const repeated = row.state === 'sending';
    if (!(await state.db.write(() => markSending(state.db, row)))) return;
    try {
      const ref = await channel.send(row.chat, repeated ? { ...row.message, repeated } : row.message);
      await state.durable.write(() => {
        markSent(state.durable, row.row, ref.message, clock.now());
        markShown(state.durable, row.row);
      });
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      if (!error.retryable) {
        log.warn('reply.dropped', { row: row.row, channel: row.chat.channel, reason: error.kind });
        await state.durable.write(() => markDropped(state.durable, row.row, error.kind, clock.now()));
        return;
      }
      // After a network error the message may stand there; any other refusal came before it did.
      if (error.kind !== 'network') await state.db.write(() => markUnsent(state.db, row.row));
      throw error;
    }
  }

  return {
    retry: { baseMs: 1_000, capMs: 60_000, withinMs: GIVE_UP_MS },
    drains: true,
    async run(job, { signal }) {
      const row = outboxRow(state.db, rowOf(job));
      if (!row) return;
      const limit = clock.now() - GIVE_UP_MS;
      const notice = await state.db.write(() => expireOutbox(state.db, row, limit, clock.now()));
      if (notice) await deps.wakeUps.send(notice);
      // An earlier reply whose wake-up was lost goes first.
      for (const unsent of unsentUpTo(state.db, row)) {
        signal.throwIfAborted();
        await deliver(unsent);
      }
    },
    dead(job) {
      markDropped(state.db, rowOf(job), 'could not be sent', clock.now());
    },
  };
}

function rowOf(job: Job): number {
  return Number(job.data.row);
}
