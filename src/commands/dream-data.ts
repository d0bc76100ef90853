// Dreams as programs get them: the shapes of `nightjar dream --json`. Pure. Times are ISO 8601, in UTC; null where there is
// none.

import type {
  ApplyPolicy,
  Dream,
  DreamExplanation,
  DreamPlan,
  PlannedLine,
  Scope,
  SourceLines,
} from '../contracts/index.js';
import { ownerName } from '../memory/visibility.js';
import { placeOf } from '../text/place.js';
import { unifiedDiff } from './dream-diff.js';

interface LineData {
  /** `>`: moved to another file. */
  sign: PlannedLine['sign'];
  path: string;
  text: string;
  /** `memory/2026-11-29.md:4`, `memory/2026-11-29.md:4-6`. */
  sources: string[];
  trust: PlannedLine['trust'];
  hand: boolean;
  quoted: boolean;
}

interface PlanData {
  scope: string;
  night: string;
  by: DreamPlan['by'];
  files: string[];
  lines: LineData[];
  diff: string;
  refused: string[];
  themes: { name: string; days: string[]; claims: number; open: string | null }[];
}

interface DreamData {
  id: number;
  scope: string;
  night: string;
  cause: Dream['cause'];
  state: Dream['state'];
  reason: string | null;
  tokens: number;
  at: string;
  endedAt: string | null;
  plan: PlanData | null;
}

/** What would change. */
export function planData(plan: DreamPlan, scope: Scope): PlanData {
  return {
    scope: ownerName(scope),
    night: plan.night,
    by: plan.by,
    files: plan.files.map(({ path }) => path),
    lines: plan.lines.map(({ sign, path, text, sources, trust, hand = false, passedOn = false }) => ({
      ...{ sign, path, text, trust, hand },
      sources: placesOf(sources),
      quoted: passedOn,
    })),
    diff: unifiedDiff(plan, scope),
    refused: [...plan.refused],
    themes: plan.themes.map(({ name, days, claims, open }) => ({ name, days: [...days], claims, open: open ?? null })),
  };
}

export function dreamData(dream: Dream): DreamData {
  const { id, scope, night, cause, state, reason, tokens, at, endedAt, plan } = dream;
  return {
    ...{ id, night, cause, state, tokens },
    scope: ownerName(scope),
    reason: reason ?? null,
    at: new Date(at).toISOString(),
    endedAt: endedAt === undefined ? null : new Date(endedAt).toISOString(),
    plan: plan ? planData(plan, scope) : null,
  };
}

/** How one memory stands: one item of `nightjar dream status --json`. */
export function statusData(
  scope: Scope,
  { enabled, apply }: { enabled: boolean; apply: ApplyPolicy },
  { newest, held }: { newest: Dream | undefined; held: Dream | undefined },
): { scope: string; enabled: boolean; apply: ApplyPolicy; newest: DreamData | null; held: DreamData | null } {
  return {
    ...{ scope: ownerName(scope), enabled, apply },
    newest: newest ? dreamData(newest) : null,
    held: held ? dreamData(held) : null,
  };
}

export function explanationData({ text, sources, says }: DreamExplanation): {
  text: string;
  sources: string[];
  says: string[];
} {
  return { text, sources: placesOf(sources), says: [...says] };
}

function placesOf(sources: readonly SourceLines[]): string[] {
  return sources.map(({ path, from, to }) => placeOf({ path, startLine: from, endLine: to }));
}
