// Time as a dependency: whatever waits or stamps takes a Clock, so that tests turn it by hand.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `run` once after `ms`; the returned function cancels. Does not keep the process alive. */
  after(ms: number, run: () => void): () => void;
}
