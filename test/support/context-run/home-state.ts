// What a home holds after a run, read from its files and tables as any other program could. Reads only.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Entry, Manifest } from '../../../src/contracts/index.js';
import { openDb } from '../../../src/db/database.js';
import { newReading, readLines } from '../../../src/sessions/parse.js';

export interface FlushRange {
  row: number;
  session: string;
  first: string;
  last: string;
  cause: string;
  state: string;
  added_at: number;
  lines: number;
}

export interface Written {
  row: number;
  session: string | null;
  call: string | null;
  by: string;
  path: string;
  patch: string;
  trust: string;
  sources: string | null;
  state: string;
  at: number;
}

export interface SessionState {
  id: string;
  closed_at: number | null;
  flushed_through: string | null;
  compactions: number;
}

export interface HomeState {
  sessions: SessionState[];
  transcripts: Map<string, { entries: Entry[]; damaged: number }>;
  flushes: FlushRange[];
  ledger: Written[];
  manifests: Manifest[];
  inbox: { event: string; state: string }[];
  /** Lines of daily logs, snapshots not among them, in the order of the files. */
  logLines: string[];
  /** Of snapshots of ended sessions. */
  snapshots: string[];
}

const DAY = /^\d{4}-\d\d-\d\d\.md$/;

export function readHome(home: string): HomeState {
  const db = openDb(join(home, 'state.sqlite'));
  try {
    const { logLines, snapshots } = readLogs(join(home, 'workspace'));
    return {
      sessions: db
        .sql<SessionState>('SELECT id, closed_at, flushed_through, compactions FROM sessions ORDER BY opened_at, id')
        .all(),
      transcripts: readTranscripts(join(home, 'sessions')),
      flushes: db.sql<FlushRange>('SELECT * FROM flushes ORDER BY row').all(),
      ledger: db.sql<Written>('SELECT * FROM ledger ORDER BY row').all(),
      manifests: db
        .sql<{ manifest: string }>('SELECT manifest FROM manifests ORDER BY row')
        .all()
        .map(({ manifest }) => JSON.parse(manifest) as Manifest),
      inbox: db.sql<{ event: string; state: string }>('SELECT event, state FROM inbox ORDER BY row').all(),
      logLines,
      snapshots,
    };
  } finally {
    db.close();
  }
}

const MESSAGES = "SELECT count(*) AS n FROM inbox WHERE state = 'accepted'";
const FLUSHES = "SELECT count(*) AS n FROM flushes WHERE state = 'queued'";
const SNAPSHOTS = "SELECT count(*) AS n FROM snapshots WHERE state = 'queued'";

/** Whether nothing is owed any more: every message has ended, every flush and snapshot is done. */
export function isQuiet(home: string): boolean {
  return owed(home, [MESSAGES, FLUSHES, SNAPSHOTS]) === 0;
}

/** How many ranges wait to be written down. */
export function flushesOwed(home: string): number {
  return owed(home, [FLUSHES]);
}

function owed(home: string, counts: readonly string[]): number {
  const db = openDb(join(home, 'state.sqlite'));
  try {
    return counts.reduce((sum, query) => sum + (db.sql<{ n: number }>(query).get()?.n ?? 0), 0);
  } finally {
    db.close();
  }
}

function readTranscripts(folder: string): HomeState['transcripts'] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.jsonl')) : [];
  return new Map(
    names.map((name) => {
      const reading = newReading();
      readLines(reading, readFileSync(join(folder, name), 'utf8'));
      return [name.replace(/\.jsonl$/, ''), { entries: reading.entries, damaged: reading.damaged }];
    }),
  );
}

/** Of every scope. */
function readLogs(workspace: string): { logLines: string[]; snapshots: string[] } {
  const paths = readdirSync(workspace, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)memory\/[^/]+\.md$/.test(path))
    .sort();
  const isDay = (path: string) => DAY.test(basename(path));
  const logLines = paths
    .filter(isDay)
    .flatMap((path) => readFileSync(join(workspace, path), 'utf8').split('\n'))
    .filter((line) => line.startsWith('- '));
  return { logLines, snapshots: paths.filter((path) => !isDay(path)) };
}
