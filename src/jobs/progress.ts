// How far a running job is, written into its row now and then for whoever looks. Nothing waits for it and nothing rests on it:
// what cannot be written is left out.

import type { Clock } from '../contracts/index.js';
import type { Db } from '../db/database.js';

/** Between two writes, and before the first: what is over by then needs no bar. */
const PACE_MS = 1_000;

export interface Progress {
  /** Never throws. Numbers that make no share are left out. */
  tell(done: number, total: number): void;
  /** Nothing more is written. */
  end(): void;
}

/** `claim` tells this run of the job from later ones. */
export function openProgress(
  { db, clock }: { db: Db; clock: Clock },
  { seq, claim }: { seq: number; claim: number },
): Progress {
  let nextAt = clock.now() + PACE_MS;
  let latest: string | undefined;
  let cancelTimer: (() => void) | undefined;
  let isWriting = false;
  let hasEnded = false;

  function later(): void {
    if (cancelTimer || isWriting || hasEnded || latest === undefined) return;
    // A clock that was set back must not put this off.
    const wait = Math.min(PACE_MS, Math.max(0, nextAt - clock.now()));
    cancelTimer = clock.after(wait, () => void write());
  }

  async function write(): Promise<void> {
    cancelTimer = undefined;
    const progress = latest;
    latest = undefined;
    if (progress === undefined) return;
    isWriting = true;
    try {
      await db.write(() => {
        if (hasEnded) return;
        db.sql("UPDATE jobs SET progress = ? WHERE seq = ? AND claim = ? AND state = 'running'").run([
          progress,
          seq,
          claim,
        ]);
      });
    } catch {
      // The next one may be written.
    }
    isWriting = false;
    nextAt = clock.now() + PACE_MS;
    later();
  }

  return {
    tell(done, total) {
      if (!(total > 0 && done >= 0)) return;
      latest = JSON.stringify({ done: Math.min(done, total), total });
      later();
    },
    end() {
      hasEnded = true;
      cancelTimer?.();
    },
  };
}

/** What stands in a row. Undefined for what was never told. */
export function readProgress(column: string | null): { done: number; total: number } | undefined {
  // Written above alone, so it is what it was.
  return column === null ? undefined : (JSON.parse(column) as { done: number; total: number });
}
