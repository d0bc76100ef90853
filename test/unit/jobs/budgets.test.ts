// Budgets of a day: one for all processes of a home, counted in the owner's days, told of once.

import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WorkKind, WorkUse } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { openBudgets } from '../../../src/jobs/budgets.js';
import { FakeClock } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

type Limits = Parameters<typeof openBudgets>[0]['limits'];

async function stage(limits: Limits, timezone = 'UTC', start = '2026-11-29T09:00:00Z') {
  const path = join(tempDir(), 'state.sqlite');
  const clock = new FakeClock(start);
  const told: [WorkKind, WorkUse][] = [];
  async function open(over = (kind: WorkKind, use: WorkUse) => void told.push([kind, use])) {
    const state = await openState(path);
    onTestFinished(() => state.close());
    return openBudgets({ db: state.db, clock, timezone, limits, over });
  }
  return { clock, told, open };
}

describe('a budget', () => {
  it('ends by runs or by tokens, whichever comes first, and only for its kind', async () => {
    const { open } = await stage({ flush: { runs: 2 }, heartbeat: { runs: 9, tokens: 1_000 } });
    const budgets = await open();
    await budgets.spend('flush', { runs: 1, tokens: 50_000 });
    expect(budgets.allows('flush')).toBe(true);
    await budgets.spend('flush', { runs: 1, tokens: 0 });
    expect(budgets.allows('flush')).toBe(false);
    await budgets.spend('heartbeat', { runs: 1, tokens: 999.6 });
    expect(budgets.allows('heartbeat')).toBe(false);
    await budgets.spend('compaction', { runs: 500, tokens: 5_000_000 });
    expect(budgets.allows('compaction')).toBe(true);
  });

  it('is one for all processes, and none of what they spend at once is lost', async () => {
    const { open, told } = await stage({ scheduled: { runs: 60 } });
    const processes = [await open(), await open(), await open()];
    await Promise.all(
      Array.from({ length: 60 }, (_, at) => processes[at % 3]?.spend('scheduled', { runs: 1, tokens: 10 })),
    );
    for (const one of processes) expect(one.allows('scheduled')).toBe(false);
    expect(processes[0]?.today()).toEqual([
      { kind: 'scheduled', runs: 60, tokens: 600, limits: { runs: 60 }, over: true },
    ]);
    expect(told.map(([kind, { runs }]) => [kind, runs])).toEqual([['scheduled', 60]]);
  });

  it('is told of once a day, over restarts, and again on another day', async () => {
    const { open, told, clock } = await stage({ snapshot: { tokens: 100 } });
    await (await open()).spend('snapshot', { runs: 1, tokens: 150 });
    await (await open()).spend('snapshot', { runs: 1, tokens: 150 });
    expect(told).toHaveLength(1);
    clock.set(Date.parse('2026-11-30T00:00:00Z'));
    const next = await open();
    expect(next.allows('snapshot')).toBe(true);
    await next.spend('snapshot', { runs: 1, tokens: 99 });
    expect(told).toHaveLength(1);
    await next.spend('snapshot', { runs: 1, tokens: 1 });
    expect(told).toHaveLength(2);
  });

  it('that nobody could be told of is told of by the next who spends', async () => {
    const { open, told } = await stage({ flush: { runs: 1 } });
    const failing = await open(() => {
      throw new Error('no room');
    });
    await expect(failing.spend('flush', { runs: 1, tokens: 5 })).rejects.toThrow('no room');
    await (await open()).spend('flush', { runs: 1, tokens: 5 });
    expect(told).toHaveLength(1);
  });

  it('of 0 allows nothing and is no news', async () => {
    const { open, told } = await stage({ transcription: { runs: 0 } });
    const budgets = await open();
    expect(budgets.allows('transcription')).toBe(false);
    await budgets.spend('transcription', { runs: 1, tokens: 3 });
    expect(told).toEqual([]);
  });

  it('begins anew at midnight of the owner, not of Greenwich (C067)', async () => {
    const { open, clock } = await stage({ flush: { runs: 1 } }, 'Asia/Shanghai', '2026-04-11T15:53:00Z');
    const budgets = await open();
    await budgets.spend('flush', { runs: 1, tokens: 1 });
    expect(budgets.allows('flush')).toBe(false);
    clock.set(Date.parse('2026-04-11T16:00:00Z'));
    expect(budgets.allows('flush')).toBe(true);
    await budgets.spend('flush', { runs: 1, tokens: 1 });
    clock.set(Date.parse('2026-04-12T00:30:00Z'));
    expect(budgets.allows('flush')).toBe(false);
  });

  it('shows every kind that was used today or has a limit, in one order', async () => {
    const { open } = await stage({ heartbeat: { runs: 200, tokens: 500_000 }, dreaming: {} });
    const budgets = await open();
    await budgets.spend('flush', { runs: 12, tokens: 8_400 });
    expect(budgets.today().map(({ kind, runs, over }) => [kind, runs, over])).toEqual([
      ['flush', 12, false],
      ['heartbeat', 0, false],
    ]);
  });
});
