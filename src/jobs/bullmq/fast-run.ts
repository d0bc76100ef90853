// A run of a job that lives in Redis alone. While all goes well the jobs table never hears of it; a failure moves it
// there, with its reason, and a cancellation finds it there. Must never write a reason anywhere but into state.sqlite.

import type { JobHandler } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { Claim } from '../claim.js';
import { type Ending, type Recorded, recordEnding } from '../job-ends.js';
import type { JobRow } from '../job-rows.js';
import { Run, type RunParts } from '../run.js';
import { type BullJob, toJob } from './queues.js';

/** What becomes of the job in Redis: kept as done, removed since the table has it, waits again, or is somebody else's. */
export type Outcome = 'done' | 'moved' | 'returned' | 'lost';

export class FastRun extends Run {
  readonly #bull: BullJob;
  outcome: Outcome = 'lost';
  #cancelled = false;
  #giveBack: () => Promise<void>;

  constructor(parts: RunParts, holder: string, bull: BullJob, handler: JobHandler, giveBack: () => Promise<void>) {
    const job = toJob(bull);
    super(parts, { row: rowOf(bull, holder), fence: 0 } satisfies Claim, handler, job);
    this.#bull = bull;
    this.#giveBack = giveBack;
  }

  override cancel(): void {
    this.#cancelled = true;
    super.cancel();
  }

  /** Nothing of it is written: the job in Redis waits again. */
  override async giveBack(): Promise<void> {
    if (this.isGone) return;
    this.abandon();
    await this.#giveBack();
    this.parts.log.warn('job.ignored-shutdown', { job: this.job.id, name: this.job.name });
  }

  protected override get needsNoRecord(): boolean {
    if (this.#cancelled) return false;
    this.outcome = 'done';
    return true;
  }

  protected override recordDone(): Promise<Recorded> {
    return this.parts.db.write(() => this.record({ kind: 'done' }));
  }

  protected override record(ending: Ending): Recorded {
    const { db, lanes, clock } = this.parts;
    const isThere = joinTable(db, this.claim.row, this.#bull, ending.kind !== 'returned');
    if (!isThere) {
      // Given back; or another job with its key stands in the table, and does the same.
      this.outcome = ending.kind === 'returned' ? 'returned' : 'moved';
      return ending.kind === 'returned' ? 'returned' : 'cancelled';
    }
    const recorded = recordEnding(db, lanes, this.claim, ending, clock.now());
    this.outcome = 'moved';
    return recorded;
  }
}

/** Makes the row of a running job unless there is one; completes `row` by it. False: there is none, and none may be. */
function joinTable(db: Db, row: JobRow, bull: BullJob, make: boolean): boolean {
  if (make) {
    db.sql(
      `INSERT INTO jobs (id, name, unique_key, data, state, place, run_at, attempt, attempts, added_at, first_run_at,
         holder, claim, losses)
       VALUES (:id, :name, :unique, :data, 'running', 'front', :added_at, 1, :attempts, :added_at, :first_run_at,
         :holder, 1, :losses)
       ON CONFLICT DO NOTHING`,
    ).run({
      id: row.id,
      name: row.name,
      unique: bull.opts.deduplication?.id ?? null,
      data: JSON.stringify(bull.data),
      attempts: row.attempts,
      added_at: row.added_at,
      first_run_at: row.first_run_at,
      holder: row.holder,
      losses: row.losses,
    });
  }
  const found = db
    .sql<{ seq: number; claim: number }>('SELECT seq, claim FROM jobs WHERE id = ? AND holder = ?')
    .get([row.id, row.holder]);
  if (!found) return false;
  row.seq = found.seq;
  row.claim = found.claim;
  return true;
}

function rowOf(bull: BullJob, holder: string): JobRow {
  return {
    seq: 0,
    id: bull.id ?? '',
    name: bull.name,
    lane: null,
    // Written out only where the row is made.
    data: '',
    state: 'running',
    run_at: bull.timestamp,
    attempt: 1,
    // BullMQ knows no job without a number of attempts; one is what it takes for none.
    attempts: (bull.opts.attempts ?? 0) > 0 ? (bull.opts.attempts ?? null) : null,
    added_at: bull.timestamp,
    first_run_at: bull.processedOn ?? 0,
    finished_at: null,
    holder,
    claim: 1,
    lease_until: null,
    losses: bull.stalledCounter,
    cancel: 0,
    reason: null,
  };
}
