// Holds the runs of a home against the slots that its schedules had: each claimed once, none lost, none invented.

import type { Schedule } from '../../../src/contracts/index.js';
import type { Db } from '../../../src/db/database.js';
import { GRACE_MS, listSchedules } from '../../../src/jobs/scheduler/rows.js';
import { oracle } from './specs.js';

interface RunRow {
  slot: number;
  state: 'claimed' | 'ended';
  claimed_at: number;
  outcome: string | null;
}

/** What is wrong, a line for each; `until`: the last time that somebody looked, when no run was open. */
export function audit(db: Db, until: number): { slots: number; runs: number; faults: string[] } {
  const faults: string[] = [];
  let [slots, runs] = [0, 0];
  for (const schedule of listSchedules(db)) {
    const rows = db
      .sql<RunRow>('SELECT slot, state, claimed_at, outcome FROM runs WHERE schedule = ? ORDER BY slot')
      .all([schedule.id]);
    const expected = oracle(schedule.spec, schedule.zone, schedule.createdAt, until);
    slots += expected.length;
    runs += rows.length;
    const fault = (says: string) =>
      faults.push(`${schedule.id} ${JSON.stringify(schedule.spec)} ${schedule.zone} ${schedule.missed}: ${says}`);
    for (const says of against(schedule, rows, expected, until)) fault(says);
  }
  return { slots, runs, faults };
}

function against(schedule: Schedule, rows: RunRow[], expected: number[], until: number): string[] {
  const faults: string[] = [];
  const known = new Set(expected);
  const iso = (at: number | undefined) => (at === undefined ? 'never' : new Date(at).toISOString());
  for (const { slot, state } of rows) {
    if (!known.has(slot)) faults.push(`ran at ${iso(slot)}, which is no slot`);
    if (state === 'claimed') faults.push(`${iso(slot)} was left open`);
  }
  let from = 0;
  for (const { slot, claimed_at: claimedAt, outcome } of rows) {
    const at = expected.indexOf(slot);
    const byThen = expected.filter((one) => one <= claimedAt);
    if (slot > claimedAt) faults.push(`${iso(slot)} was claimed before it came, at ${iso(claimedAt)}`);
    if (at > from && schedule.missed === 'skip' && outcome !== 'skipped') faults.push(`${iso(expected[from])} is lost`);
    if (schedule.missed === 'run-once' && byThen.at(-1) !== slot)
      faults.push(`${iso(slot)} ran instead of a later one`);
    if (outcome === 'skipped' && claimedAt - slot <= GRACE_MS) faults.push(`${iso(slot)} was skipped though in time`);
    from = at + 1;
  }
  if (from < expected.length) faults.push(`${iso(expected[from])} is lost`);
  const [next] = oracle(schedule.spec, schedule.zone, until, Number.MAX_SAFE_INTEGER, 1);
  if (schedule.state !== (next === undefined ? 'done' : 'active')) faults.push(`is ${schedule.state}`);
  if (schedule.nextAt !== next) faults.push(`comes next at ${iso(schedule.nextAt)} instead of ${iso(next)}`);
  return faults;
}
