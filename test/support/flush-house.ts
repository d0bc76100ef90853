// State, transcripts and memory on a disk of their own, and a process of the flush that can be killed at any write.

import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FlushedLine, FlushPiece, flushPiece } from '../../src/agent/flush/run.js';
import type { ChatModel, Clock, Entry, EntryBody, Job, Scope } from '../../src/contracts/index.js';
import type { Db } from '../../src/db/database.js';
import { openState } from '../../src/db/state.js';
import { flushHandler } from '../../src/jobs/handlers/flush.js';
import { snapshotHandler } from '../../src/jobs/handlers/snapshot.js';
import { openMemory } from '../../src/memory/memory.js';
import { sessionKey } from '../../src/sessions/keys.js';
import { openSession, sessionById } from '../../src/sessions/rows.js';
import { openTranscripts } from '../../src/sessions/transcript.js';
import { testBudgets } from './budgets.js';
import { FakeClock } from './fake-clock.js';
import { memoryLog } from './memory-log.js';
import { tempDir } from './temp-dir.js';

export class Killed extends Error {}

/** Commits no write from the one numbered `at` on; with `behind`, that one is still committed before the end. */
export function killedAt(db: Db, at: number, behind: boolean): Db {
  let writes = 0;
  return {
    ...db,
    async write(work) {
      writes++;
      if (writes > at || (writes === at && !behind)) throw new Killed();
      const result = await db.write(work);
      if (writes === at) throw new Killed();
      return result;
    },
  };
}

/** Whose process runs a flush, and with what. */
export interface FlushRun {
  progress?: (done: number, total: number) => void;
  limits?: Parameters<typeof testBudgets>[0]['limits'];
  on?: Db;
  model?: ChatModel;
  flushPiece: typeof flushPiece;
  signal?: AbortSignal;
  firstRunAt?: number;
  timezone?: string;
  /** How often the same process tries, at most, and what happens behind a failure. */
  tries?: number;
  between?: () => void | Promise<void>;
}

interface SnapshotRun {
  on?: Db;
  model?: ChatModel;
  messages?: number;
  timezone?: string;
  tries?: number;
  limits?: FlushRun['limits'];
}

export async function openFlushHouse() {
  const home = tempDir();
  for (const name of ['workspace', 'run', 'sessions']) mkdirSync(join(home, name), { mode: 0o700 });
  const clock = new FakeClock('2026-11-29T09:00:00Z');
  // Whoever waits for a lock waits for a part of a millisecond too, and no real clock shows those.
  const whole: Clock = {
    now: () => Math.floor(clock.now()),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    after: (ms, run) => clock.after(ms, run),
  };
  const log = memoryLog();
  const state = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const transcripts = openTranscripts(join(home, 'sessions'), { clock: whole, log });
  const workspace = join(home, 'workspace');
  /** As another start of the program finds it. */
  const remember = (on: Db = db, timezone = 'UTC') =>
    openMemory({ workspace, runDir: join(home, 'run'), db: on, clock: whole, timezone, log });

  async function session(scope: Scope, chat = 'chat') {
    const where = { key: sessionKey(scope, {}), scope, chat: { channel: 'console', account: 'bot', chat } };
    return await openSession(db, where, whole.now());
  }

  async function say(id: string, ...entries: (EntryBody & { id?: string; turn?: string })[]): Promise<Entry[]> {
    const hold = { process: 'p', fence: 1, raise: async (fence: number) => fence + 1 };
    const transcript = await transcripts.hold({ id, key: 'k' }, hold);
    return transcript.append(entries);
  }

  async function flush(row: number, run: FlushRun): Promise<void> {
    const { on = db, model, signal = new AbortController().signal, timezone = 'UTC' } = run;
    const memory = await remember(on, timezone);
    const parts = { db: on, clock: whole, log, memory, transcripts, timezone, modelOf: () => model, tools: [] };
    const handler = flushHandler({
      ...parts,
      flushPiece: run.flushPiece,
      budgets: testBudgets({ db: on, clock: whole, ...(run.limits ? { limits: run.limits } : {}) }),
    });
    const told = run.progress ? { progress: run.progress } : {};
    for (let tries = run.tries ?? 1; ; tries--) {
      try {
        return await handler.run(jobOf({ row }, run.firstRunAt ?? clock.now()), { signal, fence: 1, ...told });
      } catch (error) {
        if (tries <= 1) throw error;
        await run.between?.();
      }
    }
  }

  async function snapshot(id: string, run: SnapshotRun = {}) {
    const { on = db, model, messages = 15, timezone = 'UTC' } = run;
    const memory = await remember(on, timezone);
    const parts = {
      db: on,
      clock: whole,
      log,
      memory,
      transcripts,
      home,
      timezone,
      modelOf: () => model,
      budgets: testBudgets({ db: on, clock: whole, ...(run.limits ? { limits: run.limits } : {}) }),
    };
    const handler = snapshotHandler({ ...parts, snapshotMessages: messages });
    for (let tries = run.tries ?? 1; ; tries--) {
      try {
        return await handler.run(jobOf({ session: id }, clock.now()), {
          signal: new AbortController().signal,
          fence: 1,
        });
      } catch (error) {
        if (tries <= 1) throw error;
      }
    }
  }

  const path = (name: string) => join(workspace, name);
  return {
    home,
    workspace,
    clock,
    log,
    db,
    transcripts,
    remember,
    session,
    say,
    flush,
    snapshot,
    text: (name: string) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : ''),
    flushedThrough: (id: string) => sessionById(db, id)?.flushedThrough,
  };
}

function jobOf(data: Job['data'], firstRunAt: number): Job {
  return { id: 'j', name: 'flush', data, attempt: 1, addedAt: firstRunAt, firstRunAt };
}

export function user(text: string, more: Partial<Extract<EntryBody, { type: 'user' }>> = {}): EntryBody {
  const from = { account: 'console:owner' as const, name: 'Ann', role: 'owner' as const };
  return { type: 'user', text, from, message: text, ...more };
}

export function answer(text: string, final = true): EntryBody {
  return { type: 'assistant', text, model: 'm', final };
}

/** Writes one line for each entry that says something, and counts how often it was asked. */
export function writer(options: { fail?: unknown } = {}) {
  const asked: { ids: string[]; model: string | undefined }[] = [];
  const flush: typeof flushPiece = async ({ model }, piece: FlushPiece) => {
    const said = piece.entries.slice(piece.from, piece.to + 1).flatMap((one) => (one.type === 'user' ? [one] : []));
    asked.push({ ids: said.map(({ id }) => id), model: model?.id });
    if (options.fail !== undefined && model) throw options.fail;
    // No two askings get the same words.
    const lines = said.map(
      ({ id, text, from }): FlushedLine => ({
        bullet: `- ${text} (${asked.length})`,
        trust: from.role === 'owner' ? 'owner' : 'member',
        entries: [id],
      }),
    );
    return { lines, by: model ? 'model' : 'extract' };
  };
  return { asked, flush };
}

/** Small enough that every message is a piece of its own. */
export const narrow = (id = 'narrow/test'): ChatModel => ({
  id,
  contextTokens: 30,
  async *stream() {},
});
