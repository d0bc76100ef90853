// The tool `memory_get`: the few lines behind a search hit, whatever kind of file it stands in, as JSON.

import { z } from 'zod';
import type { Tool } from '../../contracts/index.js';
import { readExcerpt } from './excerpt.js';
import { trustOfShown } from './shown-trust.js';

const MAX_LINES = 120;
const MAX_CHARACTERS = 12_000;

const args = z.object({
  path: z.string().min(1).max(500).describe('The path of a hit, exactly as it stands there'),
  from: z.number().int().min(1).optional().describe('First line, counted from 1'),
  lines: z.number().int().min(1).optional().describe(`How many lines, default and most ${MAX_LINES}`),
});

export const memoryGetTool: Tool<z.infer<typeof args>> = {
  name: 'memory_get',
  description:
    'Reads lines of a memory file, conversation or document, as JSON: path, from, to, text, and in next the line to go on from.',
  args,
  group: 'memory',
  profile: 'minimal',
  apart: 'free',
  allowed: () => true,
  async run({ path, from = 1, lines = MAX_LINES }, { memory }) {
    const wanted = { path, from, lines: Math.min(lines, MAX_LINES) };
    const { doc, text, to } = await readExcerpt(memory, wanted, MAX_CHARACTERS);
    const next = to < doc.lines ? { next: to + 1, lines: doc.lines } : {};
    return {
      content: JSON.stringify({ path: doc.path, from: doc.from, to, ...next, text }),
      details: { trust: trustOfShown(memory, doc, to) },
    };
  },
};
