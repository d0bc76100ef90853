// The tool `skill_search`: finds skills by what they are for, as JSON, where the list in the prompt cannot hold them all. It
// hands on what the turn may use anyway, and reads none of them.

import { z } from 'zod';
import { type SkillCard, type Tool, ToolError } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 10;
/** Of one description, in UTF-16 units. */
const MAX_DESCRIPTION = 1_024;

const args = z.object({
  query: z.string().trim().min(1).max(2_000).describe('The task in a few words, in any language'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .optional()
    .describe(`How many skills, default ${DEFAULT_LIMIT}, most ${MAX_LIMIT}`),
});

export const skillSearchTool: Tool<z.infer<typeof args>> = {
  name: 'skill_search',
  description:
    'Finds skills by what they are for, also those that the list leaves out. Returns JSON, best first: name, description, location, and in begin how it is begun: "read" its location, or "skill_run" with its name.',
  args,
  group: 'skills',
  profile: 'minimal',
  apart: 'never',
  allowed: () => true,
  async run({ query, limit = DEFAULT_LIMIT }, { skills, rankSkills }) {
    if (!skills || skills.shown.length === 0) {
      throw new ToolError('There are no skills here. Do what was asked without one.');
    }
    if (!rankSkills) {
      throw new ToolError(
        'Skills cannot be searched here. Take one from the list in your instructions, or do without.',
      );
    }
    const found = (await rankSkills(query, skills.shown, limit)).slice(0, limit);
    return {
      content: JSON.stringify({
        skills: found.map(shown),
        of: skills.shown.length,
        ...(found.length === 0
          ? { note: 'None fits these words. Search once more in other words, or do without.' }
          : {}),
      }),
      details: { skills: found.map(({ name }) => name) },
    };
  },
};

function shown({ name, description, location, apart }: SkillCard) {
  return { name, description: oneLine(description, MAX_DESCRIPTION), location, begin: apart ? 'skill_run' : 'read' };
}
