// The tool `memory_search`: finds lines in the chat's own memory and in the shared files, as JSON.

import { z } from 'zod';
import type { Tool } from '../../contracts/index.js';

const args = z.object({
  query: z.string().min(1).max(2_000).describe('Words to look for, in any language'),
  limit: z.number().int().min(1).max(20).optional().describe('How many hits, default 6'),
});

export const memorySearchTool: Tool<z.infer<typeof args>> = {
  name: 'memory_search',
  description:
    'Searches memory: long-term facts and daily logs. Returns JSON with the mode and hits: path, startLine, endLine, snippet.',
  args,
  allowed: () => true,
  async run({ query, limit = 6 }, { memory, scope }) {
    const answer = await memory.search(query, { limit });
    const hits = answer.hits.map(({ score, ...hit }) => (scope.kind === 'main' ? { ...hit, score } : hit));
    const note = hits.length === 0 ? { note: 'Nothing found. If you are not sure, say that you looked.' } : {};
    return { content: JSON.stringify({ mode: answer.mode, hits, ...note }) };
  },
};
