// The files of the workspace in which something is forgotten: all texts in it, hidden copies too, and how one is written without some of
// its lines. Under the lock of each file, beside the ledger, whose row says that lines went and not which. Must never follow a link.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import type { FileLocks } from '../file-locks.js';
import { ABSENT, type FileContent, type Files, revisionOf } from '../files.js';
import { FORGOTTEN_REASON } from '../ledger-rows.js';
import { type Owner, scopeId } from '../visibility.js';
import type { Cut } from './blocks.js';
import { goneSources } from './derivation.js';

export interface ForgetFiles {
  /** Every text below the workspace, hidden ones included, sorted by path. */
  texts(): Promise<string[]>;
  read(path: string): Promise<FileContent | undefined>;
  /**
   * Writes what `cut` leaves; removes the file for 'all'. False where nothing went; 'odd' for what cannot be written back as it was.
   */
  cut(path: string, owner: Owner, cut: (text: string) => Cut | 'all' | undefined): Promise<boolean | 'odd'>;
  /** Ends what a killed process left of `cut`. */
  recover(): Promise<void>;
}

/** What an editor keeps of a text before it saves is one, too. */
const TEXT = /\.(?:md|markdown|mdx|txt|tmp)(?:~|\.(?:bak|old|orig|save))?$/i;
const MAX_TRIES = 8;
const WHOLE = [{ from: 1, to: 1_000_000_000 }];

export function forgetFiles(parts: { db: Db; files: Files; locks: FileLocks; clock: Clock }): ForgetFiles {
  const { db, files, locks, clock } = parts;

  async function texts(folder = ''): Promise<string[]> {
    const entries = await readdir(join(files.root, folder), { withFileTypes: true }).catch(() => []);
    const found: string[] = [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== '.git' && entry.name !== 'node_modules')
        found.push(...(await texts(path)));
      else if (entry.isFile() && (TEXT.test(entry.name) || path.startsWith('.nightjar'))) found.push(path);
    }
    return found.sort();
  }

  /** Before the file changes: a kill in between leaves a row that `recover` ends. */
  function begin(path: string, owner: Owner, base: string, after: string, gone: Cut['gone']): number {
    const added = db
      .sql(
        `INSERT INTO ledger (scope, path, base, after, patch, inverse, line, state, who, by, reason, trust, sources, at)
         VALUES (?, ?, ?, ?, '', '', 1, 'conflict', 'system', 'command', ?, 'owner', ?, ?)`,
      )
      .run([
        ...[scopeId(owner), path, base, after, FORGOTTEN_REASON],
        ...[JSON.stringify(goneSources(gone)), clock.now()],
      ]);
    return Number(added.lastInsertRowid);
  }

  /** What is known of the file goes with its words. */
  function end(row: number, path: string, text: string | undefined, after: string): void {
    db.sql("UPDATE ledger SET state = 'done' WHERE row = ?").run([row]);
    if (text === undefined) db.sql('DELETE FROM known_files WHERE path = ?').run([path]);
    else {
      db.sql('UPDATE known_files SET revision = ?, text = ?, at = ? WHERE path = ?').run([
        ...[after, text, clock.now(), path],
      ]);
    }
  }

  return {
    texts: () => texts(),
    read: (path) => files.read(path),
    async cut(path, owner, cut) {
      return await locks.hold(path, async () => {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const file = await files.read(path);
          const made = file && cut(file.text);
          if (!file || made === undefined) return false;
          if (made !== 'all' && (!file.exact || file.linked)) return 'odd';
          const after = made === 'all' ? ABSENT : revisionOf(made.text);
          const row = await db.write(() =>
            begin(path, owner, file.revision, after, made === 'all' ? WHOLE : made.gone),
          );
          const swapped =
            made === 'all'
              ? await rm(join(files.root, path), { force: true }).then(() => true)
              : await files.replace(path, made.text, async () => (await files.read(path))?.revision === file.revision);
          if (swapped) {
            await db.write(() => end(row, path, made === 'all' ? undefined : made.text, after));
            return true;
          }
          // Somebody saved it meanwhile: it is looked at again.
          await db.write(() => db.sql('DELETE FROM ledger WHERE row = ?').run([row]));
        }
        return 'odd';
      });
    },
    async recover() {
      const open = db
        .sql<{ row: number; path: string; after: string }>(
          "SELECT row, path, after FROM ledger WHERE state = 'conflict' AND reason = ? ORDER BY row",
        )
        .all([FORGOTTEN_REASON]);
      for (const { row, path, after } of open) {
        await locks.hold(path, async () => {
          await files.sweep(path);
          const file = await files.read(path);
          const isThere = (file?.revision ?? ABSENT) === after;
          await db.write(() => {
            if (isThere) end(row, path, file?.text, after);
            else db.sql('DELETE FROM ledger WHERE row = ?').run([row]);
          });
        });
      }
    },
  };
}
