// Wakes whoever must act on rows of the inbox and outbox. A lost wake-up loses nothing: the sweep adds it again.

import { setImmediate as breathe } from 'node:timers/promises';
import type { JobQueue, Log } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { outboxLane } from './chat-key.js';
import { type InboxRow, openInbox } from './inbox.js';
import { type OutboxRow, openOutbox, outboxRow } from './outbox.js';

export interface WakeUps {
  /** The job of an accepted row. Never rejects. */
  serve(row: Pick<InboxRow, 'row' | 'job' | 'lane'>): Promise<void>;
  /** The sending of a reply. Never rejects. */
  send(row: Pick<OutboxRow, 'row' | 'sender' | 'chat'>): Promise<void>;
  /** Adds what is missing for every open row of the inbox, and for the unsent replies of these senders. Never rejects. */
  sweep(senders: readonly string[]): Promise<void>;
  /** Cancels the sending jobs of rows that have ended or that another sender has taken over. Never rejects. */
  tidy(): Promise<void>;
}

/** So many rows are looked at before everything else in the process gets a turn. */
const ROWS_AT_ONCE = 50;

/** How the names of the jobs that send replies begin. */
export const SEND = 'send@';

/** The name of the job that sends a reply: only the process that owns the connection has a handler for it. */
export function sendJob(sender: string): string {
  return `${SEND}${sender}`;
}

/**
 * One lane per chat and sender: a job that waits for a sender that is gone must not hold up the one that took over. The
 * order of a chat's replies does not rest on it; the handler sends what is older first.
 */
function sendPlace({ row, sender, chat }: Pick<OutboxRow, 'row' | 'sender' | 'chat'>): {
  unique: string;
  lane: string;
} {
  return { unique: `outbox:${row}@${sender}`, lane: `${sender}/${outboxLane(chat)}` };
}

export function openWakeUps(parts: { db: Db; queue: JobQueue; log: Log }): WakeUps {
  const { db, queue, log } = parts;

  async function serve(row: Pick<InboxRow, 'row' | 'job' | 'lane'>): Promise<void> {
    await attempt(() =>
      queue.add(row.job, { row: row.row }, { unique: `inbox:${row.row}`, ...(row.lane ? { lane: row.lane } : {}) }),
    );
  }

  async function send(row: Pick<OutboxRow, 'row' | 'sender' | 'chat'>): Promise<void> {
    await attempt(() => queue.add(sendJob(row.sender), { row: row.row }, sendPlace(row)));
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.warn('wake-up.lost', { error });
    }
  }

  return {
    serve,
    send,
    async tidy() {
      await attempt(async () => {
        for (const [index, job] of (await queue.list({ states: ['waiting'], limit: 100_000 })).entries()) {
          if (index % ROWS_AT_ONCE === 0) await breathe();
          if (!job.name.startsWith(SEND)) continue;
          const row = outboxRow(db, Number(job.data.row));
          const open = row?.state === 'queued' || row?.state === 'sending';
          if (!open || sendJob(row.sender) !== job.name) await queue.cancel(job.id);
        }
      });
    },
    async sweep(senders) {
      await attempt(async () => {
        for (const [index, row] of openInbox(db).entries()) {
          if (index % ROWS_AT_ONCE === 0) await breathe();
          await serve(row);
        }
        for (const [index, row] of openOutbox(db, senders).entries()) {
          if (index % ROWS_AT_ONCE === 0) await breathe();
          await send(row);
        }
      });
    },
  };
}
