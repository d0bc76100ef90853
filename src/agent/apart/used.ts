// What the skills that ran apart from a turn have used, read from that turn's own transcript. Pure.

import { z } from 'zod';
import type { Entry, Usage } from '../../contracts/index.js';
import { SKILL_RUN } from './names.js';

const details = z.object({
  tokens: z.number().nonnegative(),
  usage: z.object({ input: z.number(), output: z.number() }).optional(),
});

type Used = z.infer<typeof details>;

function usedIn(entries: readonly Entry[]): Used[] {
  return entries.flatMap((entry) => {
    if (entry.type !== 'tool_result' || entry.name !== SKILL_RUN) return [];
    return details.safeParse(entry.details).data ?? [];
  });
}

export function apartTokens(entries: readonly Entry[]): number {
  return usedIn(entries).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** What a turn used, together with what ran apart from it; `entries` are the turn's. */
export function withApart(usage: Usage | undefined, entries: readonly Entry[]): Usage | undefined {
  const more = usedIn(entries).flatMap((one) => one.usage ?? []);
  if (more.length === 0) return usage;
  const sum = (of: 'input' | 'output') => more.reduce((all, one) => all + one[of], usage?.[of] ?? 0);
  return { ...usage, input: sum('input'), output: sum('output') };
}
