// Runs an evaluation: indexes a fixture's workspace once for each engine, asks every question, and reports figures.
// Writes nothing into the fixture but the baseline, and that only when asked.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, ConfigError, type Embedder, type Log, type TranscriptSource } from '../../contracts/index.js';
import { openStandalone } from '../standalone.js';
import { scopeId } from '../visibility.js';
import { baselineSchema, regressions, toBaseline } from './baseline.js';
import type { Fixture, Question } from './fixture.js';
import { scoreAnswer } from './score.js';
import { type Outcome, type Spread, type Summary, spread, summarise } from './summary.js';

/** A configuration to compare; without an embedder it is lexical. */
export interface EngineSpec {
  name: string;
  embedder?: Embedder;
  /** Of the vectors in the fused score. */
  vectorWeight?: number;
}

export interface EvalOptions {
  fixture: Fixture;
  engines: readonly EngineSpec[];
  log: Log;
  /** Hits looked at; default 5, about what one search shows. */
  k?: number;
  /** The fixture's sessions, as search reads them. */
  transcripts?: TranscriptSource;
  /** Keep the figures as the new baseline. */
  save?: boolean;
}

export interface EngineReport extends Summary {
  /** As the engine names it in its answers. */
  mode: string;
  indexing: { files: number; chunks: number; vectors: number; bytes: number; ms: number };
  /** Comparing disk and index where nothing changed. */
  sweep: Spread;
}

export interface EvalReport {
  k: number;
  engines: Record<string, EngineReport>;
  /** What is worse than the baseline, one sentence each. */
  regressions: string[];
}

const BASELINE = 'baseline.json';
const DEFAULT_K = 5;
/** Leaks are looked for as far down as anybody can ask. */
const DEEP = 50;
const SWEEPS = 9;

/** Throws a ConfigError for a baseline that is none. What engines do wrong is figures, not errors. */
export async function runEval(options: EvalOptions): Promise<EvalReport> {
  const { fixture, engines, k = DEFAULT_K, save = false } = options;
  const reports: Record<string, EngineReport> = {};
  for (const engine of engines) reports[engine.name] = await runEngine(engine, options, k);
  const file = join(fixture.dir, BASELINE);
  let baseline = existsSync(file) ? readBaseline(file) : undefined;
  if (save) {
    const { engines: measured } = toBaseline(k, reports);
    // An engine that was not asked this time keeps its figures, unless they were taken in another way.
    baseline = { k, engines: { ...(baseline?.k === k ? baseline.engines : {}), ...measured } };
    writeFileSync(file, `${JSON.stringify(baseline, null, 2)}\n`);
  }
  return { k, engines: reports, regressions: baseline ? regressions(baseline, k, reports) : [] };
}

async function runEngine(
  { embedder, vectorWeight }: EngineSpec,
  options: EvalOptions,
  k: number,
): Promise<EngineReport> {
  const { fixture, log, transcripts } = options;
  const { workspace, settings, wiki, questions } = fixture;
  const clock = clockFrom(settings.now);
  const timed = embedder && timedEmbedder(embedder);
  const began = performance.now();
  const { index, close } = await openStandalone({
    // What an embedder is worth is asked here, not how fast it is.
    queryBudgetMs: 10_000,
    workspace,
    timezone: settings.timezone,
    clock,
    log,
    scopes: Object.entries(settings.folders).map(([folder, scope]) => ({ folder, scope })),
    mounts: wiki.map(({ name, root, scope }) => ({ corpus: 'wiki', path: root, scope, name })),
    ...(transcripts ? { transcripts } : {}),
    ...(timed ? { embedder: timed.embedder } : {}),
    ...(vectorWeight === undefined ? {} : { vectorWeight }),
  });
  try {
    await index.sync();
    const ms = performance.now() - began;
    const { scopes, bytes } = await index.status();
    const sum = (of: 'indexed' | 'chunks' | 'vectors') => scopes.reduce((total, scope) => total + scope[of], 0);
    const sweeps: number[] = [];
    for (let sweep = 0; sweep < SWEEPS; sweep++) sweeps.push(await time(() => index.sync()));
    const outcomes: Outcome[] = [];
    let mode = '';
    for (const question of questions) {
      const before = timed?.waited() ?? 0;
      const start = performance.now();
      const answer = await index.search(question.scope, question.query, wish(question));
      const taken = performance.now() - start;
      mode ||= answer.mode;
      outcomes.push({
        ...scoreAnswer(question, answer.hits, k, (path) => fixture.mayShow(question, path)),
        reader: scopeId(question.scope),
        ms: taken,
        embedMs: (timed?.waited() ?? 0) - before,
      });
    }
    const indexing = { files: sum('indexed'), chunks: sum('chunks'), vectors: sum('vectors'), bytes, ms };
    return { ...summarise(outcomes), mode, indexing, sweep: spread(sweeps) };
  } finally {
    await close();
  }

  function wish({ corpus, everyone, evidence, forbidden }: Question) {
    return {
      limit: forbidden ? DEEP : k,
      ...(corpus === undefined ? {} : { corpus }),
      ...(everyone === undefined ? {} : { everyone }),
      ...(evidence.length === 0 ? { atLeast: settings.floor } : {}),
    };
  }
}

function readBaseline(file: string) {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    value = undefined;
  }
  const parsed = baselineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ConfigError(`The baseline ${file} is damaged.`, { remedy: 'Save a new one with --save.' });
}

/** The system's clock, set to when the questions are asked. */
function clockFrom(start: number): Clock {
  const began = performance.now();
  return {
    now: () => start + Math.round(performance.now() - began),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = setTimeout(done, ms);
        signal?.addEventListener('abort', done, { once: true });
        function done() {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        }
      }),
    after(ms, run) {
      const timer = setTimeout(run, ms).unref();
      return () => clearTimeout(timer);
    },
  };
}

/** Counts the milliseconds that queries wait for their vectors. */
function timedEmbedder(inner: Embedder): { embedder: Embedder; waited(): number } {
  let total = 0;
  return {
    waited: () => total,
    embedder: {
      fingerprint: inner.fingerprint,
      async embed(texts, kind, signal) {
        const start = performance.now();
        try {
          return await inner.embed(texts, kind, signal);
        } finally {
          if (kind === 'query') total += performance.now() - start;
        }
      },
    },
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
