// The nights of a house: one dream a night and scope, whatever ticks, restarts and other processes do; failures with a reason.

import { describe, expect, it } from 'vitest';
import {
  type Dream,
  MemoryError,
  ModelError,
  type Proposer,
  type ScheduledRun,
} from '../../../../src/contracts/index.js';
import { keepConfigured } from '../../../../src/gateway/configured-schedules.js';
import { type DreamJobDeps, dreamHandler, nightHandler } from '../../../../src/jobs/handlers/dream.js';
import { openRuns } from '../../../../src/jobs/scheduler/claims.js';
import { openScheduler } from '../../../../src/jobs/scheduler/scheduler.js';
import { dreamsOf } from '../../../../src/memory/dream/dream-rows.js';
import { scriptedModel } from '../../../../src/models/scripted.js';
import { testBudgets } from '../../../support/budgets.js';
import { mindOf, openDreamStage } from '../../../support/memory/dreaming.js';
import { bob, main, team } from '../../../support/memory/open.js';

const HOUR_MS = 3_600_000;
const seat = { owner: 'console:owner', chat: { channel: 'console', account: 'bot', chat: 'owner' } } as const;

async function stage({ propose, tokens }: { propose?: Proposer; tokens?: number } = {}) {
  const home = await openDreamStage();
  const { db, clock, log, memory } = home;
  for (const scope of [team, bob]) await memory.folders.ensure(scope);
  home.put('memory/2026-11-29.md', '- 09:05 Remember: the boat is called Seeadler.\n');
  const begun: number[] = [];
  const deps: DreamJobDeps = {
    ...{ db, clock, log, timezone: 'Europe/Berlin' },
    budgets: testBudgets({ db, clock, limits: tokens === undefined ? {} : { dreaming: { tokens } } }),
    wakeUps: { dream: async ({ id }) => void begun.push(id) },
    dreaming: {
      dreamer: home.dreamer,
      privacy: memory.privacy,
      scopes: () => [main, team, bob],
      model: () => propose && scriptedModel([]),
      mind: async () => mindOf(propose ?? (async () => ({ operations: [], refused: [] }))),
    },
  };
  const job = (data: Record<string, string | number>) => ({
    ...{ id: 'j', name: 'x', data, attempt: 1, addedAt: 0, firstRunAt: 0, unique: undefined },
  });
  const context = { signal: new AbortController().signal, fence: 1 };
  const [night, dream] = [nightHandler(deps), dreamHandler(deps)];
  return {
    ...home,
    begun,
    /** What the queue does with a run of the schedule, and with a dream; both at least once. */
    runNight: async (run: ScheduledRun) => await night.run(job({ ...run }), context),
    runDream: async (id: number) => await dream.run(job({ dream: id }), context),
    giveUp: async (id: number, error: unknown) => await db.write(() => dream.dead?.(job({ dream: id }), error)),
    keep: (cron = '0 3 * * *') =>
      db.write(() =>
        keepConfigured(
          db,
          { heartbeat: { everyMinutes: 0 }, dreaming: { cron } },
          { ...seat, zone: 'Europe/Berlin' },
          clock.now(),
        ),
      ),
    nights: () => [main, team, bob].map((scope) => dreamsOf(db, scope, 50).map((one: Dream) => one.night)),
  };
}

describe('a night', () => {
  it('is dreamt once by every scope: 500 ticks, ten restarts, two processes, and jobs that come twice', async () => {
    const home = await stage();
    const { db, clock, log, runNight, runDream, keep, begun } = home;
    const dispatch = async (run: ScheduledRun) => {
      await runNight(run);
      await runNight(run);
    };
    const open = () => openScheduler({ db, clock, log, dispatch });
    await keep();
    let both = [open(), open()];
    for (let tick = 1; tick <= 500; tick++) {
      await clock.advance((24 * HOUR_MS) / 500);
      await Promise.all(both.map((one) => one.tick()));
      if (tick % 50 !== 0) continue;
      await keep();
      both = [open(), open()];
      await Promise.all(both.map((one) => one.sweep()));
    }
    expect(home.nights()).toEqual([['2026-11-30'], ['2026-11-30'], ['2026-11-30']]);
    expect(begun).toHaveLength(3);
    for (const id of [...begun, ...begun]) await runDream(id);
    expect(dreamsOf(db, main, 9)).toMatchObject([{ state: 'ok' }]);
    expect(dreamsOf(db, team, 9)).toMatchObject([{ state: 'nothing' }]);
    expect(home.text('MEMORY.md').match(/Seeadler/g)).toHaveLength(1);
    expect(openRuns(db)).toEqual([]);
  });

  it('is named after its day in the owner’s zone, and made up for once when nothing ran (C044)', async () => {
    const home = await stage();
    const { db, clock, log, runNight, keep } = home;
    await keep();
    // Three nights go by.
    await clock.advance(72 * HOUR_MS);
    const scheduler = openScheduler({ db, clock, log, dispatch: runNight });
    for (let n = 0; n < 5; n++) await scheduler.tick();
    expect(home.nights()[0]).toEqual(['2026-12-02']);
    // Another hour of the same night is not another night.
    await keep('0 11 * * *');
    await clock.advance(2 * HOUR_MS);
    await scheduler.tick();
    expect(home.nights()[0]).toEqual(['2026-12-02']);
  });
});

describe('a dream that cannot be dreamt', () => {
  const failing =
    (error: Error): Proposer =>
    async () => {
      throw error;
    };

  it('is tried again where a retry may help, and nothing it gathered is lost', async () => {
    let down = true;
    const { begin, runDream, find, text } = await stage({
      propose: async ({ claims }) => {
        if (down) throw new ModelError('unavailable', 'overloaded', { retryable: true });
        return { operations: [{ op: 'add', text: claims[0]?.text ?? '', sources: ['n1'] }], refused: [] };
      },
    });
    const id = await begin(main, '2026-11-30', 'night');
    await expect(runDream(id)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(find(id)?.state).toBe('queued');
    down = false;
    await runDream(id);
    expect(find(id)?.state).toBe('ok');
    expect(text('MEMORY.md')).toContain('Seeadler');
  });

  it.each([
    ['a key that is refused', new ModelError('auth', 'sk-123 is wrong'), /did not accept the key/],
    ['prose', new MemoryError('invalid', 'the model did not answer with a list of changes'), /list of changes/],
  ])('fails at once by %s, with a reason for people', async (_, error, why) => {
    const { begin, runDream, find, has } = await stage({ propose: failing(error) });
    const id = await begin(main, '2026-11-30', 'night');
    await runDream(id);
    expect(find(id)).toMatchObject({ state: 'failed', reason: expect.stringMatching(why) });
    expect(find(id)?.reason).not.toContain('sk-123');
    expect(has('MEMORY.md')).toBe(false);
  });

  it('is told to a group without what only the owner can repair, in private', async () => {
    const { begin, giveUp, find } = await stage();
    const [mine, theirs] = [await begin(main, '2026-11-29'), await begin(team, '2026-11-29')];
    for (const id of [mine, theirs]) await giveUp(id, new ModelError('network', 'ECONNREFUSED', { retryable: true }));
    expect(find(mine)?.reason).toContain('model.baseUrl');
    expect(find(theirs)).toMatchObject({ state: 'failed', reason: expect.not.stringContaining('model.') });
  });

  it('names the way out where a night is more than the model takes in, and speaks of no conversation', async () => {
    const { begin, giveUp, find } = await stage();
    const id = await begin(main, '2026-11-29');
    await giveUp(id, new ModelError('overflow', 'no room', { remedy: 'Raise dreaming.maxTokens in nightjar.yaml.' }));
    expect(find(id)?.reason).toMatch(/dreaming\.maxTokens/);
    expect(find(id)?.reason).not.toMatch(/conversation|\/new/);
  });

  it('is over when its retries are', async () => {
    const { begin, giveUp, find } = await stage();
    const id = await begin(main, '2026-11-30', 'night');
    await giveUp(id, new ModelError('network', 'ECONNREFUSED', { retryable: true }));
    expect(find(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining('could not reach') });
  });

  it('goes by rules once the budget of the day is spent', async () => {
    let asked = 0;
    const { begin, runDream, find } = await stage({
      tokens: 0,
      propose: async () => {
        asked++;
        return { operations: [], refused: [] };
      },
    });
    const id = await begin(main, '2026-11-30', 'night');
    await runDream(id);
    expect(asked).toBe(0);
    expect(find(id)).toMatchObject({ state: 'ok', plan: { by: 'rules' } });
  });
});
