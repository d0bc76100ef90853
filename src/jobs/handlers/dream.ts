// The jobs of a night: one begins the dream of every scope, once a night whatever restarts; one carries a dream on, with a model
// where there is one and its budget is not spent, else by rules.

import {
  type ChatModel,
  type Clock,
  type Dream,
  type Job,
  type JobHandler,
  ModelError,
  NightjarError,
  type ScheduledRun,
  type Scope,
} from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { friendlyFailure } from '../../gateway/friendly.js';
import type { WakeUps } from '../../gateway/wake-ups.js';
import { addDream, dreamById, endDream } from '../../memory/dream/dream-rows.js';
import type { Dreamer } from '../../memory/dream/dreamer.js';
import type { Mind } from '../../memory/dream/plan.js';
import { mustRemember, type PrivacySettings } from '../../memory/privacy.js';
import { charged } from '../../models/charge.js';
import { metered, onBudget, type Spending } from '../../models/metered.js';
import { localDay } from '../../text/local-time.js';
import { sentences } from '../../text/sentence.js';
import { endRun, isOpenRun } from '../scheduler/claims.js';

export interface DreamJobDeps extends Spending {
  db: Db;
  clock: Clock;
  timezone: string;
  wakeUps: Pick<WakeUps, 'dream'>;
  dreaming: {
    dreamer: Dreamer;
    privacy: Pick<PrivacySettings, 'remembers'>;
    /** Those that dream, main first. */
    scopes(): Scope[];
    /** Undefined where there is none that could propose. */
    model(): ChatModel | undefined;
    mind(model: ChatModel): Promise<Mind>;
  };
}

/** Nobody waits for it, and its logs are there tomorrow. */
const PATIENCE_MS = 2 * 3_600_000;

export function nightHandler({ db, clock, timezone, wakeUps, dreaming }: DreamJobDeps): JobHandler {
  return {
    retry: { baseMs: 5_000, capMs: 5 * 60_000, withinMs: PATIENCE_MS },
    background: true,
    async run({ data }) {
      const run: ScheduledRun = { schedule: String(data.schedule), slot: Number(data.slot) };
      const night = localDay(run.slot, timezone);
      const begun: Pick<Dream, 'id' | 'scope'>[] = [];
      await db.write(() => {
        if (!isOpenRun(db, run)) return;
        const now = clock.now();
        for (const scope of dreaming.scopes()) {
          const id = addDream(db, scope, night, 'night', now);
          if (id !== undefined) begun.push({ id, scope });
        }
        endRun(db, run, { outcome: 'silent' }, now);
      });
      for (const one of begun) await wakeUps.dream(one);
    },
    dead(job, error) {
      const run: ScheduledRun = { schedule: String(job.data.schedule), slot: Number(job.data.slot) };
      endRun(db, run, { outcome: 'failed', reason: whyFailed(error, MAIN) }, clock.now());
    },
  };
}

export function dreamHandler(deps: DreamJobDeps): JobHandler {
  const { db, clock, log } = deps;
  return {
    retry: { baseMs: 30_000, capMs: 15 * 60_000, withinMs: PATIENCE_MS },
    background: true,
    atOnce: 1,
    async run(job, { signal }) {
      const { scope } = dreamById(db, idOf(job)) ?? {};
      if (scope === undefined) return;
      try {
        const ended = await runDream(deps, idOf(job), signal);
        log.info('dream.ended', { dream: ended.id, state: ended.state, lines: ended.plan?.lines.length ?? 0 });
      } catch (error) {
        if (signal.aborted || (error instanceof NightjarError && error.retryable)) throw error;
        log.warn('dream.failed', { dream: idOf(job), error });
        await db.write(() => fail(job, error));
      }
    },
    dead: fail,
  };

  function fail(job: Job, error: unknown): void {
    const row = dreamById(db, idOf(job));
    if (!row) return;
    endDream(db, row, 'failed', { from: 'queued', reason: whyFailed(error, row.scope), now: clock.now() });
  }
}

/**
 * One dream to where it ends or waits, on the day's budget. Rejects as Dreamer.run does, and with a MemoryError 'invalid' where
 * nothing is to be remembered.
 */
export async function runDream(deps: Omit<DreamJobDeps, 'wakeUps'>, id: number, signal: AbortSignal): Promise<Dream> {
  const { dreaming, db } = deps;
  const scope = dreamById(db, id)?.scope;
  if (scope) mustRemember(dreaming.privacy, scope);
  let tokens = 0;
  const work = async (model: ChatModel | undefined) => {
    await model?.ready?.(signal);
    const counted =
      model &&
      metered(model, (used) => {
        tokens += used.input + used.output;
      });
    const mind = counted && (await dreaming.mind(counted));
    return await dreaming.dreamer.run(id, { mind, tokens: () => tokens, signal });
  };
  return await charged({ kind: 'dreaming', ...(scope ? { scope } : {}) }, () =>
    onBudget(deps, 'dreaming', dreaming.model(), work),
  );
}

/** What those are told who may look at the dreams of that memory: how to repair it is for the owner, in private. */
export function whyFailed(error: unknown, scope: Scope): string {
  // Nobody's conversation, and no message that was not answered.
  if (error instanceof ModelError && error.kind === 'overflow') {
    return sentences('It is more than the model can take in at once', scope.kind === 'main' ? error.remedy : undefined);
  }
  return friendlyFailure(error, OWNER, scope);
}

const MAIN: Scope = { kind: 'main' };

const OWNER = { account: 'console:owner', name: 'owner', role: 'owner' } as const;

function idOf({ data }: Job): number {
  return Number(data.dream);
}
