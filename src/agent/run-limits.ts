// What a run that nobody talks in may cost: ends it when it takes too long or uses too much. What it used is read from its
// transcript, so that a run that goes on after a crash has no second budget.

import type { Clock, Entry } from '../contracts/index.js';
import { apartTokens } from './apart/used.js';

export interface RunBounds {
  timeoutMs: number;
  /** Of its requests and answers together. */
  maxTokens: number;
  maxToolRounds: number;
}

export interface RunLimits {
  /** Fires when a bound is broken. */
  stop: AbortSignal;
  /** Tokens so far, by what is higher: the estimate, or the server's count. */
  spent(): number;
  /** Why it was ended, in words that follow a colon. */
  broken(): string | undefined;
  /** A request goes out that costs so much by estimate. */
  asked(tokens: number): void;
  /** Ends the run if it used too much. */
  look(): void;
  /** Lets go of the clock. */
  end(): void;
}

/** Begins to count the time. */
export function openLimits(
  clock: Clock,
  { timeoutMs, maxTokens }: Pick<RunBounds, 'timeoutMs' | 'maxTokens'>,
  entries: () => readonly Entry[],
): RunLimits {
  const stop = new AbortController();
  let broken: string | undefined;
  let estimated = 0;
  function spent(): number {
    const counted = entries().reduce((sum, entry) => {
      const usage = entry.type === 'assistant' ? entry.usage : undefined;
      return sum + (usage ? usage.input + usage.output : 0);
    }, 0);
    return Math.max(estimated, counted) + apartTokens(entries());
  }
  function end(reason: string): void {
    broken ??= reason;
    stop.abort();
  }
  const cancel = clock.after(timeoutMs, () => end('it took too long'));
  return {
    stop: stop.signal,
    spent,
    broken: () => broken,
    asked(tokens) {
      estimated += tokens;
    },
    look() {
      if (spent() > maxTokens) end(`it used more than ${maxTokens} tokens`);
    },
    end: cancel,
  };
}
