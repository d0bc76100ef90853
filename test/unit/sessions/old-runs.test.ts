// The sessions of scheduled runs are forgotten after a time, and conversations never.

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { SessionKey } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { dropOldRuns } from '../../../src/sessions/old-runs.js';
import { closeSession, openSession, sessionById } from '../../../src/sessions/rows.js';
import { tempDir } from '../../support/temp-dir.js';

const CHAT = { channel: 'console', account: 'local', chat: 'x' };

it('forgets runs that ended before the day, in batches, with their files, and nothing else', async () => {
  const dir = tempDir();
  const state = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  async function session(n: number, purpose: 'talk' | 'run', closed?: number): Promise<string> {
    const key = `${purpose}/${n}` as SessionKey;
    const { id } = await openSession(db, { key, scope: { kind: 'main' }, chat: CHAT, purpose }, n);
    writeFileSync(join(dir, `${id}.jsonl`), '{}\n');
    if (closed !== undefined) await db.write(() => closeSession(db, id, 'run', closed));
    return id;
  }
  const old: string[] = [];
  for (let n = 0; n < 60; n++) old.push(await session(n, 'run', 1_000 + n));
  const kept = [await session(100, 'talk', 1_000), await session(101, 'run'), await session(102, 'run', 9_000)];
  expect(await dropOldRuns(db, dir, 5_000)).toBe(false);
  expect(await dropOldRuns(db, dir, 5_000)).toBe(true);
  const there = (id: string) => existsSync(join(dir, `${id}.jsonl`)) || sessionById(db, id) !== undefined;
  expect(old.filter(there)).toEqual([]);
  expect(kept.filter(there)).toEqual(kept);
});

it('forgets a run that has been open for a month longer than that: whoever began it is gone', async () => {
  const dir = tempDir();
  const state = await openState(join(dir, 'state.sqlite'));
  onTestFinished(() => state.close());
  const { db } = state;
  const month = 30 * 24 * 3_600_000;
  async function run(key: string, openedAt: number): Promise<string> {
    const where = { key: key as SessionKey, scope: { kind: 'main' as const }, chat: CHAT, purpose: 'run' as const };
    return (await openSession(db, where, openedAt)).id;
  }
  const [lost, open] = [await run('apart/a', 1_000), await run('apart/b', 6_000)];
  expect(await dropOldRuns(db, dir, month + 5_000)).toBe(true);
  expect([sessionById(db, lost), sessionById(db, open)?.id]).toEqual([undefined, open]);
});
