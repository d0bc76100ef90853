// Decides when files and index are compared: watcher, interval, session start, search, growth of transcripts, a wish.
// One comparison at a time, except single files after an own write, which never wait for a long one. Must never leave a
// rejection unhandled, and says each trouble once.

import { type Clock, type Log, MemoryError } from '../../contracts/index.js';
import type { IndexHint } from './memory-index.js';
import type { SyncReport } from './sync.js';
import type { Watcher } from './watcher.js';

/** The section memory.sync of the configuration. */
export interface SyncSettings {
  watch: boolean;
  /** 0: never. */
  intervalMinutes: number;
  onSessionStart: boolean;
  onSearch: boolean;
  transcript: 'off' | { bytes: number; messages: number };
}

export interface TriggerParts {
  settings: SyncSettings;
  clock: Clock;
  log: Log;
  /** Compares everything, or these paths alone. */
  sync(signal: AbortSignal, only?: readonly string[]): Promise<SyncReport>;
  /** Opened by `start` where the settings want one. */
  watch(onChange: () => void): Watcher;
}

export interface Triggers {
  /** Watches, and keeps the interval. */
  start(): void;
  /** Compares everything, beginning after this call. Rejects with what went wrong, or when closed. */
  sync(): Promise<SyncReport>;
  /** Brings these paths up to date at once. Rejects as `sync`. */
  refresh(paths: readonly string[]): Promise<void>;
  /** Resolves once what is on disk now can be found; to nothing if the settings want none of it, or it failed. Never rejects. */
  beforeSearch(): Promise<SyncReport | undefined>;
  hint(event: IndexHint): void;
  /** What a person should know, one sentence each. */
  readonly notices: readonly string[];
  /** Lets what runs come to the end of its file. */
  close(): Promise<void>;
}

/** After a comparison, what is only written down in talk waits this long for more: a search looks at once anyway. */
const REST_MS = 5_000;
/** Troubles that are remembered as said. */
const MAX_SAID = 200;
/** Files named in one line of the log. */
const MAX_NAMED = 10;

export function openTriggers({ settings, clock, log, sync: compare, watch }: TriggerParts): Triggers {
  const abort = new AbortController();
  const said = { failures: new Set<string>(), files: new Set<string>() };
  const grown = { bytes: 0, messages: 0 };
  const refreshing = new Set<Promise<unknown>>();
  let running: Promise<SyncReport> | undefined;
  /** Whether the running comparison has looked at anything yet: until then it serves a new wish too. */
  let looked = false;
  let next: Promise<SyncReport> | undefined;
  let watcher: Watcher | undefined;
  let cancelInterval = () => {};
  let cancelRest: (() => void) | undefined;
  let endedAt = Number.NEGATIVE_INFINITY;

  function begin(): Promise<SyncReport> {
    looked = false;
    cancelRest?.();
    cancelRest = undefined;
    const work = run().finally(() => {
      running = undefined;
      endedAt = clock.now();
    });
    running = work;
    return work;
  }

  async function run(): Promise<SyncReport> {
    await Promise.resolve();
    looked = true;
    grown.bytes = grown.messages = 0;
    try {
      const report = await compare(abort.signal);
      said.failures.clear();
      sayFiles(report);
      return report;
    } catch (error) {
      sayFailure(error);
      throw error;
    }
  }

  async function sync(): Promise<SyncReport> {
    if (abort.signal.aborted) throw closed();
    if (running && !looked) return running;
    if (!running) return begin();
    next ??= running.then(follow, follow);
    return next;
  }

  async function follow(): Promise<SyncReport> {
    next = undefined;
    return sync();
  }

  /** Nobody waits for it, and what went wrong has been said. */
  function inBackground(): void {
    sync().catch(() => undefined);
  }

  /** As `inBackground`, but a busy house, in which something is said all the time, is not compared all the time. */
  function withRest(): void {
    const rest = Math.min(REST_MS, endedAt + REST_MS - clock.now());
    if (!running && rest <= 0) inBackground();
    else cancelRest ??= clock.after(running ? REST_MS : rest, inBackground);
  }

  function sayFailure(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (abort.signal.aborted || said.failures.has(reason) || said.failures.size >= MAX_SAID) return;
    said.failures.add(reason);
    log.warn('memory.sync-failed', { error });
  }

  function sayFiles({ failed }: SyncReport): void {
    const now = new Map(failed.map((one) => [`${one.path}: ${one.reason}`, one]));
    const fresh = [...now].filter(([key]) => !said.files.has(key)).map(([, one]) => one);
    said.files = new Set(now.keys());
    if (fresh.length > 0) log.warn('memory.not-indexed', { count: fresh.length, files: fresh.slice(0, MAX_NAMED) });
  }

  function keepInterval(): void {
    if (settings.intervalMinutes <= 0 || abort.signal.aborted) return;
    cancelInterval = clock.after(settings.intervalMinutes * 60_000, () => {
      keepInterval();
      watcher?.update();
      inBackground();
    });
  }

  return {
    start() {
      if (settings.watch) watcher ??= watch(inBackground);
      keepInterval();
    },
    sync,
    async refresh(paths) {
      if (abort.signal.aborted) throw closed();
      const work = compare(abort.signal, paths);
      refreshing.add(work);
      try {
        const { failed } = await work;
        if (failed[0]) throw new MemoryError('unavailable', failed[0].reason, { retryable: true });
      } finally {
        refreshing.delete(work);
      }
    },
    async beforeSearch() {
      return settings.onSearch ? await sync().catch(() => undefined) : undefined;
    },
    hint(event) {
      if (event.kind === 'session-start') {
        if (settings.onSessionStart) withRest();
        return;
      }
      grown.bytes += event.bytes;
      grown.messages += event.messages;
      const { transcript } = settings;
      if (transcript === 'off') return;
      if (grown.bytes >= transcript.bytes || grown.messages >= transcript.messages) withRest();
    },
    get notices() {
      return watcher?.trouble === undefined ? [] : [watcher.trouble];
    },
    async close() {
      abort.abort();
      watcher?.close();
      cancelInterval();
      cancelRest?.();
      await Promise.allSettled([running, next, ...refreshing]);
    },
  };
}

function closed(): MemoryError {
  return new MemoryError('unavailable', 'the search index is closed');
}
