// The tool `read`: a file of the workspace, as far as the chat may see it.

import { z } from 'zod';
import type { Tool } from '../../contracts/index.js';
import { readExcerpt } from './excerpt.js';
import { trustOfShown } from './shown-trust.js';

const MAX_LINES = 400;
const MAX_CHARACTERS = 20_000;

const args = z.object({
  path: z.string().min(1).max(500).describe('Path inside the workspace, such as AGENTS.md or memory/2026-11-29.md'),
  from: z.number().int().min(1).optional().describe('First line, counted from 1'),
  lines: z.number().int().min(1).max(MAX_LINES).optional().describe(`How many lines, at most ${MAX_LINES}`),
});

export const readTool: Tool<z.infer<typeof args>> = {
  name: 'read',
  description: `Reads a file of the workspace. Returns at most ${MAX_LINES} lines and says where to go on.`,
  args,
  allowed: () => true,
  async run({ path, from = 1, lines = MAX_LINES }, { memory }) {
    const { doc, text, to } = await readExcerpt(memory, { path, from, lines }, MAX_CHARACTERS);
    const more = to < doc.lines ? `\n(Goes on at line ${to + 1} of ${doc.lines}.)` : '';
    return {
      content: `${text}${more}`,
      details: { path: doc.path, from: doc.from, to, trust: trustOfShown(memory, doc, to) },
    };
  },
};
