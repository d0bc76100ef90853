// `nightjar usage` on a home: the day's background work with its limits, and what conversations have used.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import type { Scope, SessionKey } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { systemClock } from '../../src/ops/system-clock.js';
import { openSession, recordTurn } from '../../src/sessions/rows.js';
import { addDays, localDay } from '../../src/text/local-time.js';
import { readUsage } from '../../src/usage-desk.js';
import { tempDir } from '../support/temp-dir.js';

const ZONE = 'Asia/Tokyo';

it('tells what the day has cost by kind, and which conversations cost most', async () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'nightjar.yaml'), 'usage: { daily: { flush: { tokens: 10000 } } }\n');
  const state = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const house = { home: dir, loaded: loadConfig({ home: dir, env: {}, defaultTimezone: ZONE }) };
  const day = localDay(systemClock.now(), ZONE);
  const quiet = await readUsage(house);
  expect(quiet.text).toMatch(new RegExp(`^Models on ${day}:\nnothing yet\n`));
  expect(quiet.text).toContain(`Background work on ${day} (${ZONE}):\nflush      0 runs         0 of 10,000 tokens`);
  expect(quiet.text).toMatch(/since they began:\nnone yet$/);
  const begin = async (key: string, scope: Scope) =>
    (await openSession(db, { key: key as SessionKey, scope, chat: { channel: 'c', account: 'b', chat: 'x' } }, 5)).id;
  const [small, large] = [await begin('main', { kind: 'main' }), await begin('p', { kind: 'person', person: '安' })];
  await db.write(() => {
    recordTurn(db, small, { input: 5, output: 1 }, 9);
    recordTurn(db, large, { input: 5_000, output: 70 }, 9);
    db.sql("INSERT INTO work_use VALUES ('flush', ?, 3, 10400, 1)").run([day]);
    db.sql("INSERT INTO work_use VALUES ('flush', '2020-01-01', 900, 1, 0)").run();
  });
  const { data, text } = await readUsage(house);
  expect(text).toMatch(/^flush +3 runs +10,400 of 10,000 tokens +spent$/m);
  const lines = text.split('\n');
  expect(lines.at(-2)).toBe(`${large}  1 turn  5,000 in, 70 out  person:安`);
  expect(lines.at(-1)).toBe(`${small}  1 turn  5 in, 1 out       main`);
  expect(data).toMatchObject({
    day,
    today: [
      { kind: 'flush', runs: 3, tokens: 10_400, limits: { tokens: 10_000 }, over: true },
      { kind: 'scheduled' },
      { kind: 'dreaming' },
    ],
    conversations: [
      { id: large, tokens: { input: 5_000, output: 70 } },
      { id: small, scope: 'main' },
    ],
  });
});

it('tells what models were used for in the days that are wanted, by what is wanted, in a table with its sum', async () => {
  const dir = tempDir();
  writeFileSync(
    join(dir, 'nightjar.yaml'),
    'usage: { currency: EUR, prices: { mini: { input: 1, cached: 0.1, output: 10 } }, caps: { day: 2, month: 30 } }\n',
  );
  const state = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const house = { home: dir, loaded: loadConfig({ home: dir, env: {}, defaultTimezone: ZONE }) };
  const today = localDay(systemClock.now(), ZONE);
  const row = (day: string, kind: string, person: string, model: string, input: number) =>
    db
      .sql('INSERT INTO model_use VALUES (?, ?, ?, ?, ?, ?, 3, ?, 100, 50)')
      .run([day, kind, '["person","an"]', '{"channel":"telegram","account":"b","chat":"7"}', person, model, input]);
  await db.write(() => {
    db.sql("INSERT INTO people (id, name, role, created_at) VALUES ('an', '山田太郎', 'member', 1)").run();
    row(today, 'talk', 'an', 'openai/mini', 2_000_000);
    row(today, 'flush', '', 'openai/free', 900);
    row(addDays(today, -6), 'dreaming', '', 'openai/mini', 100);
    row('2024-02-29', 'talk', 'telegram:5', 'openai/mini', 100);
  });
  const { text, data } = await readUsage(house, { days: 7, by: 'person' });
  expect(text.split('\n').slice(0, 6)).toEqual([
    `Models from ${addDays(today, -6)} to ${today}:`,
    'person                requests         in  cached  out     EUR',
    '山田太郎                     3  2,000,000     100   50    2.00',
    'nobody in particular         6      1,000     200  100  < 0.01',
    'together                     9  2,001,000     300  150    2.00',
    'No price known for openai/free.',
  ]);
  expect(text).toMatch(
    /\nCaps \(usage\.caps in nightjar\.yaml\):\nthis month [\d.]+ of 30\.00 EUR\ntoday 2\.00 of 2\.00 EUR, reached\n/,
  );
  expect(data).toMatchObject({
    caps: [
      { cap: 'month', limit: 30 },
      { cap: 'day', limit: 2 },
    ],
    models: { by: 'person', currency: 'EUR', total: { requests: 9, unpriced: ['openai/free'] } },
  });
  const leap = await readUsage(house, { month: '2024-02', by: 'day' });
  expect(leap.text).toMatch(/^Models from 2024-02-01 to 2024-02-29:\nday /);
  expect(leap.text).toContain('2024-02-29');
  expect((await readUsage(house, { days: 1 })).text).toMatch(/^writing conversations down +3 +900 +100 +50 +–$/m);
});
