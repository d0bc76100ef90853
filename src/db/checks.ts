// What doctor looks at in state.sqlite and in SQLite itself: that they are whole, able and of a sensible size. A repair empties
// the log and nothing else.

import { statSync } from 'node:fs';
import { type Check, type Finding, StateError } from '../contracts/index.js';
import { type Db, openDb } from './database.js';
import { featureCheck } from './native.js';
import { loadVectors } from './vectors.js';

/** A longer log has not been written back for long. Bytes. */
const LONG_LOG = 64_000_000;

export function stateChecks(db: Db): Check[] {
  return [
    { name: 'state.integrity', run: () => integrity(db) },
    { name: 'state.log', run: () => log(db) },
  ];
}

/** Asks for no file. Only where SQLite can be loaded at all. */
export function sqliteChecks(): Check[] {
  return [featureCheck(vectorTrouble)];
}

function vectorTrouble(): string | undefined {
  const db = openDb(':memory:');
  try {
    return loadVectors(db);
  } finally {
    db.close();
  }
}

function integrity(db: Db): Finding[] {
  const check = 'state.integrity';
  const problems = db
    .sql<{ quick_check: string }>('PRAGMA quick_check(5)')
    .all()
    .map((row) => row.quick_check)
    .filter((line) => line !== 'ok');
  if (problems.length === 0) {
    const version = db.sql<{ v: string }>('SELECT sqlite_version() AS v').get()?.v ?? '?';
    return [{ check, level: 'ok', says: `state.sqlite is whole (SQLite ${version}).` }];
  }
  const remedy = 'Stop the bot, keep a copy of the file, and restore a backup; memory and transcripts are not in it.';
  return [{ check, level: 'error', says: `state.sqlite is damaged: ${problems[0]}.`, remedy }];
}

function log(db: Db): Finding[] {
  const check = 'state.log';
  const bytes = statSync(`${db.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes < LONG_LOG) return [{ check, level: 'ok', says: 'The log of state.sqlite is short.' }];
  const says = `The log of state.sqlite is long: ${Math.round(bytes / 1e6)} MB wait to be written back.`;
  const remedy = 'Close programs that hold the file open (a database browser), then run `nightjar doctor --fix`.';
  function run(): string {
    const [done] = db.sql<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)').all();
    if (done?.busy === 0) return 'The log was written back into state.sqlite.';
    throw new StateError('Another program reads state.sqlite just now', { retryable: true, remedy });
  }
  return [{ check, level: 'warning', says, remedy, repair: { run } }];
}

/** The latest time (epoch ms) that anything in state.sqlite was written down with; undefined for a new one. */
export function newestTime(db: Db): number | undefined {
  const times = [
    'SELECT max(accepted_at) AS at FROM inbox',
    'SELECT max(queued_at) FROM outbox',
    'SELECT max(at) FROM ledger',
    'SELECT max(added_at) FROM jobs',
    'SELECT max(opened_at) FROM sessions',
    'SELECT max(at) FROM manifests',
  ];
  const [newest] = db.sql(`SELECT max(at) FROM (${times.join(' UNION ALL ')})`).column<number | null>();
  return newest ?? undefined;
}
