// Which ranges are to be written down: each entry once, nothing forgotten, and one flush a cycle.

import { describe, expect, it } from 'vitest';
import type { FlushCause } from '../../../src/contracts/index.js';
import { openFlushDesk } from '../../../src/gateway/flush-desk.js';
import {
  advanceFlush,
  endFlush,
  flushesOf,
  isCovered,
  isFlushDue,
  openFlushes,
  queueFlush,
  rangeLeft,
} from '../../../src/sessions/flushes.js';
import { recordCompaction } from '../../../src/sessions/rows.js';
import { openFlushHouse, user } from '../../support/flush-house.js';
import { main } from '../../support/memory/open.js';

async function stage() {
  const house = await openFlushHouse();
  const { db, clock } = house;
  const { id: session } = await house.session(main);
  const entries = () => house.transcripts.read(session);
  const add = (...ids: string[]) => house.say(session, ...ids.map((id) => ({ ...user(`about ${id}`), id })));
  const queue = (cause: FlushCause, through?: string) => {
    const range = { session, entries: entries(), cause, ...(through === undefined ? {} : { through }) };
    return db.write(() => queueFlush(db, range, clock.now()));
  };
  const ranges = () => flushesOf(db, session).map(({ first, last }) => `${first}-${last}`);
  const covered = (through: string) => isCovered(db, session, entries(), through);
  return { ...house, session, entries, add, queue, ranges, covered };
}

describe('queueFlush', () => {
  it('takes what no row has yet, up to the entry, and an empty span adds nothing', async () => {
    const { add, queue, ranges, covered, db } = await stage();
    await add('a', 'b', 'c');
    await queue('cut', 'b');
    expect([covered('b'), covered('c')]).toEqual([true, false]);
    expect(await queue('cut', 'a')).toBeUndefined();
    expect(await queue('cut', 'b')).toBeUndefined();
    await add('d');
    await queue('ended');
    expect(ranges()).toEqual(['a-b', 'c-d']);
    expect(covered('d')).toBe(true);
    expect(openFlushes(db)).toHaveLength(2);
    expect(await queue('ended')).toBeUndefined();
  });

  it('what says nothing is written down already', async () => {
    const { say, session, queue, entries, covered, ranges } = await stage();
    await say(
      session,
      { type: 'thinking', text: 'hm', id: 't' },
      { type: 'tool_call', call: '1', name: 'x', args: '' },
    );
    expect(await queue('ended')).toBeUndefined();
    expect(covered(entries().at(-1)?.id ?? '')).toBe(true);
    expect(covered('nowhere')).toBe(false);
    await say(session, { type: 'tool_result', call: '1', name: 'x', text: 'found', id: 'r' });
    await queue('ended');
    expect(ranges()).toEqual(['r-r']);
  });

  it('an unknown end means everything: better too much than too little', async () => {
    const { add, queue, ranges } = await stage();
    await add('a', 'b');
    await queue('cut', 'nowhere');
    expect(ranges()).toEqual(['a-b']);
  });

  it('what was flushed is not asked for again, and only what comes behind it', async () => {
    const { add, queue, ranges, db, session } = await stage();
    await add('a', 'b');
    const row = (await queue('cut')) ?? 0;
    await db.write(() => {
      advanceFlush(db, { row, session, from: undefined, through: 'b', lines: 2 }, 1);
      endFlush(db, row, 1);
    });
    expect(await queue('ended')).toBeUndefined();
    await add('c');
    await queue('ended');
    expect(ranges()).toEqual(['a-b', 'c-c']);
  });
});

describe('when a window that fills asks for a flush', () => {
  it('C062: five compactions, five flushes', async () => {
    const { add, queue, ranges, db, session, clock } = await stage();
    for (let cycle = 1; cycle <= 5; cycle++) {
      await add(`${cycle}a`, `${cycle}b`, `${cycle}c`);
      await queue('threshold');
      await clock.advance(120_000);
      await queue('threshold');
      // What is cut off had been written down at the threshold.
      await queue('cut', `${cycle}b`);
      await db.write(() => recordCompaction(db, session, undefined, clock.now()));
    }
    expect(ranges()).toEqual([1, 2, 3, 4, 5].map((cycle) => `${cycle}a-${cycle}c`));
  });

  it('C062: a cut that no threshold came before is written down in every cycle', async () => {
    const { add, queue, ranges, db, session, clock } = await stage();
    for (let cycle = 1; cycle <= 5; cycle++) {
      await add(`${cycle}a`, `${cycle}b`);
      await queue('cut', `${cycle}b`);
      await db.write(() => recordCompaction(db, session, undefined, clock.now()));
    }
    expect(ranges()).toEqual([1, 2, 3, 4, 5].map((cycle) => `${cycle}a-${cycle}b`));
  });

  it('C064: two triggers within a minute are one flush, in whatever cycle', () => {
    const at = 1_000_000;
    const before = [{ cause: 'threshold' as const, cycle: 1, addedAt: at }];
    expect(isFlushDue('threshold', 2, before, at + 59_000)).toBe(false);
    expect(isFlushDue('threshold', 2, before, at + 60_000)).toBe(true);
    expect(isFlushDue('threshold', 1, before, at + 3_600_000)).toBe(false);
    // A clock that was set back does not put it off for longer than that.
    expect(isFlushDue('threshold', 2, before, at - 3_600_000)).toBe(true);
  });

  it('what is about to be cut off or to end never waits', () => {
    const before = [{ cause: 'threshold' as const, cycle: 0, addedAt: 5 }];
    expect(isFlushDue('cut', 0, before, 5)).toBe(true);
    expect(isFlushDue('ended', 0, before, 5)).toBe(true);
  });
});

describe('advanceFlush', () => {
  it('moves forward from where the caller believes it to be, once', async () => {
    const { add, queue, db, session, flushedThrough } = await stage();
    await add('a', 'b');
    const row = (await queue('cut')) ?? 0;
    const move = (from: string | undefined, through: string) =>
      db.write(() => advanceFlush(db, { row, session, from, through, lines: 1 }, 9));
    await move(undefined, 'a');
    await move('a', 'b');
    await move(undefined, 'a');
    await move('a', 'b');
    expect(flushedThrough(session)).toBe('b');
    expect(flushesOf(db, session)[0]?.lines).toBe(2);
  });
});

describe('rangeLeft', () => {
  it('begins behind what is flushed, and takes the rest where an end is gone', async () => {
    const { add, entries } = await stage();
    await add('a', 'b', 'c');
    const at = (id: string) => entries().findIndex((one) => one.id === id);
    expect(rangeLeft(entries(), { first: 'a', last: 'b' }, undefined)).toEqual({ from: at('a'), to: at('b') });
    expect(rangeLeft(entries(), { first: 'a', last: 'c' }, 'b')).toEqual({ from: at('c'), to: at('c') });
    expect(rangeLeft(entries(), { first: 'a', last: 'b' }, 'b')).toBeUndefined();
    expect(rangeLeft(entries(), { first: 'gone', last: 'gone too' }, 'a')).toEqual({ from: at('b'), to: at('c') });
  });
});

describe('the flush desk', () => {
  it('has the row on disk before it wakes anybody, and wakes for what is new only', async () => {
    const { add, entries, db, clock, session, covered } = await stage();
    const woken: boolean[] = [];
    const desk = openFlushDesk({ db, clock, wakeUps: { flush: async () => void woken.push(covered('a')) } });
    await add('a');
    await desk.ensure(session, entries(), 'a', 'cut');
    await desk.ensure(session, entries(), 'a', 'cut');
    expect(woken).toEqual([true]);
  });
});
