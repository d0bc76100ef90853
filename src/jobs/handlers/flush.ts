// The job that writes a range of a transcript down, piece after piece, into the log of the day. Reads the transcript and never
// writes it. Safe to run again after a kill at any point: no piece is written twice, and none is left out.

import type { FlushedLine, flushPiece } from '../../agent/flush/run.js';
import type { SealedTool } from '../../agent/tools/seal.js';
import { toolTrustIn } from '../../agent/tools/table.js';
import {
  type ChatModel,
  type Clock,
  type Entry,
  type Job,
  type JobContext,
  type JobHandler,
  type Provenance,
  QueueError,
} from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { Memory } from '../../memory/memory.js';
import { onBudget, type Spending } from '../../models/metered.js';
import { isFleeting } from '../../sessions/fleeting.js';
import {
  advanceFlush,
  endFlush,
  type FlushRow,
  flushesOf,
  flushRow,
  keepPiece,
  rangeLeft,
} from '../../sessions/flushes.js';
import { type SessionRow, sessionById } from '../../sessions/rows.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { lowestTrust } from '../../text/trust.js';
import { tryAgain } from './again.js';
import { finishEarlier } from './once.js';

export interface FlushJobDeps extends Spending {
  db: Db;
  clock: Clock;
  memory: Memory;
  transcripts: Pick<Transcripts, 'read'>;
  timezone: string;
  /** The model that writes a session down; undefined where there is none that could. */
  modelOf(session: SessionRow): ChatModel | undefined;
  flushPiece: typeof flushPiece;
  tools: readonly SealedTool[];
}

/** A run of the handler in this process, with what models noted that the disk has not taken yet. */
interface Flushing extends FlushJobDeps {
  noted: Noted;
}

/** By session and piece. */
type Noted = Map<string, FlushedLine[]>;

interface Piece {
  row: FlushRow;
  session: SessionRow;
  entries: readonly Entry[];
  from: number;
  to: number;
}

/** So many at once leave room for turns. */
const AT_ONCE = 2;
/** A model that failed for so long is not waited for any longer. */
const PATIENCE_MS = 24 * 3_600_000;
/** The longest that a model may take for a piece. */
const TIMEOUT_MS = 180_000;
const MOST_TOKENS = 30_000;
/** Pieces whose notes wait for a disk. */
const MOST_NOTED = 100;

export function flushHandler(parts: FlushJobDeps): JobHandler {
  const { db } = parts;
  const deps: Flushing = { ...parts, noted: new Map() };
  return {
    retry: { baseMs: 5_000, capMs: 30 * 60_000 },
    background: true,
    atOnce: AT_ONCE,
    async run(job, context) {
      const { signal } = context;
      const asked = flushRow(db, Number(job.data.row));
      if (asked?.state !== 'queued') return;
      try {
        // How far a session is written down is one place in it: what comes first is done first.
        for (const { row, state } of flushesOf(db, asked.session)) {
          if (row <= asked.row && state === 'queued') await flushRange(deps, row, job, context);
        }
      } catch (error) {
        throw signal.aborted ? error : tryAgain(error);
      }
    },
  };
}

async function flushRange(deps: Flushing, row: number, job: Job, { signal, progress }: JobContext): Promise<void> {
  const { db, clock, log } = deps;
  /** Where this run found the range. */
  let began: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    const current = flushRow(db, row);
    if (current?.state !== 'queued') return;
    const session = sessionById(db, current.session);
    const entries = session ? deps.transcripts.read(session.id) : [];
    if (entries.length === 0) log.warn('flush.transcript-gone', { session: current.session, row });
    const left = rangeLeft(entries, current, session?.flushedThrough);
    // Where nothing is to be remembered, or was when it was said, there is nothing to write down.
    const isKept = session && !isFleeting(db, session.id) && deps.memory.privacy.remembers(session.scope);
    if (!session || !left || !isKept) return await db.write(() => endFlush(db, row, clock.now()));
    // Nothing that is to be written down waits for tomorrow: where no model may be asked, rules do it.
    const asks = clock.now() - job.firstRunAt < PATIENCE_MS && deps.budgets.allows('flush');
    began ??= left.from;
    progress?.(left.from - began, left.to + 1 - began);
    const model = asks ? deps.modelOf(session) : undefined;
    await model?.ready?.(signal);
    const to = await chosenEnd(deps, { row: current, session, entries, ...left }, model);
    await writePiece(deps, { row: current, session, entries, from: left.from, to }, model, signal);
    const reached = sessionById(db, session.id)?.flushedThrough;
    if (reached === session.flushedThrough) throw new QueueError('a flush came no further', { retryable: true });
  }
}

/** Kept before the model is asked: a repeat must ask for the same piece, whatever model it has by then. */
async function chosenEnd(deps: Flushing, piece: Piece, model: ChatModel | undefined): Promise<number> {
  const { row, entries, from, to } = piece;
  const kept = placeIn(piece, row.piece);
  if (kept !== undefined) return kept;
  const tokens = Math.min(MOST_TOKENS, Math.floor((model?.contextTokens ?? Number.POSITIVE_INFINITY) / 3));
  const { pieceEnd } = await import('../../agent/flush/pieces.js');
  const end = Math.min(to, Math.max(from, pieceEnd(entries, from, to, { tokens, timezone: deps.timezone })));
  const stands = await deps.db.write(() => keepPiece(deps.db, row.row, entryAt(entries, end).id, row.piece));
  return placeIn(piece, stands) ?? end;
}

function placeIn({ entries, from, to }: Piece, id: string | undefined): number | undefined {
  const at = id === undefined ? -1 : entries.findLastIndex((entry) => entry.id === id);
  return at >= from && at <= to ? at : undefined;
}

async function writePiece(
  deps: Flushing,
  piece: Piece,
  model: ChatModel | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, log, timezone } = deps;
  const { row, session, entries, from, to } = piece;
  const { id, scope, flushedThrough } = session;
  const last = entryAt(entries, to);
  const memory = deps.memory.view(scope);
  const call = `flush:${entryAt(entries, from).id}:${last.id}`;
  const why: Provenance = {
    who: 'system',
    by: 'flush',
    session: id,
    entry: last.id,
    call,
    reason: 'written down from a conversation',
    trust: 'web',
  };
  function advance(lines: number): void {
    const moved = { row: row.row, session: id, from: flushedThrough, through: last.id, lines };
    advanceFlush(db, moved, clock.now());
  }
  if (await finishEarlier(memory, why, () => advance(1))) return;
  // What an earlier attempt wrote could not be brought to its end: this is another call.
  const again = memory.earlier(why) ? { call: `${call}:again` } : {};
  if (again.call && (await finishEarlier(memory, { ...why, ...again }, () => advance(1)))) return;
  const toolTrust = toolTrustIn(deps.tools);
  const parts = { memory, clock, log, timezone, signal, timeoutMs: TIMEOUT_MS, toolTrust };
  const key = notesKey(piece);
  const lines =
    deps.noted.get(key) ??
    (await onBudget(deps, 'flush', model, async (asked) => {
      const noted = await deps.flushPiece({ ...parts, model: asked }, { scope, entries, from, to });
      return noted.lines;
    }));
  signal.throwIfAborted();
  keepNotes(deps.noted, key, lines);
  const { turn } = last;
  log.info('flush.piece', {
    session: id,
    ...(turn === undefined ? {} : { turn }),
    entries: to + 1 - from,
    lines: lines.length,
  });
  if (lines.length === 0) return await db.write(() => advance(0));
  await memory.apply(
    { kind: 'append', path: memory.pathOf('day', last.at), lines: lines.map(({ bullet }) => bullet) },
    undefined,
    {
      ...why,
      ...again,
      trust: lowestTrust(lines.map(({ trust }) => trust)),
      lines: lines.map((line) => ({ trust: line.trust, entries: line.entries })),
    },
    () => advance(lines.length),
  );
  deps.noted.delete(key);
}

/** A disk that refuses must not cost another run of the model at every try. */
function keepNotes(noted: Noted, key: string, lines: FlushedLine[]): void {
  noted.set(key, lines);
  const [oldest] = noted.keys();
  if (noted.size > MOST_NOTED && oldest !== undefined) noted.delete(oldest);
}

/** Another one as soon as something in the piece was edited, deleted or forgotten. */
function notesKey({ session, entries, from, to }: Piece): string {
  const edits = entries.filter(({ type, forgotten }) => type === 'edit' || forgotten !== undefined).length;
  return JSON.stringify([session.id, entryAt(entries, from).id, entryAt(entries, to).id, to - from, edits]);
}

function entryAt(entries: readonly Entry[], at: number): Entry {
  const entry = entries[at];
  if (!entry) throw new RangeError(`there is no entry ${at}`);
  return entry;
}
