// The main thread's side of the index: what becomes of calls when the thread dies, hangs, or never comes up.

import { describe, expect, it, onTestFinished } from 'vitest';
import { MemoryError, type Scope } from '../../../../src/contracts/index.js';
import { threadedIndex } from '../../../../src/memory/index/client.js';
import type { MemoryIndex } from '../../../../src/memory/index/memory-index.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { memoryLog } from '../../../support/memory-log.js';

const MODULE = new URL('../../../support/memory/unruly-thread.mjs', import.meta.url);
const main: Scope = { kind: 'main' };

interface Manners {
  loads?: 'at once' | 'when told' | 'never';
  does?: Partial<Record<keyof MemoryIndex, 'die' | 'die once' | 'hang' | 'keep silent' | 'keep silent once' | 'log'>>;
}

function open(manners: Manners = {}) {
  const counts = new SharedArrayBuffer(12);
  const seen = new Int32Array(counts);
  const clock = new FakeClock();
  const log = memoryLog();
  const index = threadedIndex({ module: MODULE, settings: { counts, ...manners }, clock, log });
  onTestFinished(() => index.close());
  return {
    index,
    clock,
    log,
    search: () => index.search(main, 'x', {}),
    die: () => index.hint({ kind: 'session-start' }),
    letLoad() {
      Atomics.store(seen, 1, 1);
      Atomics.notify(seen, 1);
    },
    starts: () => Atomics.load(seen, 0),
    asked: () => Atomics.load(seen, 2),
    deaths: () => log.events.filter(({ event }) => event === 'index.thread-ended').length,
    events: () => log.events.map(({ level, event }) => `${level} ${event}`),
  };
}

async function failureOf(work: Promise<unknown>): Promise<MemoryError> {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof MemoryError) return error;
  throw new Error('it did not fail as it should', { cause: error });
}

const STOPPED = { kind: 'unavailable', retryable: true, message: 'the search index is not running' };
const CLOSED = { kind: 'unavailable', retryable: false, message: 'the search index is closed' };

describe('a thread that dies', () => {
  it('in mid-call is started again, and a search is asked once more', async () => {
    const { search, starts, events } = open({ does: { search: 'die once' } });
    expect(await search()).toEqual({ start: 2, name: 'search' });
    expect([starts(), events()]).toEqual([2, ['warn index.thread-ended']]);
  });

  it('hands every search, refresh and status under way to the next one, and fails the rest', async () => {
    const silent = 'keep silent once';
    const { index, search, die, asked } = open({
      does: { search: silent, refresh: silent, status: silent, rebuild: silent, hint: 'die' },
    });
    const rebuilt = failureOf(index.rebuild());
    const repeated = Promise.all([search(), search(), index.refresh(['MEMORY.md']), index.status()]);
    await expect.poll(asked).toBe(5);
    die();
    expect(await rebuilt).toMatchObject(STOPPED);
    expect(await repeated).toEqual(['search', 'search', 'refresh', 'status'].map((name) => ({ start: 2, name })));
  });

  it('twice over one search fails that search', async () => {
    const { search, starts } = open({ does: { search: 'die' } });
    expect(await failureOf(search())).toMatchObject(STOPPED);
    expect(starts()).toBe(2);
  });

  it('comes back without being asked, so that files are followed again', async () => {
    const { clock, die, starts, deaths } = open({ does: { hint: 'die' } });
    die();
    await expect.poll(deaths).toBe(1);
    expect(starts()).toBe(1);
    await clock.advance(1_000);
    await expect.poll(starts).toBe(2);
  });
});

describe('a thread that cannot come up', () => {
  it('is tried five times within a minute, and again when that is over', async () => {
    const { index, clock, starts, deaths, events } = open({ loads: 'never' });
    for (let n = 1; n <= 5; n++) {
      await expect.poll(deaths).toBe(n);
      await clock.advance(1_000);
    }
    const error = await failureOf(index.status());
    expect(error).toMatchObject(STOPPED);
    expect(error.remedy).toBe('The log says why. It is started again by itself within a minute.');
    expect(events().filter((one) => one === 'error index.thread-failed')).toHaveLength(5);
    await clock.advance(54_000);
    expect(starts()).toBe(5);
    await clock.advance(1_000);
    await expect.poll(starts).toBe(6);
  });

  it('is no trouble at the end', async () => {
    const { index, starts, events } = open({ loads: 'never' });
    await index.close();
    expect([starts(), events()[0]]).toEqual([1, 'error index.thread-failed']);
    expect(await failureOf(index.status())).toMatchObject(CLOSED);
  });
});

describe('close', () => {
  it('waits for a module that has not loaded yet', async () => {
    const { index, clock, letLoad, starts, events } = open({ loads: 'when told' });
    await expect.poll(starts).toBe(1);
    const closing = index.close();
    expect(index.close()).toBe(closing);
    letLoad();
    await closing;
    expect([starts(), events(), clock.pending]).toEqual([1, [], 0]);
  });

  it('of a stuck thread ends it after a while, and says so', async () => {
    const { index, clock, asked, events } = open({ does: { sync: 'hang' } });
    const stuck = failureOf(index.sync());
    await expect.poll(asked).toBe(1);
    const closing = index.close();
    await clock.advance(5_000);
    await closing;
    expect(await stuck).toMatchObject(CLOSED);
    expect(events()).toEqual(['warn index.close-failed']);
  });

  it('lets calls fail that nobody will answer any more, before and after', async () => {
    const { index, search, die } = open({ does: { search: 'keep silent' } });
    const waiting = failureOf(search());
    await index.close();
    expect(await waiting).toMatchObject(CLOSED);
    expect(await failureOf(search())).toMatchObject(CLOSED);
    die();
  });

  it('between a death and the next start leaves no thread behind', async () => {
    const { index, clock, die, starts, deaths } = open({ does: { hint: 'die' } });
    die();
    await expect.poll(deaths).toBe(1);
    await index.close();
    await clock.advance(120_000);
    expect(starts()).toBe(1);
  });
});

it('passes log lines on in their order, before the answer', async () => {
  const { index, log } = open({ does: { sync: 'log' } });
  await index.sync();
  expect(log.events.map(({ event, fields }) => [event, fields.n])).toEqual([
    ['said', 1],
    ['said', 2],
    ['said', 3],
  ]);
});

it('refuses what cannot be handed over, and goes on', async () => {
  const { index, clock, search } = open();
  await expect(index.search(main, 'x', { limit: (() => 1) as unknown as number })).rejects.toThrow(/clone/);
  expect(await search()).toEqual({ start: 1, name: 'search' });
  await index.close();
  expect(clock.pending).toBe(0);
});
