// Words in the tables of state.sqlite, table by table, and how they are changed in small transactions. Knows which columns hold words
// and whose a row is; never decides which words go.

import type { Db, SqlValue } from '../db/database.js';

/** A table that holds words, the columns that name a row of it, and those with words. */
export interface WordTable {
  table: string;
  keys: readonly string[];
  words: readonly string[];
  /** Read too, to tell whose a row is. */
  more?: readonly string[];
}

export const WORD_TABLES: readonly WordTable[] = [
  {
    table: 'inbox',
    keys: ['row'],
    words: ['event', 'kept'],
    more: ['author', 'scope', 'state', 'job', 'channel', 'chat', 'session_key'],
  },
  { table: 'outbox', keys: ['row'], words: ['message', 'shown', 'reason'], more: ['turn', 'chat', 'inbox', 'state'] },
  {
    table: 'proposals',
    keys: ['id'],
    words: ['path', 'text', 'reason', 'message', 'address'],
    more: ['session', 'turn', 'state'],
  },
  { table: 'schedules', keys: ['id'], words: ['message', 'reason'], more: ['scope', 'by', 'state'] },
  { table: 'runs', keys: ['schedule', 'slot'], words: ['reason'], more: ['session'] },
  { table: 'dreams', keys: ['id'], words: ['plan', 'reason'], more: ['scope', 'state'] },
  {
    table: 'ledger',
    keys: ['row'],
    words: ['patch', 'inverse', 'reason', 'sources', 'request'],
    more: ['scope', 'path', 'session', 'call', 'who'],
  },
  { table: 'known_files', keys: ['path'], words: ['text'], more: ['scope'] },
  { table: 'epochs', keys: ['session'], words: ['system', 'parts', 'files'] },
  { table: 'manifests', keys: ['row'], words: ['manifest'], more: ['session'] },
  { table: 'sessions', keys: ['id'], words: ['compaction_trouble'], more: ['scope'] },
  { table: 'snapshots', keys: ['session'], words: ['path'] },
  { table: 'buttons', keys: ['token'], words: ['press'] },
  { table: 'jobs', keys: ['seq'], words: ['reason'] },
  { table: 'silences', keys: ['chat', 'rule'], words: ['title'] },
  { table: 'grants', keys: ['channel', 'chat'], words: ['title', 'question'] },
];

export type WordRow = Readonly<Record<string, SqlValue>>;

/** What becomes of a row: new words for some columns, and new values for others. Undefined: it stays. */
export type ChangeRow = (row: WordRow) => Readonly<Record<string, SqlValue>> | undefined;

/** So many rows in one go: a transaction stays short. */
const AT_ONCE = 50;

/** Resolves to how many rows changed, or would with `dry`. */
export async function changeRows(db: Db, of: WordTable, change: ChangeRow, dry: boolean): Promise<number> {
  const columns = [...of.keys, ...of.words, ...(of.more ?? [])].map(quoted).join(', ');
  const [key = ''] = of.keys;
  const byNumber = of.keys.length === 1 && ['row', 'id', 'seq'].includes(key) && isNumbered(db, of.table);
  const page = byNumber
    ? db.sql<WordRow>(
        `SELECT ${columns} FROM ${of.table} WHERE ${quoted(key)} > ? ORDER BY ${quoted(key)} LIMIT ${AT_ONCE}`,
      )
    : db.sql<WordRow>(`SELECT ${columns} FROM ${of.table}`);
  let changed = 0;
  for (let after: SqlValue = 0; ; ) {
    const rows: WordRow[] = byNumber ? page.all([after]) : page.all();
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const some = rows.slice(from, from + AT_ONCE);
      const changes = some.flatMap((row) => {
        const values = change(row);
        return values && Object.entries(values).some(([name, value]) => row[name] !== value) ? [{ row, values }] : [];
      });
      changed += changes.length;
      if (changes.length === 0 || dry) continue;
      await db.write(() => {
        for (const one of changes) update(db, of, one);
      });
    }
    after = rows.at(-1)?.[key] ?? 0;
    if (!byNumber || rows.length < AT_ONCE) return changed;
  }
}

function update(
  db: Db,
  { table, keys }: WordTable,
  { row, values }: { row: WordRow; values: Readonly<Record<string, SqlValue>> },
): void {
  const names = Object.keys(values);
  const set = names.map((name) => `${quoted(name)} = ?`).join(', ');
  const where = keys.map((name) => `${quoted(name)} = ?`).join(' AND ');
  db.sql(`UPDATE ${table} SET ${set} WHERE ${where}`).run([
    ...names.map((name) => values[name] ?? null),
    ...keys.map((name) => row[name] ?? null),
  ]);
}

/** Whether rows of a table follow one another by a number. */
function isNumbered(db: Db, table: string): boolean {
  const info = db.sql<{ name: string; type: string; pk: number }>(`PRAGMA table_info(${table})`).all();
  const keys = info.filter(({ pk }) => pk > 0);
  return keys.length === 1 && keys[0]?.type === 'INTEGER';
}

/** Where words stand that are found and are in no column of those above, or were left: `table.column`, with how many rows. */
export function wordsLeft(db: Db, finds: (text: string) => boolean): Map<string, number> {
  const left = new Map<string, number>();
  const tables = db
    .sql("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .column<string>();
  for (const table of tables) {
    const columns = db
      .sql<{ name: string; type: string }>(`PRAGMA table_info(${quoted(table)})`)
      .all()
      .filter(({ type }) => type === 'TEXT');
    for (const { name } of columns) {
      const texts = db
        .sql(`SELECT ${quoted(name)} FROM ${quoted(table)} WHERE ${quoted(name)} IS NOT NULL`)
        .column<string>();
      const count = texts.filter(finds).length;
      if (count > 0) left.set(`${table}.${name}`, count);
    }
  }
  return left;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
