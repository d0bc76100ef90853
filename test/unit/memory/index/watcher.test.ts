// Noticing changes: by the system where it can, from time to time where it cannot, with few descriptors and one warning.

import { appendFileSync, mkdirSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTriggers } from '../../../../src/memory/index/triggers.js';
import { openWatcher, POLL_MS, QUIET_MS, type WatchCall } from '../../../../src/memory/index/watcher.js';
import { FakeClock, settle } from '../../../support/fake-clock.js';
import { found, openPlaces, openTestStore, syncInto } from '../../../support/memory/indexed.js';
import { memoryLog } from '../../../support/memory-log.js';

type Listener = Parameters<WatchCall>[2];

/** Watches that only the test sets off. */
function fakeWatches(refuse: (path: string) => string | undefined = () => undefined) {
  const open = new Map<string, { listener: Listener; fail(code: string): void }>();
  let opened = 0;
  const call: WatchCall = (path, _options, listener) => {
    const code = refuse(path);
    if (code) throw Object.assign(new Error(code), { code });
    opened++;
    let onError = (_error: Error) => {};
    const handle = {
      close: () => void open.delete(path),
      on(event: string, react: (error: Error) => void) {
        if (event === 'error') onError = react;
        return handle;
      },
    };
    open.set(path, { listener, fail: (code) => onError(Object.assign(new Error(code), { code })) });
    return handle as ReturnType<WatchCall>;
  };
  return {
    call,
    paths: () => [...open.keys()].sort(),
    opened: () => opened,
    fire: (path: string, name: string | null, event = 'change') => open.get(path)?.listener(event, name),
    fail: (path: string, code: string) => open.get(path)?.fail(code),
  };
}

function rig(folders: string[], watches = fakeWatches()) {
  const clock = new FakeClock();
  const log = memoryLog();
  let changes = 0;
  const watcher = openWatcher({
    folders: () => folders.map((path) => (path.includes('#') ? split(path) : { path })),
    onChange: () => changes++,
    clock,
    log,
    watch: watches.call,
  });
  return { clock, log, watcher, watches, changes: () => changes };
}

function split(path: string) {
  const [folder = '', only = ''] = path.split('#');
  return { path: folder, only };
}

describe('changes', () => {
  it('are told after a short quiet, and not held back for ever', async () => {
    const { clock, watches, changes } = rig(['/w/memory']);
    watches.fire('/w/memory', 'a.md');
    await clock.advance(QUIET_MS - 1);
    watches.fire('/w/memory', 'b.md');
    await clock.advance(QUIET_MS - 1);
    expect(changes()).toBe(0);
    await clock.advance(1);
    expect(changes()).toBe(1);
    for (let n = 0; n < 100; n++) {
      watches.fire('/w/memory', 'a.md');
      await clock.advance(100);
    }
    expect(changes()).toBeGreaterThanOrEqual(5);
    expect(changes()).toBeLessThanOrEqual(7);
  });

  it('of hidden files, and beside a file that was configured alone, are none', async () => {
    const { clock, watches, changes } = rig(['/w/memory', '/home#todo.md', '/home#list.md']);
    watches.fire('/w/memory', '.MEMORY.md.nightjar.tmp', 'rename');
    watches.fire('/home', 'other.md');
    await clock.advance(10_000);
    expect(changes()).toBe(0);
    watches.fire('/home', 'list.md');
    await clock.advance(QUIET_MS);
    expect(changes()).toBe(1);
    watches.fire('/w/memory', null);
    await clock.advance(QUIET_MS);
    expect(changes()).toBe(2);
  });

  it('of folders are followed, with one descriptor each', async () => {
    const folders = ['/w', '/w/memory', '/w/memory'];
    const { clock, watches, watcher } = rig(folders);
    expect(watches.paths()).toEqual(['/w', '/w/memory']);
    folders.push('/w/memory/new');
    watches.fire('/w/memory', 'new', 'rename');
    await clock.advance(QUIET_MS);
    expect(watches.paths()).toEqual(['/w', '/w/memory', '/w/memory/new']);
    folders.splice(1);
    watcher.update();
    expect(watches.paths()).toEqual(['/w']);
    expect(watches.opened()).toBe(3);
  });

  it('see a folder that was put in the place of another', async () => {
    const { clock, watches, changes } = rig(['/w/memory']);
    watches.fire('/w/memory', 'memory', 'rename');
    await clock.advance(QUIET_MS);
    expect(changes()).toBe(1);
    expect(watches.opened()).toBe(2);
    watches.fire('/w/memory', 'a.md');
    await clock.advance(QUIET_MS);
    expect(changes()).toBe(2);
  });
});

describe('a system that refuses', () => {
  it.each(['EMFILE', 'ENOSPC', 'ENFILE'])(
    'C037 (%s) is looked at from time to time, with one warning',
    async (code) => {
      const folders = Array.from({ length: 50 }, (_, n) => `/w/${n}`);
      const { clock, watches, watcher, log, changes } = rig(
        folders,
        fakeWatches((path) => (path.endsWith('7') ? code : undefined)),
      );
      expect(watches.paths()).toEqual([]);
      expect(log.events.map(({ level, event }) => [level, event])).toEqual([['warn', 'memory.watch-refused']]);
      expect(watcher.trouble).toContain(code);
      await clock.advance(3 * POLL_MS);
      expect(changes()).toBe(3);
      watcher.update();
      expect(watches.paths()).toEqual([]);
      watcher.close();
      expect(clock.pending).toBe(0);
    },
  );

  it('C037 finds an edited note within the interval', async () => {
    const { put, sources } = await openPlaces({ files: { 'memory/a.md': 'tea' } });
    const store = openTestStore();
    const clock = new FakeClock();
    const log = memoryLog();
    const passes: Promise<unknown>[] = [];
    const triggers = openTriggers({
      settings: { watch: true, intervalMinutes: 0, onSessionStart: false, onSearch: false, transcript: 'off' },
      clock,
      log,
      sync(signal, only) {
        const pass = syncInto(store, sources, { signal, ...(only ? { only } : {}) });
        passes.push(pass);
        return pass;
      },
      watch: (onChange) =>
        openWatcher({
          folders: () => sources.list().folders,
          onChange,
          clock,
          log,
          watch: fakeWatches(() => 'EMFILE').call,
        }),
    });
    onTestFinished(() => triggers.close());
    triggers.start();
    await triggers.sync();
    put('memory/a.md', 'the heron');
    await clock.advance(POLL_MS);
    await Promise.all(passes);
    expect(found(store, 'heron')).toEqual(['memory/a.md:1']);
    expect(triggers.notices).toEqual([expect.stringContaining('EMFILE')]);
    expect(log.events).toHaveLength(1);
  });

  it('later on is taken the same way', async () => {
    const { clock, watches, watcher, log, changes } = rig(['/w/a', '/w/b']);
    watches.fail('/w/b', 'EMFILE');
    expect(watches.paths()).toEqual([]);
    expect(watcher.trouble).toContain('EMFILE');
    await clock.advance(POLL_MS);
    expect(changes()).toBe(1);
    expect(log.events).toHaveLength(1);
  });

  it('is no more than a folder that is gone', () => {
    const { watches, watcher, log } = rig(
      ['/w/a', '/w/b'],
      fakeWatches((path) => (path === '/w/a' ? 'ENOENT' : undefined)),
    );
    expect(watches.paths()).toEqual(['/w/b']);
    watches.fail('/w/b', 'EPERM');
    expect(watches.paths()).toEqual([]);
    expect(watcher.trouble).toBeUndefined();
    expect(log.events).toEqual([]);
  });

  it('is not asked for thousands of watches', () => {
    const { watches, watcher } = rig(Array.from({ length: 2_001 }, (_, n) => `/w/${n}`));
    expect(watches.opened()).toBe(0);
    expect(watcher.trouble).toContain('more than 2000 folders');
  });
});

it('survives that the workspace cannot be listed', () => {
  const watches = fakeWatches();
  const watcher = openWatcher({
    folders() {
      throw new Error('gone');
    },
    onChange: () => {},
    clock: new FakeClock(),
    log: memoryLog(),
    watch: watches.call,
  });
  expect(watcher.trouble).toBeUndefined();
});

it('lets everything go', async () => {
  const { clock, watches, watcher, changes } = rig(['/w', '/w/memory']);
  watches.fire('/w', 'MEMORY.md');
  watcher.close();
  expect(watches.paths()).toEqual([]);
  expect(clock.pending).toBe(0);
  await clock.advance(60_000);
  watcher.update();
  expect(changes()).toBe(0);
  expect(watches.paths()).toEqual([]);
});

it('notices what people do to their files', async () => {
  const { put, path, sources } = await openPlaces({ files: { 'memory/a.md': 'a', 'memory/deep/b.md': 'b' } });
  const clock = new FakeClock();
  let noticed = (_name: string | null) => {};
  const watcher = openWatcher({
    folders: () => sources.list().folders,
    onChange: () => {},
    clock,
    log: memoryLog(),
    // The system's own watch; a test waits for what it says instead of for time to pass.
    watch: (folder, options, listener) =>
      watch(folder, options, (event, name) => {
        listener(event, name);
        noticed(name);
      }),
  });
  onTestFinished(() => watcher.close());
  /** Whether a change is about to be told once the system has spoken of `name`. */
  async function isTold(name: string, work: () => void): Promise<boolean> {
    const spoken = new Promise<void>((resolve) => {
      noticed = (changed) => changed === name && resolve();
    });
    work();
    await spoken;
    const waits = clock.pending === 1;
    await clock.advance(QUIET_MS);
    await settle();
    return waits;
  }
  expect(await isTold('a.md', () => appendFileSync(path('memory/a.md'), 'more'))).toBe(true);
  expect(await isTold('new.md', () => put('memory/new.md', 'new'))).toBe(true);
  expect(await isTold('MEMORY.md', () => put('MEMORY.md', 'new'))).toBe(true);
  expect(await isTold('b.md', () => renameSync(path('memory/new.md'), path('memory/deep/b.md')))).toBe(true);
  expect(await isTold('b.md', () => rmSync(path('memory/deep/b.md')))).toBe(true);
  expect(await isTold('fresh', () => mkdirSync(path('memory/fresh')))).toBe(true);
  expect(await isTold('c.md', () => writeFileSync(path('memory/fresh/c.md'), 'c'))).toBe(true);
});
