// What doctor looks at in sessions: damaged transcripts, and history that was cut off or ended without being written down. A
// repair asks for what is missing to be written down; no transcript is changed.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Clock, Entry, Finding } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { isFleeting } from './fleeting.js';
import { coveredTo, cutOff, lateFlushes, queueFlush, says } from './flushes.js';
import { newReading, readLines } from './parse.js';
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

function damaged({ dir, db }: SessionCheckParts): Finding[] {
  const check = 'sessions.damaged';
  const findings: Finding[] = [];
  const torn = allSessions(db).flatMap(({ id }) => {
    const lines = damagedLines(join(dir, `${id}.jsonl`));
    return lines > 0 ? [`${id} (${lines})`] : [];
  });
  if (torn.length > 0) {
    const says = `Lines of transcripts cannot be read, and are read over: ${named(torn)}.`;
    const remedy = `The rest of those conversations is whole. Look at the lines in ${dir}, or take the file from a backup.`;
    findings.push({ check, level: 'warning', says, remedy });
  }
  const copies = existsSync(dir) ? readdirSync(dir).filter((name) => name.includes('.damaged-')) : [];
  if (copies.length > 0) {
    const says = `Transcripts were found damaged, and copies were kept: ${named(copies)}.`;
    const remedy = `Look at them in ${dir}; delete the copies when you are done.`;
    findings.push({ check, level: 'warning', says, remedy });
  }
  return findings.length > 0 ? findings : [{ check, level: 'ok', says: 'No transcript was found damaged.' }];
}

/** A last line without its end may still be under way. */
function damagedLines(path: string): number {
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, 'utf8');
  const reading = newReading();
  readLines(reading, text.slice(0, text.lastIndexOf('\n') + 1));
  return reading.damaged;
}

function cuts({ dir, db, clock, transcripts }: SessionCheckParts): Finding[] {
  const check = 'sessions.cuts';
  let count = 0;
  const where: string[] = [];
  /** Each asks for the rest of a session to be written down. */
  const queue: (() => void)[] = [];
  for (const { id, endedBy } of allSessions(db)) {
    // Nothing of these is to be written down: an empty flush is a done one.
    if (isFleeting(db, id)) continue;
    const entries = transcripts.read(id);
    const from = coveredTo(db, id, entries) + 1;
    const left = new Set(entries.slice(from).filter(says));
    const lost = left.size === 0 ? 0 : cutsInto(entries, left) + (endedBy === undefined ? 0 : 1);
    if (lost > 0) {
      where.push(id);
      const through = lastCut(entries, left, endedBy !== undefined);
      queue.push(() => queueFlush(db, { session: id, entries, ...through, cause: 'cut' }, clock.now()));
    }
    count += lost;
  }
  if (count === 0) return [{ check, level: 'ok', says: 'Cuts without flush: 0.' }];
  const remedy = `Nothing is lost: the whole conversations are in ${dir}. But it is a mistake of mine; please report it.`;
  async function run(): Promise<string> {
    await db.write(() => {
      for (const add of queue) add();
    });
    return `What was cut off is going to be written down: ${named(where)}.`;
  }
  return [
    { check, level: 'error', says: `Cuts without flush: ${count}, in ${named(where)}.`, remedy, repair: { run } },
  ];
}

/** Up to which entry there is something to write down: all of a session that has ended, else what its last cut took away. Pure. */
function lastCut(entries: readonly Entry[], left: ReadonlySet<Entry>, ended: boolean): { through?: string } {
  if (ended) return {};
  const gone = entries.flatMap((entry, at) =>
    entry.type === 'compaction' ? cutOff(entries.slice(0, at), entry.firstKept).filter((one) => left.has(one)) : [],
  );
  const last = entries.findLast((one) => gone.includes(one));
  return last ? { through: last.id } : {};
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
