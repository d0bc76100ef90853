// What became of a run, read from the home and from what the platform was told: who answered, how long it took, how soon what a
// dead process held was answered by another, and whether every note stands once.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDb } from '../../../src/db/database.js';
import { newReading, readLines } from '../../../src/sessions/parse.js';
import { endOf } from '../tasks.js';
import type { Call } from '../telegram/http.js';
import type { Death, Kind } from './household.js';
import { isNoted, noteOf } from './thinker.js';

/** A time in which something was away, epoch ms. */
export interface Outage {
  from: number;
  to: number;
}

interface TaskRow {
  row: number;
  task: number;
  lead: number;
  endedAt: number;
}

export function taskRows(home: string): TaskRow[] {
  const db = openDb(join(home, 'state.sqlite'), { readonly: true });
  try {
    return db
      .sql<{ row: number; lead: number | null; text: string; ended_at: number | null }>(
        `SELECT row, lead, event ->> '$.text' AS text, ended_at FROM inbox WHERE event ->> '$.type' = 'message'`,
      )
      .all()
      .map(({ row, lead, text, ended_at }) => ({
        row,
        task: Number(/task (\d{4})/.exec(text)?.[1]),
        lead: lead ?? row,
        endedAt: ended_at ?? Number.NaN,
      }));
  } finally {
    db.close();
  }
}

/** By task, when its answer was there to the end (epoch ms): the first call that said so. */
export function answerTimes(calls: readonly Call[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const { params, at, answer } of calls) {
    if (typeof params.text !== 'string' || !answer?.ok) continue;
    for (const [, number] of params.text.matchAll(/A(\d{4})\/\d\d/g)) {
      const task = Number(number);
      if (!times.has(task) && params.text.includes(endOf(task))) times.set(task, at);
    }
  }
  return times;
}

/** For all that was under way when somebody died, how long its answer took from the last such death, ms; outages aside. */
export function redeliveries(
  rows: readonly TaskRow[],
  answered: ReadonlyMap<number, number>,
  deaths: readonly Death[],
  outages: readonly Outage[],
): { task: number; ms: number }[] {
  const last = new Map<number, number>();
  for (const { at, turns, unsent } of deaths) for (const row of [...turns, ...unsent]) last.set(row, at);
  return [...last].flatMap(([held, diedAt]) => {
    const lead = rows.find(({ row }) => row === held);
    if (!lead) return [];
    const shown = rows.filter((one) => one.lead === held).map(({ task }) => answered.get(task) ?? Number.NaN);
    const there = Math.max(lead.endedAt, ...shown);
    const away = outages.map(({ from, to }) => Math.max(0, Math.min(to, there) - Math.max(from, diedAt)));
    return [{ task: lead.task, ms: there - diedAt - away.reduce((sum, one) => sum + one, 0) }];
  });
}

/** How many turns each process ended, by its id. */
export function turnsByProcess(home: string): Map<string, number> {
  const counts = new Map<string, number>();
  const folder = join(home, 'sessions');
  for (const name of readdirSync(folder)) {
    const reading = newReading();
    readLines(reading, readFileSync(join(folder, name), 'utf8'));
    let holder = '';
    for (const entry of reading.entries) {
      if (entry.type === 'holder') holder = entry.process;
      if (entry.type === 'assistant' && entry.final) counts.set(holder, (counts.get(holder) ?? 0) + 1);
    }
  }
  return counts;
}

/** Turns that processes of a kind ended, one number a process, the most first. */
export function shares(counts: ReadonlyMap<string, number>, kinds: ReadonlyMap<string, Kind>, kind: Kind): number[] {
  return [...counts].flatMap(([id, count]) => (kinds.get(id) === kind ? [count] : [])).sort((a, b) => b - a);
}

export function noteFaults(home: string, tasks: readonly number[]): string[] {
  const workspace = join(home, 'workspace');
  const lines = readdirSync(workspace, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => readFileSync(join(workspace, path), 'utf8').split('\n'));
  return tasks.filter(isNoted).flatMap((task) => {
    // In a group it stands there who said so.
    const times = lines.filter((line) => line.endsWith(noteOf(task))).length;
    return times === 1 ? [] : [`the note of task ${task} stands ${times} times`];
  });
}

/** The value below which so many of a hundred lie; NaN of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}
