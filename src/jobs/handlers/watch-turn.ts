// What happens beside a running turn: a look at the wish to stop it and at what was written to it meanwhile, its time limit,
// and the sign that somebody is at work. That sign is never given once the turn has ended.

import type { Clock, Log } from '../../contracts/index.js';
import type { Lanes } from '../lanes.js';

export interface WatchParts {
  clock: Clock;
  log: Log;
  lanes: Pick<Lanes, 'stopRequested'>;
  lane: string;
  turn: string;
  /** A turn that takes longer is stopped. */
  limitMs: number;
  /** Shows that somebody is at work. Never rejects. */
  typing(): Promise<void>;
  /** Looks for what was written meanwhile. */
  look(): void;
}

export interface TurnWatch {
  stop: AbortSignal;
  timedOut(): boolean;
  /** Resolves when no sign is on its way any more, or soon after. */
  end(): Promise<void>;
}

const WATCH_MS = 250;
/** Platforms show the sign for five seconds. */
const TYPING_MS = 4_000;
/** A sign that is still on its way is not waited for longer. */
const SIGN_MS = 500;

export function watchTurn(parts: WatchParts): TurnWatch {
  const { clock, log, lanes, lane, turn } = parts;
  const stop = new AbortController();
  let timedOut = false;
  // A timer, not a look at the clock: a clock that is set must not end what is running.
  const cancelLimit = clock.after(parts.limitMs, () => {
    timedOut = true;
    stop.abort();
  });
  let typedAt: number | undefined;
  let sign: Promise<void> = Promise.resolve();
  let cancel = () => {};

  /** Asked by a timer, where a database that is busy or closing has nobody to tell. */
  function look(): void {
    try {
      if (lanes.stopRequested(lane, turn)) stop.abort();
      else parts.look();
    } catch (error) {
      log.warn('turn.watch-failed', { error });
    }
    if (!stop.signal.aborted) cancel = clock.after(WATCH_MS, tick);
  }
  function tick(): void {
    const now = clock.now();
    // A quick answer needs no sign.
    if (typedAt === undefined || Math.abs(now - typedAt) >= TYPING_MS) {
      typedAt = now;
      sign = parts.typing();
    }
    look();
  }
  look();

  return {
    stop: stop.signal,
    timedOut: () => timedOut,
    async end() {
      cancel();
      cancelLimit();
      const over = new AbortController();
      await Promise.race([sign, clock.sleep(SIGN_MS, over.signal)]);
      over.abort();
    },
  };
}
