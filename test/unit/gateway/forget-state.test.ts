// Words in the tables: every column that can hold some gives them up, and what waits with them ends.

import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Db } from '../../../src/db/database.js';
import { scrubDb } from '../../../src/db/scrub.js';
import { openState } from '../../../src/db/state.js';
import { decideText } from '../../../src/gateway/forget-decide.js';
import { changeRows, WORD_TABLES, wordsLeft } from '../../../src/gateway/forget-rows.js';
import { changeOf, type StateParts } from '../../../src/gateway/forget-state.js';
import { findsText } from '../../../src/text/forgetting.js';
import { FakeClock } from '../../support/fake-clock.js';
import { holding } from '../../support/forget-home.js';
import { tempDir } from '../../support/temp-dir.js';

const WORDS = ['heron-zq81', '蓝色长颈鹿'];
const MAIN = JSON.stringify({ kind: 'main' });
/** States in which a row waits for somebody. */
const WAITING: Record<string, string> = {
  inbox: 'answered',
  outbox: 'queued',
  proposals: 'asked',
  schedules: 'active',
  runs: 'ended',
  dreams: 'held',
  ledger: 'done',
  snapshots: 'done',
  jobs: 'done',
  grants: 'asked',
};
const CHECKED: Record<string, string> = {
  job: 'turn',
  missed: 'skip',
  task: 'say',
  via: 'cli',
  cause: 'asked',
  by: 'tool',
  place: 'front',
  purpose: 'talk',
};

/** One row that says the word wherever a row of the table can. */
function plant(db: Db, table: string, words: readonly string[], word: string): void {
  const columns = db
    .sql<{ name: string; type: string; pk: number; notnull: number; dflt_value: string | null }>(
      `PRAGMA table_info(${table})`,
    )
    .all();
  const values = columns.flatMap(({ name, type, pk, notnull, dflt_value }): [string, string | number][] => {
    if (words.includes(name) && name !== 'path') return [[name, said(name, word)]];
    if (name === 'state') return [[name, WAITING[table] ?? '']];
    if (name === 'scope') return [[name, MAIN]];
    if (pk > 0 && type === 'INTEGER' && ['row', 'id', 'seq'].includes(name)) return [];
    if (notnull === 0 && pk === 0) return [];
    if (dflt_value !== null) return [];
    return [[name, CHECKED[name] ?? (type === 'INTEGER' || type === 'REAL' ? 1 : `${table}-${name}`)]];
  });
  const names = values.map(([name]) => name).join(', ');
  db.sql(`INSERT INTO ${table} (${names}) VALUES (${values.map(() => '?').join(', ')})`).run(
    values.map(([, value]) => value),
  );
}

function said(column: string, word: string): string {
  if (column === 'patch' || column === 'inverse') return `--- a\n+++ a\n@@ -1,1 +1,1 @@\n-old ${word}\n+new ${word}\n`;
  if (['event', 'message', 'plan', 'parts', 'manifest', 'press', 'request'].includes(column)) {
    return JSON.stringify({ type: 'message', chat: { channel: 'c' }, text: `it is ${word}`, deep: [{ after: word }] });
  }
  if (column === 'sources' || column === 'kept') return JSON.stringify([{ trust: 'owner', entries: [], text: word }]);
  return `before\nit is ${word}`;
}

function parts(word: string): StateParts {
  const none = { chats: new Set<string>(), authored: new Set<number>(), changed: new Set<string>() };
  return { decision: decideText(word), ...none, removed: [], touched: new Set(), stands: () => new Set(), now: 5 };
}

it.each(WORDS)('no column keeps %s, nor a page of the file, while another connection is open', async (word) => {
  const dir = tempDir();
  const state = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  for (const { table, words } of WORD_TABLES) plant(db, table, words, word);
  expect(wordsLeft(db, findsText(word)).size).toBeGreaterThan(25);
  for (const one of WORD_TABLES) {
    const change = changeOf(one.table, parts(word));
    expect(await changeRows(db, one, change, true)).toBe(one.table === 'snapshots' ? 0 : 1);
    expect(await changeRows(db, one, change, false)).toBe(one.table === 'snapshots' ? 0 : 1);
    expect(await changeRows(db, one, change, false)).toBe(0);
  }
  expect([...wordsLeft(db, findsText(word))]).toEqual([]);
  const one = (sql: string) => db.sql(sql).get();
  expect(one('SELECT state, plan FROM dreams')).toEqual({ state: 'replaced', plan: null });
  expect(one('SELECT state FROM proposals')).toEqual({ state: 'lapsed' });
  expect(one('SELECT state, next_at FROM schedules')).toEqual({ state: 'done', next_at: null });
  expect(JSON.parse((one('SELECT event FROM inbox') as { event: string }).event)).toMatchObject({
    type: 'message',
    chat: { channel: 'c' },
    text: '(forgotten)',
  });
  expect(await scrubDb(db, new FakeClock())).toBeUndefined();
  expect(holding(dir, [word])).toEqual([]);
});

it('does not say that it is done while somebody reads an old state', async () => {
  const dir = tempDir();
  const state = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => state.close());
  state.durable.sql('SELECT count(*) FROM facts').get();
  state.durable.exec('BEGIN');
  state.durable.sql('SELECT count(*) FROM facts').get();
  await state.db.write(() => state.db.sql("INSERT INTO facts (name, value) VALUES ('a', 'b')").run());
  expect(await scrubDb(state.db, new FakeClock(), 0)).toMatch(/being read by another program/);
  state.durable.exec('COMMIT');
  expect(await scrubDb(state.db, new FakeClock(), 0)).toBeUndefined();
});
