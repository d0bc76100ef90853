// The sending half of the house: outbox, queue and sender on a clock that the test turns. Turns are played by the test.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { Channel, ChatRef, Job, OutboundMessage } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { type InboxRow, inboxRow, insertInbox } from '../../src/gateway/inbox.js';
import { openJobDesk } from '../../src/gateway/job-desk.js';
import { insertOutbox, outboxRow } from '../../src/gateway/outbox.js';
import { GATEWAY } from '../../src/gateway/roles.js';
import { type DraftWriter, editPace, openDraftWriter } from '../../src/gateway/streaming.js';
import { openWakeUps, sendJob } from '../../src/gateway/wake-ups.js';
import { endRow, failRow } from '../../src/jobs/handlers/ending.js';
import { sendHandler } from '../../src/jobs/handlers/send.js';
import { joinProcesses } from '../../src/jobs/processes.js';
import { sqliteQueue } from '../../src/jobs/sqlite-queue.js';
import { sessionKey } from '../../src/sessions/keys.js';
import type { FakeClock } from './fake-clock.js';
import { memoryLog } from './memory-log.js';
import { tempDir } from './temp-dir.js';

export interface PostStage {
  clock: FakeClock;
  channel: Channel;
  dir?: string;
  concurrency?: number;
  /** Nothing is sent from here: as in a process without the connection. */
  idle?: boolean;
  moved?: (channel: string, chat: string, to: string) => Promise<void>;
  owners?: string[];
}

export const chatOf = (chat: string): ChatRef => ({ channel: 'chat', account: 'bot', chat });

export async function openPost(stage: PostStage) {
  const { clock, channel, dir = tempDir(), concurrency = 200, idle = false, owners = ['chat:owner'] } = stage;
  mkdirSync(join(dir, 'run'), { recursive: true });
  const state = await openState(join(dir, 'state.sqlite'));
  const { db } = state;
  const log = memoryLog();
  const members = await joinProcesses({ db, runDir: join(dir, 'run'), kind: 'test', clock });
  const queue = sqliteQueue({ db, process: members, clock, log });
  const wakeUps = openWakeUps({ db, queue, log });
  const handler = sendHandler({
    state,
    clock,
    log,
    wakeUps,
    home: '/home/nightjar',
    channelOf: () => channel,
    reach: { owners: () => owners, channels: ['chat'] },
    moved: stage.moved ?? (async () => {}),
  });
  const leaving = new AbortController();
  const work = idle
    ? Promise.resolve()
    : queue.work({ [sendJob(GATEWAY)]: handler }, { concurrency, signal: leaving.signal, drainMs: 0 });
  const ending = { db, clock, log, wakeUps };
  let count = 0;

  /** Queues a reply, as a command does. */
  async function reply(chat: string | ChatRef, said: string | OutboundMessage, wakes = true): Promise<number> {
    const to = typeof chat === 'string' ? chatOf(chat) : chat;
    const message = typeof said === 'string' ? { text: said } : said;
    const turn = `${members.id}/${++count}`;
    const row = await db.write(() =>
      insertOutbox(db, { turn, part: 1, sender: GATEWAY, chat: to, message, queuedAt: clock.now() }),
    );
    if (row === undefined) throw new Error('stood there already');
    if (wakes) await wakeUps.send({ row, sender: GATEWAY, chat: to });
    return row;
  }

  /** Somebody asked something; the test is the turn. */
  async function asked(chat: string, place: 'direct' | 'group' = 'direct'): Promise<InboxRow> {
    const from = { account: `chat:${chat}`, name: chat, kind: 'person' } as const;
    const id = `${members.id}-${++count}`;
    const base = { type: 'message', id, message: id, chat: chatOf(chat), place, from, at: clock.now() } as const;
    const scope = { kind: 'main' } as const;
    const row = await db.write(() =>
      insertInbox(db, {
        receiver: GATEWAY,
        event: { ...base, text: 'hello?', addressed: true, files: [] },
        principal: { account: from.account, name: chat, role: 'member' },
        scope,
        session: sessionKey(scope, base.chat),
        state: 'accepted',
        job: 'turn',
        lane: chat,
        acceptedAt: clock.now(),
      }),
    );
    const found = row === undefined ? undefined : inboxRow(db, row);
    if (!found) throw new Error('not accepted');
    return found;
  }

  /** Turns the clock in small steps until `done`, for at most `ms`. Commits take their own time between steps. */
  async function until(done: () => boolean, ms = 10_000): Promise<void> {
    for (let passed = 0; !done() && passed < ms; passed += 50) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await clock.advance(50);
    }
    expect(done()).toBe(true);
  }

  let left = false;
  async function leave(): Promise<void> {
    if (left) return;
    left = true;
    leaving.abort();
    let ended = false;
    void work.then(() => {
      ended = true;
    });
    for (let n = 0; !ended && n < 200; n++) await clock.advance(50);
    await queue.close();
    await members.leave();
    state.close();
  }
  onTestFinished(leave);

  return {
    dir,
    db,
    queue,
    wakeUps,
    log,
    desk: openJobDesk({ db, queue, clock }),
    reply,
    asked,
    until,
    leave,
    row: (row: number) => outboxRow(db, row),
    states: () => db.sql('SELECT state FROM outbox ORDER BY row').column<string>(),
    writer: (row: InboxRow, check?: () => void): DraftWriter =>
      openDraftWriter({ db, clock, log, wakeUps }, row, { paceMs: editPace(row.event), ...(check ? { check } : {}) }),
    answer: (row: InboxRow, ...texts: string[]) =>
      endRow(ending, row, { state: 'answered', replies: texts.map((text) => ({ text })) }),
    fail: (row: InboxRow, error: Error) =>
      db.write(() => failRow(ending, { data: { row: row.row }, firstRunAt: clock.now() } as unknown as Job, error)),
  };
}
