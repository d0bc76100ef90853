// What doctor looks at in sessions: copies of damaged transcripts, and history that was cut off or ended without being written
// down. Reads only.

import { existsSync, readdirSync } from 'node:fs';
import type { Check, Clock, Entry, Finding } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { isFleeting } from './fleeting.js';
import { coveredTo, cutOff, lateFlushes, says } from './flushes.js';
import { allSessions } from './rows.js';
import type { Transcripts } from './transcript.js';

export interface SessionCheckParts {
  /** Of the transcripts. */
  dir: string;
  db: Db;
  clock: Clock;
  transcripts: Pick<Transcripts, 'read'>;
}

const SHOWN = 5;
const LATE_MS = 24 * 3_600_000;

export function sessionChecks(parts: SessionCheckParts): Check[] {
  return [
    { name: 'sessions.damaged', run: () => damaged(parts) },
    { name: 'sessions.cuts', run: () => cuts(parts) },
    { name: 'sessions.flushes', run: () => late(parts) },
  ];
}

function damaged({ dir }: SessionCheckParts): Finding[] {
  const check = 'sessions.damaged';
  const copies = existsSync(dir) ? readdirSync(dir).filter((name) => name.includes('.damaged-')) : [];
  if (copies.length === 0) return [{ check, level: 'ok', says: 'No transcript was found damaged.' }];
  const says = `Transcripts were found damaged, and copies were kept: ${named(copies)}.`;
  return [{ check, level: 'warning', says, remedy: `Look at them in ${dir}; delete the copies when you are done.` }];
}

function cuts({ dir, db, transcripts }: SessionCheckParts): Finding[] {
  const check = 'sessions.cuts';
  let count = 0;
  const where: string[] = [];
  for (const { id, endedBy } of allSessions(db)) {
    // Nothing of these is to be written down: an empty flush is a done one.
    if (isFleeting(db, id)) continue;
    const entries = transcripts.read(id);
    const from = coveredTo(db, id, entries) + 1;
    const left = new Set(entries.slice(from).filter(says));
    const lost = left.size === 0 ? 0 : cutsInto(entries, left) + (endedBy === undefined ? 0 : 1);
    if (lost > 0) where.push(id);
    count += lost;
  }
  if (count === 0) return [{ check, level: 'ok', says: 'Cuts without flush: 0.' }];
  const remedy = `Nothing is lost: the whole conversations are in ${dir}. But it is a mistake of mine; please report it.`;
  return [{ check, level: 'error', says: `Cuts without flush: ${count}, in ${named(where)}.`, remedy }];
}

/** How many compactions took something out of view that is neither flushed nor going to be. Pure. */
function cutsInto(entries: readonly Entry[], left: ReadonlySet<Entry>): number {
  return entries.filter(
    (entry, at) =>
      entry.type === 'compaction' && cutOff(entries.slice(0, at), entry.firstKept).some((one) => left.has(one)),
  ).length;
}

function late({ db, clock }: SessionCheckParts): Finding[] {
  const check = 'sessions.flushes';
  const waiting = lateFlushes(db, clock.now() - LATE_MS);
  if (waiting.length === 0) return [{ check, level: 'ok', says: 'Nothing waits for long to be written down.' }];
  return [
    {
      check,
      level: 'warning',
      says: `Conversations have waited for more than a day to be written down: ${named(waiting)}.`,
      remedy: 'Run `nightjar start`; `nightjar jobs list` says what the jobs named flush fail at.',
    },
  ];
}

function named(all: readonly string[]): string {
  const more = all.length > SHOWN ? ` and ${all.length - SHOWN} more` : '';
  return `${all.slice(0, SHOWN).join(', ')}${more}`;
}
