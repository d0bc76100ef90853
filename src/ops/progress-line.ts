// A line on the terminal that shows how far something is: painted over itself where somebody looks, one plain line now and
// then where the output goes into a file. Never writes to standard output, which is for data.

import { progressBar } from './progress-bar.js';

export interface LineOut {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface ProgressLine {
  show(done: number, total: number): void;
  /** Takes the bar away. */
  end(): void;
}

/** A share of the whole that is worth a line of its own, in percent. */
const STEP = 10;
const PAINT_MS = 100;
/** What has fewer steps is over before anybody looks into the file. */
const WORTH_LINES = 100;

export function progressLine(out: LineOut, label: string, now: () => number = () => performance.now()): ProgressLine {
  let paintedAt: number | undefined;
  let told = 0;
  return {
    show(done, total) {
      if (out.isTTY) {
        const at = now();
        if (paintedAt !== undefined && at - paintedAt < PAINT_MS && done < total) return;
        paintedAt = at;
        out.write(`\r${label} ${progressBar(done, total)}\u001b[K`);
        return;
      }
      if (total < WORTH_LINES) return;
      const percent = Math.floor((done / total) * 100);
      if (percent < told) told = 0;
      if (percent < told + STEP) return;
      told = percent - (percent % STEP);
      out.write(`${label}: ${percent} % (${done} of ${total})\n`);
    },
    end() {
      if (paintedAt !== undefined) out.write('\r\u001b[K');
      paintedAt = undefined;
    },
  };
}
