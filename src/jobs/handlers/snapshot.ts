// The job that keeps the tail of a conversation that ended, as a file of its own in the session's scope, or takes the whole away
// where nothing is to stay of it. Safe to run again
// after a kill at any point: there is one file for each session, whatever name a repeat would choose.

import type { Snapshot } from '../../agent/snapshot.js';
import {
  type ChatModel,
  type Clock,
  type JobHandler,
  MemoryError,
  type MemoryView,
  type Provenance,
} from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { removeSession } from '../../gateway/session-removal.js';
import type { Memory } from '../../memory/memory.js';
import { onBudget, type Spending } from '../../models/metered.js';
import { isFleeting } from '../../sessions/fleeting.js';
import { type SessionRow, sessionById } from '../../sessions/rows.js';
import { endSnapshot, isSnapshotOpen } from '../../sessions/snapshots.js';
import type { Transcripts } from '../../sessions/transcript.js';
import { localClock } from '../../text/local-time.js';
import { tryAgain } from './again.js';
import { finishEarlier } from './once.js';

export interface SnapshotJobDeps extends Spending {
  db: Db;
  clock: Clock;
  memory: Memory;
  transcripts: Pick<Transcripts, 'read' | 'remove'>;
  /** The home, whose received files go with a conversation of which nothing stays. */
  home: string;
  timezone: string;
  /** How many messages are kept; 0 for no snapshots at all. */
  snapshotMessages: number;
  /** The model that names it; undefined where there is none that could. */
  modelOf(session: SessionRow): ChatModel | undefined;
}

/** By session, what models called those that the disk has not taken yet: it must not cost a question at every try. */
type Names = Map<string, string | undefined>;

const ABSENT = 'absent';
/** So many conversations of one day may have the same name. */
const MOST_ALIKE = 100;

export function snapshotHandler(deps: SnapshotJobDeps): JobHandler {
  const { db, clock } = deps;
  const names: Names = new Map();
  return {
    retry: { baseMs: 5_000, capMs: 30 * 60_000 },
    background: true,
    atOnce: 2,
    async run(job, { signal }) {
      const id = String(job.data.session);
      if (!isSnapshotOpen(db, id)) return;
      try {
        const session = sessionById(db, id);
        if (session && isFleeting(db, id)) return await removeSession(deps, session, true);
        const path = session && (await keep(deps, names, session, signal));
        names.delete(id);
        if (path === undefined) await db.write(() => endSnapshot(db, id, undefined, clock.now()));
      } catch (error) {
        throw signal.aborted ? error : tryAgain(error);
      }
    },
  };
}

/** The path of the file, whose row is ended by then; undefined where there is nothing to keep. */
async function keep(
  deps: SnapshotJobDeps,
  names: Names,
  session: SessionRow,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db, clock, log, timezone } = deps;
  const { id, scope } = session;
  if (!deps.memory.privacy.remembers(scope)) return undefined;
  const view = deps.memory.view(scope);
  const end = (path: string) => endSnapshot(db, id, path, clock.now());
  const call: Provenance = {
    who: 'system',
    by: 'system',
    session: id,
    call: 'snapshot',
    reason: 'the end of a conversation',
    trust: 'model',
  };
  const earlier = await finishEarlier(view, call, end);
  if (earlier !== undefined) return earlier;
  if (view.earlier(call)) {
    log.warn('snapshot.given-up', { session: id });
    return undefined;
  }
  const [{ snapshotOf }, { nameSnapshot }] = await Promise.all([
    import('../../agent/snapshot.js'),
    import('../../agent/snapshot-name.js'),
  ]);
  const shot = snapshotOf(deps.transcripts.read(id), { scope, messages: deps.snapshotMessages, timezone });
  if (!shot) return undefined;
  const ask = (model: ChatModel | undefined) => model && nameSnapshot(model, shot.text, { clock, signal });
  const slug = names.has(id)
    ? names.get(id)
    : await onBudget(deps, 'snapshot', deps.modelOf(session), async (model) => await ask(model));
  signal.throwIfAborted();
  names.set(id, slug);
  const why = { ...call, entry: shot.last, trust: shot.trust };
  const time = localClock(shot.at, timezone).replace(':', '');
  const named = slug === undefined ? undefined : await write(view, slug, shot, why, end);
  return named ?? (await write(view, time, shot, why, end));
}

/** A name that is taken gets a number. Undefined where no file can have that name. */
async function write(
  view: MemoryView,
  slug: string,
  { text, at }: Snapshot,
  why: Provenance,
  end: (path: string) => void,
): Promise<string | undefined> {
  const log = view.pathOf('day', at);
  for (let alike = 1; alike <= MOST_ALIKE; alike++) {
    const path = log.replace(/\.md$/, `-${slug}${alike === 1 ? '' : `-${alike}`}.md`);
    try {
      return (await view.apply({ kind: 'replace', path, text }, ABSENT, why, () => end(path))).path;
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      if (error.kind === 'not-found') return undefined;
      if (error.kind !== 'conflict') throw error;
    }
  }
  return undefined;
}
