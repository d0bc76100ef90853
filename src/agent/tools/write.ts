// The tool `write`: the whole text of a file of the workspace, new or in place of the old one.

import { z } from 'zod';
import type { Tool } from '../../contracts/index.js';
import { changeFile, mayChange } from './change-file.js';

const MAX_CHARACTERS = 20_000;

const args = z.object({
  path: z.string().min(1).max(500).describe('A .md file, such as notes/trip.md; new or there already'),
  text: z.string().min(1).max(MAX_CHARACTERS).describe('The whole new text'),
  reason: z.string().trim().min(1).max(300).describe('Why, in one sentence'),
});

export const writeTool: Tool<z.infer<typeof args>> = {
  name: 'write',
  description: `Writes the whole text of a Markdown file, at most ${MAX_CHARACTERS} characters. The first change of a file in a conversation asks for a yes to the exact difference; AGENTS.md, SOUL.md, IDENTITY.md, skills/, shared/ and others' folders ask each time, in private with the owner only. For a part of a file use edit, to note a fact memory_write.`,
  args,
  group: 'files',
  profile: 'assistant',
  apart: 'proposed',
  needsPerson: true,
  allowed: mayChange,
  async run({ path, text, reason }, context) {
    const whole = text.replaceAll('\r\n', '\n').replace(/\n*$/, '\n');
    return changeFile(context, { path, reason, text: () => whole, whole: true });
  },
};
