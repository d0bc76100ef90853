// The ledger's table: statements and the shape of its rows. Every function is synchronous and fits inside a transaction.

import type { Patch, Provenance, RevisionId, Trust } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Applied, Diff } from './patch.js';
import { type Owner, scopeId } from './visibility.js';

/** The reason of the write that forgetting is; it holds no words. */
export const FORGOTTEN_REASON = 'forgotten';

export interface LedgerRow {
  row: number;
  /** scopeId of whose file it is. */
  scope: string;
  path: string;
  base: RevisionId;
  after: RevisionId;
  /** Unified diffs: what was done, and what takes it back. */
  patch: string;
  inverse: string;
  line: number;
  state: 'intended' | 'done' | 'conflict';
  who: Provenance['who'];
  by: Provenance['by'];
  session: string | null;
  entry: string | null;
  call: string | null;
  reason: string;
  trust: Trust;
  /** Of each appended line, in their order, its trust and the entries it rests on; null where they do not differ. */
  sources: Provenance['lines'] | null;
  /** The row that this one takes back. */
  undoes: number | null;
  /** Epoch ms. */
  at: number;
}

/** What recovery needs to carry a write out on a file that has changed since. */
export type WriteIntent =
  /** `had`: how often these lines stood in the file before. */
  | { kind: 'append'; lines: string[]; heading?: string; had: number }
  /** `exact`: on that file alone, never merged. */
  | {
      kind: 'replace';
      text: string;
      exact?: true;
      /** Byte for byte, ends of line and byte order mark included. */
      verbatim?: true;
    }
  /** That text alone, and never by a recovery. */
  | { kind: 'remove' };

export interface IntendedRow extends LedgerRow {
  intent: WriteIntent;
}

/** What tells how a file came to its revision. */
export type Step = Pick<LedgerRow, 'row' | 'base' | 'after' | 'by' | 'state'>;

/** What tells where a file's lines came from. */
export type WrittenRow = Pick<
  LedgerRow,
  'row' | 'state' | 'patch' | 'line' | 'trust' | 'sources' | 'by' | 'session' | 'who' | 'entry' | 'undoes' | 'at'
>;

/** One way the file can look after the write. */
export interface Outcome extends Applied, Diff {
  base: RevisionId;
  after: RevisionId;
}

export interface LedgerRows {
  insert(entry: NewRow & { owner: Owner; intent: WriteIntent; undoes?: number | undefined }, out: Outcome): number;
  /** A change that was made already, by somebody else; `scope` is a scopeId. */
  insertDone(entry: NewRow & { scope: string }, out: Outcome): void;
  /** Puts a row that is only intended behind all others, because something came before it after all. Its new number. */
  moveToEnd(row: number): number;
  update(row: number, out: Outcome): void;
  end(row: number, state: 'done' | 'conflict'): void;
  remove(row: number): void;
  get(row: number): LedgerRow | undefined;
  byCall(why: Pick<Provenance, 'session' | 'call'>): LedgerRow | undefined;
  intended(path: string): IntendedRow[];
  intendedPaths(): string[];
  list(path: string | undefined, limit: number): LedgerRow[];
  /** The same of these scopes alone (scopeIds), and only what was carried out. */
  listOf(scopes: readonly string[], path: string | undefined, limit: number): LedgerRow[];
  /** A write takes it back that was carried out, and was not taken back itself. */
  isUndone(row: number): boolean;
  /** A file's writes that are done or under way, without their patches: newest first. */
  steps(path: string, limit: number): Step[];
  /** What takes a row back. */
  inverse(row: number): string | undefined;
  /** The patches of those rows, in their order. */
  patches(rows: readonly number[]): string[];
  /** A file's writes after a row: the newest `limit` of them, oldest first. */
  written(path: string, after: number, limit: number): WrittenRow[];
}

/** What is written down of a change, whoever made it. */
interface NewRow {
  path: string;
  why: Provenance;
  at: number;
}

const COLUMNS =
  'row, scope, path, base, after, patch, inverse, line, state, who, by, session, entry, call, reason, trust, sources, undoes, at';

/** A row as the table holds it. */
type Raw<Row extends { sources: unknown } = LedgerRow> = Omit<Row, 'sources'> & { sources: string | null };

export function ledgerRows(db: Db): LedgerRows {
  function insertRow(
    { path, why, at }: NewRow,
    scope: string,
    state: 'intended' | 'done',
    out: Outcome,
    more: { undoes?: number | undefined; intent?: WriteIntent } = {},
  ): number {
    const result = db
      .sql(
        `INSERT INTO ledger (scope, path, base, after, patch, inverse, line, state, who, by, session, entry, call,
             reason, trust, sources, at, undoes, request)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run([
        ...[scope, path, out.base, out.after, out.patch, out.inverse, out.line, state],
        ...[why.who, why.by, why.session ?? null, why.entry ?? null, why.call ?? null],
        ...[why.reason, why.trust, why.lines ? JSON.stringify(why.lines) : null, at],
        ...[more.undoes ?? null, more.intent ? JSON.stringify(more.intent) : null],
      ]);
    return Number(result.lastInsertRowid);
  }

  function isUndone(row: number): boolean {
    return db
      .sql<{ row: number }>("SELECT row FROM ledger WHERE undoes = ? AND state <> 'conflict'")
      .all([row])
      .some((by) => !isUndone(by.row));
  }

  return {
    insert: ({ owner, intent, undoes, ...entry }, out) =>
      insertRow(entry, scopeId(owner), 'intended', out, { intent, undoes }),
    insertDone: ({ scope, ...entry }, out) => void insertRow(entry, scope, 'done', out),
    moveToEnd(row) {
      db.sql('UPDATE ledger SET row = (SELECT max(row) + 1 FROM ledger) WHERE row = ?').run([row]);
      return db.sql<{ row: number }>('SELECT max(row) AS row FROM ledger').get()?.row ?? row;
    },
    isUndone,
    listOf: (scopes, path, limit) =>
      db
        .sql<Raw>(
          `SELECT ${COLUMNS} FROM ledger WHERE scope IN (SELECT value FROM json_each(:scopes)) AND state = 'done'
             AND (:path IS NULL OR path = :path) ORDER BY row DESC LIMIT :limit`,
        )
        .all({ scopes: JSON.stringify(scopes), path: path ?? null, limit })
        .map(parsed),
    update(row, out) {
      db.sql('UPDATE ledger SET base = ?, after = ?, patch = ?, inverse = ?, line = ? WHERE row = ?').run([
        ...[out.base, out.after, out.patch, out.inverse, out.line, row],
      ]);
    },
    end: (row, state) => void db.sql('UPDATE ledger SET state = ?, request = NULL WHERE row = ?').run([state, row]),
    remove: (row) => void db.sql("DELETE FROM ledger WHERE row = ? AND state = 'intended'").run([row]),
    get: (row) => optional(db.sql<Raw>(`SELECT ${COLUMNS} FROM ledger WHERE row = ?`).get([row])),
    byCall: ({ session, call }) =>
      session === undefined || call === undefined
        ? undefined
        : optional(db.sql<Raw>(`SELECT ${COLUMNS} FROM ledger WHERE session = ? AND call = ?`).get([session, call])),
    intended: (path) =>
      db
        .sql<Raw & { request: string }>(
          `SELECT ${COLUMNS}, request FROM ledger WHERE state = 'intended' AND path = ? ORDER BY row`,
        )
        .all([path])
        .map(({ request, ...row }) => ({ ...parsed(row), intent: JSON.parse(request) as WriteIntent })),
    intendedPaths: () =>
      db
        .sql<{ path: string }>("SELECT DISTINCT path FROM ledger WHERE state = 'intended' ORDER BY path")
        .all()
        .map((row) => row.path),
    list: (path, limit) =>
      (path === undefined
        ? db.sql<Raw>(`SELECT ${COLUMNS} FROM ledger ORDER BY row DESC LIMIT ?`).all([limit])
        : db.sql<Raw>(`SELECT ${COLUMNS} FROM ledger WHERE path = ? ORDER BY row DESC LIMIT ?`).all([path, limit])
      ).map(parsed),
    steps: (path, limit) =>
      db
        .sql<Step>(
          `SELECT row, base, after, by, state FROM ledger WHERE path = ? AND state <> 'conflict'
             ORDER BY row DESC LIMIT ?`,
        )
        .all([path, limit]),
    inverse: (row) => db.sql<{ inverse: string }>('SELECT inverse FROM ledger WHERE row = ?').get([row])?.inverse,
    patches: (rows) =>
      rows.flatMap(
        (row) => db.sql<{ patch: string }>('SELECT patch FROM ledger WHERE row = ?').get([row])?.patch ?? [],
      ),
    written: (path, after, limit) =>
      db
        .sql<Raw<WrittenRow>>(
          `SELECT row, state, patch, line, trust, sources, by, session, who, entry, undoes, at FROM ledger
             WHERE path = ? AND row > ? AND state <> 'conflict' ORDER BY row DESC LIMIT ?`,
        )
        .all([path, after, limit])
        .reverse()
        .map(parsed),
  };
}

function parsed<Row extends { sources: string | null }>(row: Row): Omit<Row, 'sources'> & Pick<LedgerRow, 'sources'> {
  return { ...row, sources: row.sources === null ? null : (JSON.parse(row.sources) as LedgerRow['sources']) };
}

function optional(row: Raw | undefined): LedgerRow | undefined {
  return row && parsed(row);
}

/** What a write of this patch has to remember about itself; `had`: how often its lines stood in the file before. */
export function intentOf(
  patch: Patch,
  { had, exact = false, verbatim = false }: { had: number; exact?: boolean; verbatim?: boolean },
): Exclude<WriteIntent, { kind: 'remove' }> {
  if (patch.kind === 'replace') {
    return { kind: 'replace', text: patch.text, ...(exact ? { exact } : {}), ...(verbatim ? { verbatim } : {}) };
  }
  const intent: WriteIntent = { kind: 'append', lines: patch.lines, had };
  return patch.heading === undefined ? intent : { ...intent, heading: patch.heading };
}
