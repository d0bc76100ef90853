// The real clock. Whatever waits takes a Clock, and only a whole process or its test takes this one.

import type { Clock } from '../contracts/index.js';

/** Node fires a longer timer at once, so long waits are made of several. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),

  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const cancel = timer(ms, end);
      function end() {
        cancel();
        signal?.removeEventListener('abort', end);
        resolve();
      }
      signal?.addEventListener('abort', end, { once: true });
    });
  },

  after(ms, run) {
    return timer(ms, run, false);
  },
};

/** Runs once after `ms`, however long; returns what cancels. */
function timer(ms: number, run: () => void, keepsAlive = true): () => void {
  let handle: NodeJS.Timeout;
  const arm = (left: number) => {
    const step = Math.min(Math.max(0, left), LONGEST_TIMER);
    handle = setTimeout(() => (left > step ? arm(left - step) : run()), step);
    if (!keepsAlive) handle.unref();
  };
  arm(ms);
  return () => clearTimeout(handle);
}
