// Many scores made into the figures that are told: for all questions, for each kind, for each reader. Pure.

import type { Score } from './score.js';

/** One question with its answer. */
export interface Outcome extends Score {
  /** scopeId of the reader. */
  reader: string;
  /** The whole search, milliseconds. */
  ms: number;
  /** Of it, waiting for the query's vector; 0 without an embedder. */
  embedMs: number;
}

export interface Figures {
  questions: number;
  /** Means over the questions with an answer; left out when there is none. */
  recall?: number;
  snippet?: number;
  mrr?: number;
  /** Share of the others that held. */
  held?: number;
}

export interface Spread {
  p50: number;
  p95: number;
}

export interface Summary {
  all: Figures;
  kinds: Record<string, Figures>;
  readers: Record<string, Figures & Spread>;
  search: Spread;
  embedding: Spread;
  /** `id: what` of everything that was shown to a reader who may not see it. */
  leaks: string[];
  /** Ids of questions that were not fully answered, or did not hold. */
  missed: string[];
}

export function summarise(outcomes: readonly Outcome[]): Summary {
  return {
    all: figures(outcomes),
    kinds: grouped(outcomes, ({ kind }) => kind, figures),
    readers: grouped(
      outcomes,
      ({ reader }) => reader,
      (some) => ({ ...figures(some), ...spread(some.map(({ ms }) => ms)) }),
    ),
    search: spread(outcomes.map(({ ms }) => ms)),
    embedding: spread(outcomes.map(({ embedMs }) => embedMs)),
    leaks: outcomes.flatMap(({ id, leaks }) => leaks.map((what) => `${id}: ${what}`)),
    missed: outcomes.filter(isMissed).map(({ id }) => id),
  };
}

/** Median and 95th percentile by the nearest rank; 0 of nothing. */
export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

function isMissed({ found, held }: Outcome): boolean {
  return found ? found.snippet < 1 : held !== true;
}

function figures(outcomes: readonly Outcome[]): Figures {
  const found = outcomes.flatMap((outcome) => outcome.found ?? []);
  const held = outcomes.flatMap((outcome) => (outcome.held === undefined ? [] : [outcome.held]));
  return {
    questions: outcomes.length,
    ...(found.length === 0
      ? {}
      : {
          recall: mean(found.map(({ recall }) => recall)),
          snippet: mean(found.map(({ snippet }) => snippet)),
          mrr: mean(found.map(({ reciprocal }) => reciprocal)),
        }),
    ...(held.length === 0 ? {} : { held: held.filter(Boolean).length / held.length }),
  };
}

function grouped<T>(
  outcomes: readonly Outcome[],
  key: (outcome: Outcome) => string,
  of: (some: readonly Outcome[]) => T,
): Record<string, T> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) groups.set(key(outcome), [...(groups.get(key(outcome)) ?? []), outcome]);
  return Object.fromEntries([...groups].map(([name, some]) => [name, of(some)]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
