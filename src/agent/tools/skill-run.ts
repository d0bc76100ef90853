// The tool `skill_run`: a skill that works apart from the conversation, of which it sees nothing but what it is given.

import { z } from 'zod';
import { type Tool, ToolError } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';
import { SKILL_RUN } from '../apart/names.js';

const MOST_NAMED = 30;

const args = z.object({
  name: z.string().trim().min(1).max(200).describe('Name of the skill'),
  input: z
    .string()
    .max(60_000)
    .describe('Everything that the skill has to know and to work on: it sees nothing of this conversation'),
});

export const skillRunTool: Tool<z.infer<typeof args>> = {
  name: SKILL_RUN,
  description:
    'Runs a skill apart from this conversation and returns its one result. It sees only its own text, the input and some tools, and changes nothing itself: what it proposes below its result, you do by your own tools if it is right and wanted.',
  args,
  group: 'skills',
  profile: 'assistant',
  apart: 'never',
  // It may have read a page of anybody's.
  trust: 'web',
  keepsTime: true,
  allowed: () => true,
  async run({ name, input }, { skills, runApart }) {
    if (!runApart) throw new ToolError('No skill can be run apart from here.');
    const skill = skills?.find(name);
    if (!skill) throw new ToolError(noSuch(name, skills?.shown.map((one) => one.name) ?? []));
    return await runApart({ skill, input });
  },
};

function noSuch(name: string, names: readonly string[]): string {
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const there =
    names.length === 0 ? 'There are none here.' : `There are: ${names.slice(0, MOST_NAMED).join(', ')}${more}.`;
  return `There is no skill ${oneLine(name, 60)}. ${there}`;
}
