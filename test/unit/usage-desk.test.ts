// `nightjar usage` on a home: the day's background work with its limits, and what conversations have used.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/load.js';
import type { Scope, SessionKey } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import { systemClock } from '../../src/ops/system-clock.js';
import { openSession, recordTurn } from '../../src/sessions/rows.js';
import { localDay } from '../../src/text/local-time.js';
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
