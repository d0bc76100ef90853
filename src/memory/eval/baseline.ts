// Figures kept from an earlier evaluation, and what has become worse since. Pure. Latency is not compared: it says more
// about the machine and its other work than about the engine.

import { z } from 'zod';
import type { Figures, Summary } from './summary.js';

const figures = z.object({
  questions: z.number(),
  recall: z.number().exactOptional(),
  snippet: z.number().exactOptional(),
  mrr: z.number().exactOptional(),
  held: z.number().exactOptional(),
});

/** The content of a baseline file: figures of each engine by name. */
export const baselineSchema = z.object({
  k: z.number(),
  engines: z.record(z.string(), z.object({ all: figures, kinds: z.record(z.string(), figures) })),
});
export type Baseline = z.infer<typeof baselineSchema>;

const MEASURES = ['recall', 'snippet', 'mrr', 'held'] as const;
/** How much all questions together may lose, 0…1, before it counts as worse. */
const TOLERANCE = 0.01;
/** What one kind may lose: ranking trades single questions for others, and a kind has few. In questions. */
const TRADED = 1;

export function toBaseline(k: number, summaries: Readonly<Record<string, Summary>>): Baseline {
  const engines = Object.entries(summaries).map(([name, { all, kinds }]) => [
    name,
    { all: rounded(all), kinds: Object.fromEntries(Object.entries(kinds).map(([kind, one]) => [kind, rounded(one)])) },
  ]);
  return { k, engines: Object.fromEntries(engines) };
}

/** One sentence for each figure that is worse; engines, kinds and measures that the baseline does not know are new. */
export function regressions(baseline: Baseline, k: number, summaries: Readonly<Record<string, Summary>>): string[] {
  if (baseline.k !== k) return [`the baseline was taken at k = ${baseline.k}, this run at ${k}: save a new one`];
  return Object.entries(summaries).flatMap(([name, { all, kinds }]) => {
    const before = baseline.engines[name];
    if (!before) return [];
    return [
      ...worse(`${name}, all questions`, before.all, all, TOLERANCE),
      ...Object.entries(before.kinds).flatMap(([kind, old]) => {
        const now = kinds[kind];
        if (!now) return [`${name}: the kind ${kind} is gone`];
        return worse(`${name}, ${kind}`, old, now, Math.max(TOLERANCE, TRADED / now.questions));
      }),
    ];
  });
}

function worse(where: string, old: Figures, now: Figures, allowed: number): string[] {
  return MEASURES.flatMap((measure) => {
    const [before, after = 0] = [old[measure], now[measure]];
    // Rounded figures are half a unit of their last place away from what was measured.
    if (before === undefined || before - after <= allowed + 0.0006) return [];
    return [`${where}: ${measure} fell from ${before.toFixed(3)} to ${after.toFixed(3)}`];
  });
}

function rounded(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1000) / 1000]),
  ) as unknown as Figures;
}
