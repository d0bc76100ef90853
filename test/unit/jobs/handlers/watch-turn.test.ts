import { describe, expect, it } from 'vitest';
import { watchTurn } from '../../../../src/jobs/handlers/watch-turn.js';
import { FakeClock, settle } from '../../../support/fake-clock.js';
import { silentLog } from '../../../support/silent-log.js';

function stage(options: { limitMs?: number; typing?: () => Promise<void>; look?: () => void } = {}) {
  const clock = new FakeClock();
  const signs: number[] = [];
  const began = clock.now();
  const wishes = new Set<string>();
  let looks = 0;
  const watch = watchTurn({
    clock,
    log: silentLog,
    lanes: { stopRequested: (lane, turn) => wishes.has(`${lane}/${turn}`) },
    lane: 'main',
    turn: 't1',
    limitMs: options.limitMs ?? 60_000,
    typing:
      options.typing ??
      (async () => {
        signs.push(clock.now() - began);
      }),
    look() {
      looks++;
      options.look?.();
    },
  });
  return { clock, signs, wishes, watch, looks: () => looks };
}

describe('the sign that somebody is at work', () => {
  it('is not given for a quick answer, and kept up for a slow one', async () => {
    const quick = stage();
    await quick.clock.advance(200);
    await quick.watch.end();
    await quick.clock.advance(60_000);
    expect(quick.signs).toEqual([]);
    const slow = stage();
    await slow.clock.advance(12_500);
    expect(slow.signs).toEqual([250, 4_250, 8_250, 12_250]);
  });

  it('is never given once the turn has ended, or has been told to', async () => {
    const { clock, signs, watch, wishes } = stage();
    await clock.advance(5_000);
    wishes.add('main/t1');
    await clock.advance(250);
    expect(watch.stop.aborted).toBe(true);
    const given = signs.length;
    await clock.advance(60_000);
    expect(signs).toHaveLength(given);
    await watch.end();
    expect(clock.pending).toBe(0);
  });

  it('that is still on its way is waited for, and no longer than half a second', async () => {
    let arrive = () => {};
    const sign = () =>
      new Promise<void>((resolve) => {
        arrive = resolve;
      });
    for (const inTime of [true, false]) {
      const { clock, watch } = stage({ typing: sign });
      await clock.advance(250);
      let ended = false;
      void watch.end().then(() => {
        ended = true;
      });
      await clock.advance(400);
      expect(ended).toBe(false);
      if (inTime) arrive();
      await (inTime ? settle() : clock.advance(100));
      expect(ended).toBe(true);
      expect(clock.pending).toBe(0);
    }
  });

  it('follows no clock that is set', async () => {
    const { clock, signs } = stage();
    await clock.advance(300);
    clock.set(clock.now() - 3_600_000);
    await clock.advance(250);
    expect(signs).toHaveLength(2);
    await clock.advance(3_900);
    expect(signs).toHaveLength(2);
  });
});

describe('the end of a turn', () => {
  it('comes by its limit, by a wish for this very turn, and by nothing else', async () => {
    const late = stage({ limitMs: 10_000 });
    await late.clock.advance(9_999);
    expect(late.watch.stop.aborted).toBe(false);
    await late.clock.advance(1);
    expect([late.watch.stop.aborted, late.watch.timedOut()]).toEqual([true, true]);
    const stopped = stage();
    stopped.wishes.add('main/t0');
    stopped.wishes.add('group/t1');
    await stopped.clock.advance(1_000);
    expect(stopped.watch.stop.aborted).toBe(false);
    stopped.wishes.add('main/t1');
    await stopped.clock.advance(250);
    expect([stopped.watch.stop.aborted, stopped.watch.timedOut()]).toEqual([true, false]);
  });

  it('is seen at once where it was wished for before the turn began', () => {
    const clock = new FakeClock();
    const watch = watchTurn({
      clock,
      log: silentLog,
      lanes: { stopRequested: () => true },
      lane: 'main',
      turn: 't1',
      limitMs: 60_000,
      typing: async () => {},
      look: () => {},
    });
    expect(watch.stop.aborted).toBe(true);
  });
});

it('what is written meanwhile is looked for four times a second, also after a look that failed', async () => {
  const { clock, watch, looks } = stage({
    look: () => {
      throw new Error('database is closed');
    },
  });
  await clock.advance(1_000);
  expect(looks()).toBe(5);
  expect(watch.stop.aborted).toBe(false);
});
