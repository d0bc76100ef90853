// The lexical half of what search asks: ids by term and by day, and rows by id. Reads only, and only the spaces named.

import type { Db } from '../../db/database.js';
import { IndexDamage } from './index-errors.js';
import type { ChunkRow, IndexReader } from './reader.js';
import { isWhole } from './row-sums.js';
import { termQuery } from './schema.js';

type RowReader = Pick<IndexReader, 'matches' | 'chunks' | 'dated'>;

export interface StoredChunk extends Omit<ChunkRow, 'day'> {
  day: string | null;
  row_sum: string;
}

/** What is selected for a StoredChunk, and from where. */
export const CHUNK = `c.id, c.space, s.owner, s.corpus, f.path, c.first AS startLine, c.last AS endLine, c.heading, c.text,
  c.terms, c.length, c.day, c.hash, c.row_sum
  FROM chunks c JOIN files f ON f.id = c.file JOIN spaces s ON s.id = c.space`;

export function rowReader(db: Db): RowReader {
  return {
    matches(spaces, { term, prefix }) {
      const lists: number[][] = [];
      for (const space of new Set(spaces)) {
        const query = termQuery(space, term, prefix ?? false);
        if (query === undefined) return [];
        lists.push(db.sql('SELECT rowid FROM terms WHERE terms MATCH ? ORDER BY rowid').column<number>([query]));
      }
      return merged(lists);
    },
    chunks(ids) {
      const statement = db.sql<StoredChunk>(`SELECT ${CHUNK} WHERE c.id = ?`);
      const rows: ChunkRow[] = [];
      for (const id of ids) {
        const stored = statement.get([id]);
        if (!stored) continue;
        const row = toChunkRow(stored);
        if (!isWhole(row, stored.row_sum))
          throw new IndexDamage('a chunk in the index is not the one that was put there');
        rows.push(row);
      }
      return rows;
    },
    dated(spaces, from, to) {
      const statement = db.sql('SELECT id FROM chunks WHERE space = ? AND day >= ? AND day <= ?');
      const ids = [...new Set(spaces)].flatMap((space) =>
        statement.column<number>([space, from ?? '', to ?? '\uffff']),
      );
      return Array.from(Float64Array.from(ids).sort());
    },
  };
}

export function toChunkRow(stored: StoredChunk): ChunkRow {
  const { row_sum: _, day, ...row } = stored;
  return { ...row, day: day ?? undefined };
}

/** One ascending list of ascending lists that have nothing in common. */
function merged(lists: readonly number[][]): number[] {
  const full = lists.filter((list) => list.length > 0).sort((a, b) => a.length - b.length);
  return full.reduce((a, b) => mergeTwo(a, b), [] as number[]);
}

function mergeTwo(a: number[], b: number[]): number[] {
  if (a.length === 0) return b;
  const both: number[] = [];
  let at = 0;
  for (const one of b) {
    for (let other = a[at]; other !== undefined && other < one; other = a[++at]) both.push(other);
    both.push(one);
  }
  for (; at < a.length; at++) both.push(a[at] ?? 0);
  return both;
}
