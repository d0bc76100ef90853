// When files and index are compared, one comparison at a time, and that trouble is said once and stops nothing.

import { describe, expect, it } from 'vitest';
import { MemoryError } from '../../../../src/contracts/index.js';
import type { SyncReport } from '../../../../src/memory/index/sync.js';
import { openTriggers, type SyncSettings } from '../../../../src/memory/index/triggers.js';
import { FakeClock, settle } from '../../../support/fake-clock.js';
import { memoryLog } from '../../../support/memory-log.js';

const everything: SyncSettings = {
  watch: true,
  intervalMinutes: 30,
  onSessionStart: true,
  onSearch: true,
  transcript: { bytes: 1_000, messages: 5 },
};
const nothing: SyncSettings = {
  watch: false,
  intervalMinutes: 0,
  onSessionStart: false,
  onSearch: false,
  transcript: 'off',
};
const report: SyncReport = {
  files: 1,
  indexed: 0,
  removed: 0,
  unchanged: 1,
  retried: 0,
  behind: [],
  failed: [],
  ms: 1,
};

/** Comparisons that end when the test says so. */
function rig(settings: Partial<SyncSettings> = {}) {
  const clock = new FakeClock();
  const log = memoryLog();
  const runs: {
    only?: readonly string[];
    signal: AbortSignal;
    end(with_?: Partial<SyncReport> | Error): Promise<void>;
  }[] = [];
  const watcher = { changed: () => {}, updates: 0, closed: 0, trouble: undefined as string | undefined };
  const triggers = openTriggers({
    settings: { ...everything, ...settings },
    clock,
    log,
    sync: (signal, only) =>
      new Promise((resolve, reject) => {
        runs.push({
          ...(only ? { only } : {}),
          signal,
          async end(result = {}) {
            if (result instanceof Error) reject(result);
            else resolve({ ...report, ...result });
            await settle();
          },
        });
      }),
    watch(onChange) {
      watcher.changed = onChange;
      return {
        get trouble() {
          return watcher.trouble;
        },
        update: () => watcher.updates++,
        close: () => watcher.closed++,
      };
    },
  });
  const started = async () => {
    await settle();
    return runs.length;
  };
  return { clock, log, runs, watcher, triggers, started };
}

describe('a comparison begins', () => {
  it('when something changed on disk', async () => {
    const { triggers, watcher, started } = rig();
    triggers.start();
    expect(await started()).toBe(0);
    watcher.changed();
    expect(await started()).toBe(1);
  });

  it('every so many minutes', async () => {
    const { triggers, clock, runs, watcher, started } = rig();
    triggers.start();
    await clock.advance(29 * 60_000);
    expect(await started()).toBe(0);
    await clock.advance(60_000);
    expect(await started()).toBe(1);
    expect(watcher.updates).toBe(1);
    await runs[0]?.end();
    await clock.advance(30 * 60_000);
    expect(await started()).toBe(2);
  });

  it('when a session starts', async () => {
    const { triggers, started } = rig();
    triggers.hint({ kind: 'session-start' });
    expect(await started()).toBe(1);
  });

  it('when transcripts have grown enough since the last one, in bytes or in messages', async () => {
    const { triggers, clock, runs, started } = rig();
    triggers.hint({ kind: 'transcript', bytes: 600, messages: 2 });
    expect(await started()).toBe(0);
    triggers.hint({ kind: 'transcript', bytes: 400, messages: 1 });
    expect(await started()).toBe(1);
    await runs[0]?.end();
    await clock.advance(5_000);
    triggers.hint({ kind: 'transcript', bytes: 600, messages: 4 });
    expect(await started()).toBe(1);
    triggers.hint({ kind: 'transcript', bytes: 1, messages: 1 });
    expect(await started()).toBe(2);
  });

  it('once for all that is said within five seconds of the last one; a search does not wait for that', async () => {
    const { triggers, clock, runs, started } = rig();
    const talk = () => triggers.hint({ kind: 'transcript', bytes: 2_000, messages: 10 });
    talk();
    expect(await started()).toBe(1);
    talk();
    await runs[0]?.end();
    await clock.advance(3_000);
    for (let said = 0; said < 20; said++) talk();
    triggers.hint({ kind: 'session-start' });
    expect(await started()).toBe(1);
    await clock.advance(5_000);
    expect(await started()).toBe(2);
    await runs[1]?.end();
    talk();
    const search = triggers.beforeSearch();
    expect(await started()).toBe(3);
    await runs[2]?.end();
    await search;
    await clock.advance(60_000);
    expect(await started()).toBe(3);
    expect(clock.pending).toBe(0);
  });

  it('before a search, which waits for it', async () => {
    const { triggers, runs } = rig();
    let ready = false;
    const search = triggers.beforeSearch().then(() => {
      ready = true;
    });
    await settle();
    expect(ready).toBe(false);
    await runs[0]?.end();
    expect(ready).toBe(true);
    await search;
  });

  it('for none of these when the settings want none', async () => {
    const { triggers, clock, watcher, started } = rig(nothing);
    triggers.start();
    watcher.changed();
    triggers.hint({ kind: 'session-start' });
    triggers.hint({ kind: 'transcript', bytes: 1e9, messages: 1e9 });
    await clock.advance(24 * 3_600_000);
    await triggers.beforeSearch();
    expect(await started()).toBe(0);
    expect(clock.pending).toBe(0);
    void triggers.sync();
    expect(await started()).toBe(1);
  });
});

describe('one at a time', () => {
  it('wishes during a run are remembered once', async () => {
    const { triggers, runs, watcher, started } = rig();
    triggers.start();
    const first = triggers.sync();
    await settle();
    const second = triggers.sync();
    const search = triggers.beforeSearch();
    watcher.changed();
    triggers.hint({ kind: 'session-start' });
    expect(await started()).toBe(1);
    await runs[0]?.end({ files: 10 });
    expect(await first).toMatchObject({ files: 10 });
    expect(await started()).toBe(2);
    await runs[1]?.end({ files: 20 });
    expect(await second).toMatchObject({ files: 20 });
    await search;
    expect(await started()).toBe(2);
  });

  it('a run that has not looked yet serves those who come at the same moment', async () => {
    const { triggers, runs, started } = rig();
    const all = Promise.all([triggers.sync(), triggers.sync(), triggers.beforeSearch()]);
    expect(await started()).toBe(1);
    await runs[0]?.end();
    await all;
    expect(await started()).toBe(1);
  });

  it('an own write does not wait', async () => {
    const { triggers, runs, started } = rig();
    const long = triggers.sync();
    await settle();
    const own = triggers.refresh(['memory/a.md']);
    expect(await started()).toBe(2);
    expect(runs[1]?.only).toEqual(['memory/a.md']);
    await runs[1]?.end();
    await own;
    await runs[0]?.end();
    await long;
  });

  it('an own write that was not indexed is not kept quiet', async () => {
    const { triggers, runs } = rig();
    const own = triggers.refresh(['memory/a.md']);
    const outcome = expect(own).rejects.toThrow('memory/a.md cannot be read');
    await runs[0]?.end({ failed: [{ path: 'memory/a.md', reason: 'memory/a.md cannot be read' }] });
    await outcome;
  });
});

describe('trouble', () => {
  it('is told to who waits, and said once for each reason', async () => {
    const { triggers, runs, log } = rig();
    const reasons = ['disk full', 'disk full', 'locked', 'disk full'];
    for (const [at, reason] of reasons.entries()) {
      const outcome = expect(triggers.sync()).rejects.toThrow(reason);
      await settle();
      await runs[at]?.end(new Error(reason));
      await outcome;
    }
    expect(log.events.map(({ event, fields }) => [event, (fields.error as Error).message])).toEqual([
      ['memory.sync-failed', 'disk full'],
      ['memory.sync-failed', 'locked'],
    ]);
  });

  it('of a search stays behind it', async () => {
    const { triggers, runs } = rig();
    const search = triggers.beforeSearch();
    await settle();
    await runs[0]?.end(new Error('disk full'));
    await expect(search).resolves.toBeUndefined();
  });

  it('does not end the next try, nor what was remembered meanwhile', async () => {
    const { triggers, runs } = rig();
    triggers.hint({ kind: 'session-start' });
    await settle();
    const next = triggers.sync();
    await settle();
    await runs[0]?.end(new Error('disk full'));
    await runs[1]?.end();
    expect(await next).toMatchObject({ files: 1 });
  });

  it('with single files is said once, and again when it comes back', async () => {
    const { triggers, runs, log } = rig();
    const failed = [{ path: 'memory/a.md', reason: 'memory/a.md cannot be read' }];
    for (const [at, now] of [failed, failed, [], failed].entries()) {
      const run = triggers.sync();
      await settle();
      await runs[at]?.end({ failed: now });
      await run;
    }
    expect(log.events.map(({ event, fields }) => [event, fields.count])).toEqual([
      ['memory.not-indexed', 1],
      ['memory.not-indexed', 1],
    ]);
  });

  it('of the watcher is a notice', () => {
    const { triggers, watcher } = rig();
    expect(triggers.notices).toEqual([]);
    triggers.start();
    watcher.trouble = 'looked at from time to time';
    expect(triggers.notices).toEqual(['looked at from time to time']);
  });
});

it('closes after the file at hand, and does nothing more', async () => {
  const { triggers, runs, watcher, clock, log, started } = rig();
  triggers.start();
  const current = triggers.sync();
  await settle();
  const later = expect(triggers.sync()).rejects.toThrow(MemoryError);
  const own = triggers.refresh(['memory/a.md']);
  let closed = false;
  const close = triggers.close().then(() => {
    closed = true;
  });
  await settle();
  expect(closed).toBe(false);
  expect(runs.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await runs[0]?.end();
  await runs[1]?.end();
  await Promise.all([current, own, later, close]);
  expect(watcher.closed).toBe(1);
  expect(clock.pending).toBe(0);
  watcher.changed();
  triggers.hint({ kind: 'session-start' });
  await triggers.beforeSearch();
  await expect(triggers.sync()).rejects.toThrow('closed');
  await expect(triggers.refresh(['memory/a.md'])).rejects.toThrow('closed');
  expect(await started()).toBe(2);
  expect(log.events).toEqual([]);
});
