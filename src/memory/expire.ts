// Takes what became too old out of a scope's memory: its logs and ends of conversations, and the diary of its nights. A row of
// the ledger says that, and no row says any more what stood there. Long-term memory is none of this. Safe to run again after a
// kill at any point.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Provenance, Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { CONFLICTS, isCopyOf } from './conflict-copies.js';
import { writeFailure } from './file-errors.js';
import type { FileLocks } from './file-locks.js';
import { ABSENT, type Files } from './files.js';
import type { Folders } from './folders.js';
import type { MemoryIndex } from './index/memory-index.js';
import { knownFiles } from './known-files.js';
import type { Ledger } from './ledger.js';
import { ledgerRows } from './ledger-rows.js';
import { scopeId } from './visibility.js';

export interface ExpireParts {
  db: Db;
  files: Files;
  folders: Folders;
  locks: FileLocks;
  ledger: Ledger;
  index: Pick<MemoryIndex, 'refresh'>;
  clock: Pick<Clock, 'now'>;
}

const DAY = /(?:^|\/)memory\/(?:[^/]+\/)*(\d{4}-\d{2}-\d{2})[^/]*\.md$/;

/** What is about days before `day` (YYYY-MM-DD). Resolves to the paths that are gone. Rejects with MemoryErrors. */
export async function expireBefore(parts: ExpireParts, given: Scope, day: string): Promise<string[]> {
  const { files, folders, index } = parts;
  const scope = folders.canonical(given);
  const folder = folders.folderOf(scope);
  if (folder === undefined) return [];
  const prefix = folder === '' ? '' : `${folder}/`;
  const isOld = (path: string) => path.startsWith(`${prefix}memory/`) && (DAY.exec(path)?.[1] ?? day) < day;
  const there = (await files.walk(`${prefix}memory`)).map(({ path }) => path).filter(isOld);
  // One whose file is gone by now may still be told of.
  const told = textsLeft(parts.db, scope).filter(isOld);
  for (const path of new Set([...there, ...told])) await expire(parts, scope, path, day);
  await shortenDiary(parts, scope, `${prefix}DREAMS.md`, day);
  if (there.length > 0) await index.refresh(there).catch(() => undefined);
  return there;
}

function why(day: string): Provenance {
  return { who: 'system', by: 'system', reason: `what is older than ${day} is not kept here`, trust: 'model' };
}

async function expire(parts: ExpireParts, scope: Scope, path: string, day: string): Promise<void> {
  const { db, files, locks, clock } = parts;
  await locks.hold(path, async () => {
    const file = await files.read(path);
    if (file) await rm(join(files.root, path)).catch((error: unknown) => Promise.reject(writeFailure(path, error)));
    await files.sweep(path);
    await dropCopies(files.root, path);
    await db.write(() => {
      blank(db, path);
      if (!file) return;
      const gone = { base: file.revision, after: ABSENT, text: '', line: 0, patch: '', inverse: '' };
      ledgerRows(db).insertDone({ scope: scopeId(scope), path, why: why(day), at: clock.now() }, gone);
    });
  });
}

/** Sections of a diary are headed by their nights. */
async function shortenDiary(parts: ExpireParts, scope: Scope, path: string, day: string): Promise<void> {
  const { db, files, ledger } = parts;
  const file = await files.read(path);
  const text = file && withoutNights(file.text, day);
  if (!file?.exact || text === undefined || text === file.text) return;
  await ledger.write({ owner: scope, patch: { kind: 'replace', path, text }, base: file.revision, why: why(day) });
  await db.write(() => blank(db, path));
}

/** Pure. */
export function withoutNights(text: string, day: string): string {
  let isOld = false;
  return text
    .split(/(?<=\n)/)
    .filter((line) => {
      const night = /^## (\d{4}-\d{2}-\d{2})\b/.exec(line)?.[1];
      if (night !== undefined) isOld = night < day;
      else if (/^#{1,2} /.test(line)) isOld = false;
      return !isOld;
    })
    .join('');
}

/** Whatever the ledger knows of a file's words. A write that was never finished is not finished any more. In a transaction. */
function blank(db: Db, path: string): void {
  db.sql(
    `UPDATE ledger SET patch = '', inverse = '', sources = NULL, request = NULL,
       state = CASE state WHEN 'intended' THEN 'conflict' ELSE state END WHERE path = ?`,
  ).run([path]);
  knownFiles(db).remove(path);
}

function textsLeft(db: Db, scope: Scope): string[] {
  return db
    .sql("SELECT DISTINCT path FROM ledger WHERE scope = ? AND (patch <> '' OR request IS NOT NULL)")
    .column<string>([scopeId(scope)]);
}

/** What did not fit any more when it was to be written is kept beside. */
async function dropCopies(root: string, path: string): Promise<void> {
  const names = await readdir(join(root, CONFLICTS)).catch(() => []);
  for (const name of names) if (isCopyOf(path, name)) await rm(join(root, CONFLICTS, name), { force: true });
}
