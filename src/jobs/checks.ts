// What doctor can say about the queue: dead letters, jobs stuck with a dead process, jobs that nobody takes. A repair does
// what every start does.

import type { Check, Clock, Finding } from '../contracts/index.js';
import type { Db } from '../db/database.js';

const SHOWN = 5;
/** A due job that waits longer than this is taken by nobody. */
const LATE_MS = 10 * 60_000;

export interface JobCheckParts {
  db: Db;
  clock: Clock;
  /** Whether a process holds its lock; see isProcessAlive. */
  isAlive: (process: string) => boolean;
  /** Gives back what the dead held (see reap); without it doctor only looks. */
  returnLost?: () => Promise<void>;
}

export function jobChecks(parts: JobCheckParts): Check[] {
  return [
    { name: 'jobs.dead-letters', run: () => deadLetters(parts) },
    { name: 'jobs.orphans', run: () => orphans(parts) },
    { name: 'jobs.oldest', run: () => oldest(parts) },
  ];
}

function deadLetters({ db }: JobCheckParts): Finding[] {
  const check = 'jobs.dead-letters';
  const dead = db
    .sql<{ id: string; name: string; reason: string | null; total: number }>(
      `SELECT id, name, reason, count(*) OVER () AS total FROM jobs WHERE state = 'dead' AND finished_at IS NOT NULL
       ORDER BY finished_at DESC, seq DESC LIMIT ${SHOWN}`,
    )
    .all();
  const total = dead[0]?.total ?? 0;
  if (total === 0) return [{ check, level: 'ok', says: 'No job was given up.' }];
  const findings: Finding[] = dead.map(({ id, name, reason }) => ({
    check,
    level: 'warning',
    says: `Job ${id} (${name}) was given up: ${reason ?? 'no reason was kept'}.`,
    remedy: `Put right what the reason names, then \`nightjar jobs retry ${id}\`.`,
  }));
  if (total > SHOWN) {
    findings.push({
      check,
      level: 'warning',
      says: `${total - SHOWN} more ${total - SHOWN === 1 ? 'job was' : 'jobs were'} given up.`,
      remedy: '`nightjar jobs list` shows them all.',
    });
  }
  return findings;
}

function orphans({ db, isAlive, returnLost }: JobCheckParts): Finding[] {
  const check = 'jobs.orphans';
  const running = db
    .sql<{ holder: string; jobs: number }>(
      "SELECT holder, count(*) AS jobs FROM jobs WHERE state = 'running' AND holder IS NOT NULL GROUP BY holder",
    )
    .all();
  const stuck = running.filter(({ holder }) => !isAlive(holder)).reduce((sum, { jobs }) => sum + jobs, 0);
  if (stuck === 0) return [{ check, level: 'ok', says: 'Every running job has a living process.' }];
  return [
    {
      check,
      level: 'warning',
      says: `${stuck} ${stuck === 1 ? 'job was' : 'jobs were'} running when their process died.`,
      remedy: 'Run `nightjar start`: they begin again by themselves.',
      ...(returnLost ? { repair: { run: () => giveBack(returnLost) } } : {}),
    },
  ];
}

async function giveBack(returnLost: () => Promise<void>): Promise<string> {
  await returnLost();
  return 'They wait for the next process that works.';
}

function oldest({ db, clock }: JobCheckParts): Finding[] {
  const check = 'jobs.oldest';
  const now = clock.now();
  const late = db
    .sql<{ name: string; run_at: number }>(
      `SELECT name, run_at FROM jobs WHERE state = 'waiting' AND run_at <= ? ORDER BY run_at, seq LIMIT 1`,
    )
    .get([now - LATE_MS]);
  if (!late) return [{ check, level: 'ok', says: 'No job waits for long.' }];
  return [
    {
      check,
      level: 'warning',
      says: `A job (${late.name}) has been due for ${Math.floor((now - late.run_at) / 60_000)} minutes and nobody runs it.`,
      remedy: 'Run `nightjar start`, or see in its log what the jobs before it wait for.',
    },
  ];
}
