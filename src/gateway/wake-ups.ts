// Wakes whoever must act on rows of the inbox and outbox. A lost wake-up loses nothing: the sweep adds it again.

import { setImmediate as breathe } from 'node:timers/promises';
import {
  type Dream,
  type JobInfo,
  type JobQueue,
  type Log,
  QueueError,
  type ScheduledRun,
  type ScheduleTask,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { openDreams } from '../memory/dream/dream-rows.js';
import { scopeId } from '../memory/visibility.js';
import type { Ended } from '../sessions/endings.js';
import { type OpenFlush, openFlushes } from '../sessions/flushes.js';
import { type OpenSnapshot, openSnapshots } from '../sessions/snapshots.js';
import { outboxLane } from './chat-key.js';
import { uneditedRows } from './edits.js';
import { inboxRow, openInbox, type ServedRow } from './inbox.js';
import { type OutboxRow, type Outgoing, openOutbox, outboxRow } from './outbox.js';
import { closeLeftDrafts } from './outbox-drafts.js';

export interface WakeUps {
  /** The job of an accepted row, or the one that fetches its files. Never rejects. */
  serve(row: ServedRow): Promise<void>;
  /** An edit of something that was answered, to be noted in its transcript. Never rejects. */
  edit(row: Pick<ServedRow, 'row' | 'lane'>): Promise<void>;
  /** The sending of a reply. Never rejects. */
  send(row: Outgoing): Promise<void>;
  /** The showing of a reply that grows. Never rejects. */
  show(row: Outgoing): Promise<void>;
  /** The writing down of a range of a session. Never rejects. */
  flush(row: OpenFlush): Promise<void>;
  /** Room in a conversation behind the turn `row`, after which the history had been cut so often. Never rejects. */
  compact(of: { row: number; lane: string; session: string; cuts: number }): Promise<void>;
  /** What is left to do for a session that ended. Never rejects. */
  ended(session: Ended): Promise<void>;
  /** The end of a session that seems to be over by itself. Never rejects. */
  reset(session: { session: string; key: string }): Promise<void>;
  /** A dream that is to be carried on. Never rejects. */
  dream(dream: Pick<Dream, 'id' | 'scope'>): Promise<void>;
  /** The run of a claimed slot. Never rejects. */
  run(run: ScheduledRun, task: ScheduleTask): Promise<void>;
  /**
   * Adds what is missing for every open row of the inbox, of flushes and snapshots, and for the unsent replies of these
   * senders; ends the drafts that were left behind. Never rejects.
   */
  sweep(senders: readonly string[]): Promise<void>;
  /** Cancels the jobs of a connection for rows that have ended or that another one has taken over. Never rejects. */
  tidy(): Promise<void>;
}

/** So many rows are looked at before everything else in the process gets a turn. */
const ROWS_AT_ONCE = 50;

/** The job that notes an edit. */
export const EDIT = 'edit';

/** The jobs that write a session down, keep the tail of one that ended, and end one that is over. */
export const FLUSH = 'flush';
export const SNAPSHOT = 'snapshot';
export const RESET = 'reset';

/** The jobs that run a slot of a schedule: one that only delivers a text, and one that asks a model. */
export const REMIND = 'remind';
export const SCHEDULED = 'scheduled';

/** The jobs of a night: one that begins every scope's dream, and one a dream. */
export const NIGHT = 'night';
export const DREAM = 'dream';

/** The job that makes room in a conversation. No row asks for it: a turn makes room itself where it was lost. */
export const COMPACT = 'compact';

const RUNS: Record<ScheduleTask, string> = { say: REMIND, ask: SCHEDULED, heartbeat: SCHEDULED, dream: NIGHT };

/** A lane of its own, so that no turn and no command waits for it. */
function flushLane(key: string): string {
  return `flush/${key}`;
}

/** How the names of the jobs begin that fetch files, that send replies, and that run commands. */
export const FETCH = 'fetch@';
export const SEND = 'send@';
export const COMMAND = 'command@';

/** The job of a command whose receiver is gone: whoever has a connection runs it, since others wait behind it. */
export const LEFT_COMMAND = 'command';

/** The name of the job that runs a command or a button: some of them act on the connection, and tell how it is. */
export function commandJob(receiver: string): string {
  return `${COMMAND}${receiver}`;
}

/** The name of the job that fetches what came with a message: only the process that owns the connection can. */
export function fetchJob(receiver: string): string {
  return `${FETCH}${receiver}`;
}

/** The name of the job that sends a reply: only the process that owns the connection has a handler for it. */
export function sendJob(sender: string): string {
  return `${SEND}${sender}`;
}

/**
 * One lane per chat and sender: a job that waits for a sender that is gone must not hold up the one that took over. The
 * order of a chat's replies does not rest on it; the handler sends what is older first.
 */
export function sendLane({ sender, chat }: Pick<OutboxRow, 'sender' | 'chat'>): string {
  return `${sender}/${outboxLane(chat)}`;
}

/** Nobody takes it any more, and it may stand in front of others. */
function isLeftBehind(db: Db, { name, data }: JobInfo, nameOf: (receiver: string) => string): boolean {
  const row = Number(data.row);
  if (name.startsWith(SEND)) {
    const reply = outboxRow(db, row);
    const open = reply?.state === 'queued' || reply?.state === 'sending';
    return !open || sendJob(reply.sender) !== name;
  }
  if (name !== LEFT_COMMAND && !name.startsWith(COMMAND)) return false;
  const said = inboxRow(db, row);
  return said?.state !== 'accepted' || nameOf(said.receiver) !== name;
}

export interface WakeUpParts {
  db: Db;
  queue: JobQueue;
  log: Log;
  /** Whether the process of that role still runs. Default: it does. */
  isAlive?: (role: string) => boolean;
}

export function openWakeUps({ db, queue, log, isAlive = () => true }: WakeUpParts): WakeUps {
  const nameOf = (receiver: string) => (isAlive(receiver) ? commandJob(receiver) : LEFT_COMMAND);

  /** A later look has a name of its own, since the job that asks for it is still there. */
  async function serve({ row, receiver, job, lane, dueAt, fetchAt }: ServedRow): Promise<void> {
    if (fetchAt !== undefined) {
      return await attempt(() => queue.add(fetchJob(fetchAt), { row }, { unique: `fetch:${row}` }));
    }
    const place = { ...(lane === undefined ? {} : { lane }), ...(dueAt === undefined ? {} : { at: dueAt }) };
    // A row that another receiver took over has another job, whatever its old one is doing.
    const [name, by] = job === 'command' ? [nameOf(receiver), `@${nameOf(receiver)}`] : [job, ''];
    const unique = dueAt === undefined ? `inbox:${row}${by}` : `inbox:${row}${by}/${dueAt}`;
    await attempt(() => queue.add(name, { row }, { unique, ...place }));
  }

  /** Many edits of one message are one job: it looks at the newest. */
  async function edit({ row, lane }: Pick<ServedRow, 'row' | 'lane'>): Promise<void> {
    await attempt(() => queue.add(EDIT, { row }, { unique: `edit:${row}`, ...(lane === undefined ? {} : { lane }) }));
  }

  /** A row that went to another chat or sender has another job, whatever its old one is doing. */
  async function send({ row, sender, chat }: Outgoing): Promise<void> {
    const place = { unique: `outbox:${row}@${sender}/${chat.chat}`, lane: sendLane({ sender, chat }) };
    await attempt(() => queue.add(sendJob(sender), { row }, place));
  }

  /** Under a name of its own: the reply that a draft becomes must not be taken for a piece of it. */
  async function show({ row, sender, chat }: Outgoing): Promise<void> {
    const place = { unique: `draft:${row}@${sender}/${chat.chat}`, lane: sendLane({ sender, chat }) };
    await attempt(() => queue.add(sendJob(sender), { row }, place));
  }

  async function flush({ row, key }: OpenFlush): Promise<void> {
    await attempt(() => queue.add(FLUSH, { row }, { unique: `flush:${row}`, lane: flushLane(key) }));
  }

  async function snapshot({ session, key }: OpenSnapshot): Promise<void> {
    await attempt(() => queue.add(SNAPSHOT, { session }, { unique: `snapshot:${session}`, lane: `snapshot/${key}` }));
  }

  /** Two dreams of one scope are one after the other. */
  async function dream({ id, scope }: Pick<Dream, 'id' | 'scope'>): Promise<void> {
    await attempt(() => queue.add(DREAM, { dream: id }, { unique: `dream:${id}`, lane: `dream/${scopeId(scope)}` }));
  }

  /** Another process may have had it ended since it was listed. */
  async function cancel(job: string): Promise<void> {
    try {
      await queue.cancel(job);
    } catch (error) {
      if (!(error instanceof QueueError) || error.retryable) throw error;
    }
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
    edit,
    send,
    show,
    flush,
    async compact({ row, lane, session, cuts }) {
      const unique = `compact:${session}/${cuts}`;
      await attempt(() => queue.add(COMPACT, { row, session, cuts }, { unique, lane }));
    },
    async ended({ session, key, flush: row }) {
      if (row !== undefined) await flush({ row, key });
      await snapshot({ session, key });
    },
    async reset({ session, key }) {
      await attempt(() => queue.add(RESET, { session }, { unique: `reset:${session}`, lane: key }));
    },
    dream,
    async run({ schedule, slot }, task) {
      const place = { unique: `${schedule}@${slot}`, lane: `schedule/${schedule}` };
      await attempt(() => queue.add(RUNS[task], { schedule, slot }, place));
    },
    async tidy() {
      await attempt(async () => {
        for (const [index, job] of (await queue.list({ states: ['waiting'], limit: 100_000 })).entries()) {
          if (index % ROWS_AT_ONCE === 0) await breathe();
          if (isLeftBehind(db, job, nameOf)) await cancel(job.id);
        }
      });
    },
    async sweep(senders) {
      await attempt(async () => {
        for (const [index, row] of openInbox(db).entries()) {
          if (index % ROWS_AT_ONCE === 0) await breathe();
          await serve(row);
        }
        for (const row of uneditedRows(db)) await edit(row);
        for (const row of openFlushes(db)) await flush(row);
        for (const row of openSnapshots(db)) await snapshot(row);
        for (const row of openDreams(db)) await dream(row);
        await db.write(() => closeLeftDrafts(db, senders));
        for (const [index, row] of openOutbox(db, senders).entries()) {
          if (index % ROWS_AT_ONCE === 0) await breathe();
          await send(row);
        }
      });
    },
  };
}
