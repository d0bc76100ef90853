// Dreams from their rows to their end: planned, held or written, taken back, explained. One at a time per scope, over all
// processes. Every step is stored before the next begins, so that a killed dream is finished, and nothing is written twice.

import {
  type ApplyPolicy,
  type Clock,
  type Dream,
  type DreamExplanation,
  type DreamPlan,
  type Log,
  MemoryError,
  type MemoryView,
  type Scope,
} from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { localDay } from '../../text/local-time.js';
import type { FileLocks } from '../file-locks.js';
import type { Memory } from '../memory.js';
import { scopeId } from '../visibility.js';
import { consideredClaims, declinePromoted, markClaim } from './claims/claim-book.js';
import type { RecallSignals } from './claims/recalls.js';
import {
  agreeDream,
  type DreamRow,
  dreamById,
  dreamsOf,
  dropPlan,
  endDream,
  holdDream,
  keepPlan,
  undoDream,
  undoneBy,
} from './dream-rows.js';
import type { Mind, PlanParts } from './plan.js';
import type { GatherParts } from './read/gather.js';

export interface DreamerParts extends GatherParts {
  db: Db;
  memory: Pick<Memory, 'view' | 'templateLines' | 'folders'>;
  locks: FileLocks;
  recalls: Pick<RecallSignals, 'all'>;
  clock: Clock;
  log: Log;
  timezone: string;
  policy(scope: Scope): { enabled: boolean; apply: ApplyPolicy };
  lookBackDays: number;
  /** The most that a prompt shows of a long-term file, in UTF-16 units. */
  limit: number;
  /** It waits for a yes now. Inside the transaction that says so; what it returns is done behind it. */
  held?(dream: Dream): (() => void) | undefined;
}

/** What a run may ask: rules where there is nobody. */
export interface Thinking {
  mind: Mind | undefined;
  /** Of the runs of the mind so far. */
  tokens(): number;
  signal: AbortSignal;
}

export interface Dreamer {
  /** What the night would change; writes nothing. */
  preview(scope: Scope, night: string, thinking: Pick<Thinking, 'mind' | 'signal'>): Promise<DreamPlan>;
  /**
   * Carries a queued dream to its end or to where it waits; one that has ended is left as it is. Rejects as the mind does, with
   * a MemoryError where the disk refuses, or with 'busy' while another process dreams for the scope.
   */
  run(id: number, thinking: Thinking): Promise<Dream>;
  /** Somebody said yes to what is held: it is queued. MemoryError 'not-found' where nothing is held under that id. */
  agree(id: number): Promise<Dream>;
  /**
   * Writes what was agreed to, and asks nobody: ok, or queued without a plan where a file was changed since. Rejects with a
   * MemoryError.
   */
  write(id: number): Promise<Dream>;
  /** As in DreamDesk. */
  skip(id: number): Promise<Dream>;
  /** As in DreamDesk. */
  undo(scope: Scope, call?: string): Promise<Dream>;
  /** As in DreamDesk. */
  explain(scope: Scope, text: string): Promise<DreamExplanation[]>;
}

/** Tables of words and all that judges: loaded by whoever dreams, since every process may and few do. */
const planning = () => import('./plan.js');
const writing = () => import('./write.js');

/** How often everything is looked at anew because a file was changed meanwhile. */
const MOST_PLANS = 3;
/** Before the buttons of a question are too old. */
const ASK_AGAIN_MS = 6 * 24 * 3_600_000;
/** How long another dream of the same scope is waited for. */
const WAIT_MS = 5_000;

export function openDreamer(parts: DreamerParts): Dreamer {
  const { db, memory, locks, clock, log, timezone } = parts;

  function planParts(scope: Scope): PlanParts {
    return {
      ...parts,
      apply: parts.policy(scope).apply,
      considered: consideredClaims(db, scope),
      recalls: (since) => parts.recalls.all(scope, since),
      templateLines: (path) => memory.templateLines(path),
    };
  }

  async function alone<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    return await locks.hold(`dream of ${scopeId(memory.folders.canonical(scope))}`, work, WAIT_MS);
  }

  async function run(id: number, thinking: Thinking): Promise<Dream> {
    const asked = mustBe(dreamById(db, id));
    if (asked.state !== 'queued') {
      // Killed between the two: a repeat writes no second entry.
      if (asked.state === 'ok') await noteDown(asked);
      return asked;
    }
    return await alone(asked.scope, async () => {
      for (let plans = 1; ; plans++) {
        const row = mustBe(dreamById(db, id));
        if (row.state !== 'queued') return row;
        const planned = row.plan === undefined ? await decide(row, thinking) : row;
        if (planned.state !== 'queued') return planned;
        try {
          return await carryOut(planned);
        } catch (error) {
          if (!(error instanceof MemoryError) || error.kind !== 'conflict') throw error;
          if (plans === MOST_PLANS) return await fail(planned, 'The file kept changing while I was at it.');
          log.info('dream.again', { dream: id });
          await db.write(() => dropPlan(db, id));
        }
      }
    });
  }

  /** Plans it; stores the plan, or that there is nothing to do, or that it waits. */
  async function decide(row: DreamRow, { mind, signal, tokens }: Thinking): Promise<DreamRow> {
    const { id, scope, night } = row;
    const before = tokens();
    const view = memory.view(scope);
    const { planDream, whyPlanWaits } = await planning();
    const plan = await planDream(planParts(scope), view, { night, mind, signal });
    const why = whyPlanWaits(plan, scope, parts.policy(scope).apply);
    const [waiting] = dreamsOf(db, scope, 1, ['held']);
    const isAsked = waiting !== undefined && isStillTheSame(waiting, plan, clock.now());
    let behind: (() => void) | undefined;
    await db.write(() => {
      keepPlan(db, id, plan, tokens() - before);
      const now = clock.now();
      if (plan.files.length === 0) {
        endDream(db, row, 'nothing', { from: 'queued', now, ...reasonOf(plan) });
        mark(scope, id, plan);
      } else if (why !== undefined && isAsked) {
        endDream(db, row, 'nothing', { from: 'queued', now, reason: 'What waits for a yes is still the same.' });
      } else if (why !== undefined) {
        holdDream(db, row, why, now);
        behind = parts.held?.(mustBe(dreamById(db, id)));
      }
    });
    behind?.();
    return mustBe(dreamById(db, id));
  }

  async function carryOut(row: DreamRow): Promise<Dream> {
    const { id, scope, plan } = row;
    if (plan === undefined) throw new MemoryError('not-found', 'that dream has no plan any more');
    const view = memory.view(scope);
    const { writePlan } = await writing();
    await writePlan(view, { ...row, plan }, () => {
      if (!endDream(db, row, 'ok', { from: 'queued', now: clock.now() })) return;
      mark(scope, id, plan);
    });
    await noteDown(row);
    return mustBe(dreamById(db, id));
  }

  async function noteDown(row: DreamRow): Promise<void> {
    const { plan } = row;
    if (plan === undefined || plan.files.length === 0) return;
    const { writeDiary } = await writing();
    await inDiary(row, () => writeDiary(memory.view(row.scope), { ...row, plan }));
  }

  /** The memory itself is written by then. */
  async function inDiary({ id }: DreamRow, work: () => Promise<void>): Promise<void> {
    await work().catch((error: unknown) => log.warn('dream.no-diary', { dream: id, error }));
  }

  function mark(scope: Scope, dream: number, { promoted, passed }: DreamPlan): void {
    for (const one of promoted) markClaim(db, scope, one.key, dream, { ...one, outcome: 'promoted' });
    for (const one of passed) markClaim(db, scope, one.key, dream, { ...one, outcome: 'passed' });
  }

  async function fail(row: DreamRow, reason: string): Promise<Dream> {
    await db.write(() => endDream(db, row, 'failed', { from: 'queued', reason, now: clock.now() }));
    return mustBe(dreamById(db, row.id));
  }

  return {
    async preview(scope, night, thinking) {
      const { planDream } = await planning();
      return await planDream(planParts(scope), memory.view(scope), { night, ...thinking });
    },
    run,
    async agree(id) {
      await db.write(() => {
        if (!agreeDream(db, id)) throw gone();
      });
      return mustBe(dreamById(db, id));
    },
    async write(id) {
      const asked = mustBe(dreamById(db, id));
      return await alone(asked.scope, async () => {
        const row = mustBe(dreamById(db, id));
        if (row.state !== 'queued' || row.plan === undefined) return row;
        try {
          return await carryOut(row);
        } catch (error) {
          if (!(error instanceof MemoryError) || error.kind !== 'conflict') throw error;
          await db.write(() => dropPlan(db, id));
          return mustBe(dreamById(db, id));
        }
      });
    },
    async skip(id) {
      const row = dreamById(db, id);
      if (row?.state !== 'held') throw gone();
      await db.write(() => {
        if (!endDream(db, row, 'skipped', { from: 'held', now: clock.now() })) throw gone();
        for (const one of row.plan?.promoted ?? [])
          markClaim(db, row.scope, one.key, id, { ...one, outcome: 'declined' });
        for (const one of row.plan?.passed ?? []) markClaim(db, row.scope, one.key, id, { ...one, outcome: 'passed' });
      });
      return mustBe(dreamById(db, id));
    },
    undo: (scope, call) =>
      alone(scope, async () => {
        const before = call === undefined ? undefined : undoneBy(db, scope, call);
        if (before) return before;
        const [row] = dreamsOf(db, scope, 1, ['ok']);
        const plan = row?.plan;
        if (!row || !plan || plan.files.length === 0) {
          throw new MemoryError('not-found', 'there is no dream to take back');
        }
        const view: MemoryView = memory.view(scope);
        const { undoPlan, writeUndone } = await writing();
        await undoPlan(view, { ...row, plan }, () => {
          if (undoDream(db, row, { call, now: clock.now() })) declinePromoted(db, scope, row.id);
        });
        await inDiary(row, () => writeUndone(view, { ...row, plan }));
        return mustBe(dreamById(db, row.id));
      }),
    async explain(scope, text) {
      const night = localDay(clock.now(), timezone);
      const plans = planParts(scope);
      const { survey } = await planning();
      const { explain } = await import('./explain.js');
      const seen = await survey(plans, memory.view(scope), night);
      return explain(text, seen, { considered: plans.considered, dreams: dreamsOf(db, scope, 50, ['ok', 'held']) });
    },
  };
}

/** Whoever was asked lately is not asked the same again; after some days they may have forgotten. */
function isStillTheSame({ plan, endedAt = 0 }: DreamRow, { files }: DreamPlan, now: number): boolean {
  return now - endedAt < ASK_AGAIN_MS && JSON.stringify(plan?.files) === JSON.stringify(files);
}

function reasonOf({ refused }: DreamPlan): { reason?: string } {
  return refused.length === 0 ? {} : { reason: `${refused.length} proposals were not taken.` };
}

function mustBe(row: DreamRow | undefined): DreamRow {
  if (row) return row;
  throw new MemoryError('not-found', 'there is no such dream');
}

function gone(): MemoryError {
  return new MemoryError('not-found', 'nothing waits for a yes any more');
}
