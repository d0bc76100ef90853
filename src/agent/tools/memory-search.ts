// The tool `memory_search`: finds lines in what this chat may read, as JSON. Must never hand on more than a model reads
// at a glance, nor scores outside main, where they would tell of what is not shown.

import { z } from 'zod';
import { type Hit, type SearchAnswer, type Tool, ToolError } from '../../contracts/index.js';
import { trustOfHit } from './shown-trust.js';

const DEFAULT_LIMIT = 6;
const MAX_LIMIT = 20;
/** Of all snippets together. */
const MAX_CHARACTERS = 7_000;

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day such as 2026-11-29');

const args = z.object({
  query: z.string().min(1).max(2_000).describe('Words to look for, in any language; days such as "last Tuesday" count'),
  corpus: z
    .enum(['memory', 'sessions', 'wiki', 'all'])
    .optional()
    .describe('memory: notes and logs; sessions: earlier conversations; wiki: documents. Default: memory and sessions'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`How many hits, default ${DEFAULT_LIMIT}, most ${MAX_LIMIT}`),
  from: day.optional().describe('Only from this day on, YYYY-MM-DD'),
  to: day.optional().describe('Only up to this day, YYYY-MM-DD'),
  everyone: z
    .boolean()
    .optional()
    .describe('In private with the owner only: also what groups and other people told, each hit with its owner'),
});

export const memorySearchTool: Tool<z.infer<typeof args>> = {
  name: 'memory_search',
  description:
    'Searches memory: facts, daily logs, earlier conversations, documents. Returns JSON with the mode and hits: path, startLine, endLine, snippet, corpus. Read more around a hit with memory_get.',
  args,
  group: 'memory',
  profile: 'minimal',
  apart: 'free',
  allowed: () => true,
  async run({ query, corpus, limit = DEFAULT_LIMIT, from, to, everyone }, { memory, scope, recalled }) {
    if (everyone && scope.kind !== 'main') {
      throw new ToolError('"everyone" exists only in the private chat with the owner. Search without it.');
    }
    if (from !== undefined && to !== undefined && from > to) {
      throw new ToolError(`from (${from}) is later than to (${to}). Swap them.`);
    }
    const answer = await memory.search(query, {
      limit,
      ...(corpus === undefined ? {} : { corpus }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(everyone ? { everyone } : {}),
    });
    const shown = { ...answer, hits: withinBudget(answer.hits) };
    recalled?.(query, shown.hits);
    const trust = await Promise.all(shown.hits.map((hit) => trustOfHit(memory, hit)));
    return {
      content: JSON.stringify(searchResult(shown, scope.kind === 'main')),
      // In the order of the hits.
      details: { trust },
    };
  },
};

/** What the model reads of an answer. Pure. */
function searchResult(answer: SearchAnswer, isMain: boolean): Record<string, unknown> {
  const { mode, pending, disabled } = answer;
  if (disabled !== undefined) {
    return {
      disabled: true,
      reason: disabled,
      mode,
      hits: [],
      note: 'Memory cannot be searched now. Say so, and why.',
    };
  }
  const hits = answer.hits.map(({ score, parts: _, ...hit }) => (isMain ? { ...hit, score } : hit));
  return {
    mode,
    ...(pending > 0 ? { pending } : {}),
    hits,
    ...(hits.length === 0 ? { note: 'Nothing found. If you are not sure, say that you looked.' } : {}),
  };
}

/** Whole hits from the best down, as long as their snippets stay within the budget. */
function withinBudget(hits: readonly Hit[]): Hit[] {
  let left = MAX_CHARACTERS;
  return hits.filter(({ snippet }) => {
    left -= snippet.length;
    return left >= 0;
  });
}
