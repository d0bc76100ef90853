// What requests really cost, beside what they were estimated at: a running mean for each model, in state.sqlite. Numbers only.

import type { Clock } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export interface TokenRatios {
  /** Reported tokens to estimated ones; 1 for a model that nobody knows yet. */
  of(model: string): number;
  /** Takes in what a server reported; what cannot be true is left out. */
  observe(model: string, estimated: () => number, reported: number): void;
  /** Writes down what was observed; inside a transaction of the caller. */
  keep(): void;
}

/** The newest report counts for so much, once there are several. */
const WEIGHT = 0.2;
/** Short requests say little, and some servers report nonsense. */
const SHORTEST = 500;
const LEAST = 0.3;
const MOST = 3;

interface Known {
  ratio: number;
  samples: number;
}

/** What other processes have written down counts at once: whoever takes few turns knows what the others found out. */
export function openTokenRatios(db: Db, clock: Clock): TokenRatios {
  /** By model, what was observed here and is not written down yet, oldest first. */
  const observed = new Map<string, number[]>();

  function look(model: string): Known {
    const stored = db.sql<Known>('SELECT ratio, samples FROM token_ratios WHERE model = ?').get([model]);
    return (observed.get(model) ?? []).reduce(withOne, stored ?? { ratio: 1, samples: 0 });
  }

  return {
    of: (model) => look(model).ratio,
    observe(model, estimated, reported) {
      if (!(reported >= SHORTEST * LEAST)) return;
      const guess = estimated();
      const now = reported / guess;
      if (guess < SHORTEST || !(now >= LEAST && now <= MOST)) return;
      observed.set(model, [...(observed.get(model) ?? []), now]);
    },
    keep() {
      for (const model of observed.keys()) {
        const { ratio, samples } = look(model);
        db.sql(
          `INSERT INTO token_ratios (model, ratio, samples, at) VALUES (?, ?, ?, ?)
           ON CONFLICT (model) DO UPDATE SET ratio = excluded.ratio, samples = excluded.samples, at = excluded.at`,
        ).run([model, ratio, samples, clock.now()]);
      }
      observed.clear();
    },
  };
}

function withOne({ ratio, samples }: Known, now: number): Known {
  const weight = Math.max(WEIGHT, 1 / (samples + 1));
  return { ratio: ratio + (now - ratio) * weight, samples: samples + 1 };
}
