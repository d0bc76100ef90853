// What each memory file said when the ledger last knew of it. Statements alone: every function is synchronous and fits
// inside a transaction; what a difference means is decided elsewhere.

import type { RevisionId } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export interface KnownText {
  /** scopeId of whose file it is. */
  scope: string;
  revision: RevisionId;
  text: string;
}

/** What a sweep compares with the disk. */
export interface KnownState extends Pick<KnownText, 'scope' | 'revision'> {
  path: string;
  /** '' where the file must be read to know more. */
  stamp: string;
}

export interface KnownFiles {
  get(path: string): KnownText | undefined;
  put(path: string, file: KnownText, at: number): void;
  /** The same where nothing is known of the file yet. */
  begin(path: string, file: KnownText, at: number): void;
  /** The file is gone. */
  remove(path: string): void;
  states(): KnownState[];
  /** With this stamp it has that revision. */
  stamp(path: string, revision: RevisionId, stamp: string): void;
  /** Every file that was there has been seen: what turns up from then on is new. */
  isWhole(): boolean;
  setWhole(): void;
}

const WHOLE = 'ledger.files-seen';

export function knownFiles(db: Db): KnownFiles {
  const insert = 'INSERT INTO known_files (path, scope, revision, text, at) VALUES (?, ?, ?, ?, ?)';
  const values = (path: string, { scope, revision, text }: KnownText, at: number) => [path, scope, revision, text, at];
  return {
    get: (path) => db.sql<KnownText>('SELECT scope, revision, text FROM known_files WHERE path = ?').get([path]),
    put(path, file, at) {
      db.sql(
        `${insert} ON CONFLICT DO UPDATE SET scope = excluded.scope, revision = excluded.revision, text = excluded.text,
           stamp = '', at = excluded.at`,
      ).run(values(path, file, at));
    },
    begin: (path, file, at) => void db.sql(`${insert} ON CONFLICT DO NOTHING`).run(values(path, file, at)),
    remove: (path) => void db.sql('DELETE FROM known_files WHERE path = ?').run([path]),
    states: () => db.sql<KnownState>('SELECT path, scope, revision, stamp FROM known_files ORDER BY path').all(),
    stamp(path, revision, stamp) {
      db.sql('UPDATE known_files SET stamp = ? WHERE path = ? AND revision = ?').run([stamp, path, revision]);
    },
    isWhole: () => db.sql('SELECT 1 FROM facts WHERE name = ?').get([WHOLE]) !== undefined,
    setWhole: () => void db.sql("INSERT INTO facts VALUES (?, '1') ON CONFLICT DO NOTHING").run([WHOLE]),
  };
}
