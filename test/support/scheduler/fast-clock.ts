// Real time, run faster, the same in every process: a minute passes in a tenth of a second.

import type { Clock } from '../../../src/contracts/index.js';
import { systemClock } from '../../../src/ops/system-clock.js';

const SPEED = 600;

/** `startedAt`: the real time (epoch ms) at which it showed `shown`. */
export function fastClock(startedAt: number, shown: number): Clock {
  return {
    now: () => shown + Math.floor((Date.now() - startedAt) * SPEED),
    sleep: (ms, signal) => systemClock.sleep(Math.ceil(ms / SPEED), signal),
    after: (ms, run) => systemClock.after(Math.ceil(ms / SPEED), run),
  };
}
