// The tool `read`: a file of the workspace or of a skill, as far as the chat may see it, in pages that stand uncut in a request.

import { z } from 'zod';
import { type SkillPage, type Tool, type ToolContext, ToolError, type ToolResult } from '../../contracts/index.js';
import { estimateTokens } from '../../text/tokens.js';
import { readExcerpt } from './excerpt.js';
import { trustOfShown } from './shown-trust.js';

const MAX_LINES = 400;
const MAX_CHARACTERS = 20_000;
/** Of the room for a result; the rest is for the note where it goes on. */
const SHARE = 0.9;
/** So often is a page made smaller that costs more tokens than was thought. */
const TRIES = 4;

const args = z.object({
  path: z
    .string()
    .min(1)
    .max(500)
    .describe('Path inside the workspace, such as AGENTS.md or memory/2026-11-29.md, or the location of a skill'),
  from: z.number().int().min(1).optional().describe('First line, counted from 1'),
  lines: z.number().int().min(1).max(MAX_LINES).optional().describe(`How many lines, at most ${MAX_LINES}`),
});

type Range = { from: number; lines: number };

export const readTool: Tool<z.infer<typeof args>> = {
  name: 'read',
  description: `Reads a file of the workspace or of a skill. Returns at most ${MAX_LINES} lines and says where to go on.`,
  args,
  group: 'files',
  profile: 'minimal',
  apart: 'free',
  allowed: () => true,
  async run({ path, from = 1, lines = MAX_LINES }, context) {
    if (path.startsWith('skill:')) return await readSkill(path, { from, lines }, context);
    const { memory, room } = context;
    const { doc, text, to } = await fitting(room, async (characters) =>
      readExcerpt(memory, { path, from, lines }, characters),
    );
    // Whoever was shown all of it knows what would be overwritten.
    const isWhole = doc.from === 1 && to >= doc.lines && text.length >= doc.text.trimEnd().length;
    const known = isWhole ? { revision: doc.revision } : {};
    return {
      content: `${text}${goesOn(to, doc.lines)}`,
      details: { path: doc.path, from: doc.from, to, trust: trustOfShown(memory, doc, to), ...known },
    };
  },
};

/** The page of a skill's file; of one that runs apart its instructions are not for this conversation. */
async function readSkill(
  location: string,
  { from, lines }: Range,
  { skills, room, runApart }: ToolContext,
): Promise<ToolResult> {
  if (!skills) throw new ToolError('There are no skills here.');
  const {
    path,
    text,
    to,
    lines: of,
  } = await fitting(room, (characters) => skills.read(location, { from, lines, characters }));
  const card = skills.find(nameIn(path));
  const isBegun = card !== undefined && path === card.location;
  if (isBegun && card.apart && runApart) {
    throw new ToolError(`The skill ${card.name} runs apart from the conversation.`, {
      remedy: `Call skill_run with its name and the input it needs.`,
    });
  }
  return {
    content: `${text}${goesOn(to, of)}`,
    details: { path, from, to, trust: 'tool', ...(isBegun ? { skill: card.name } : {}) },
  };
}

function nameIn(location: string): string {
  return location.slice('skill:'.length).split('/')[0] ?? '';
}

function goesOn(to: number, lines: number): string {
  return to < lines ? `\n(Goes on at line ${to + 1} of ${lines}.)` : '';
}

/** The largest page whose tokens have room; a long line alone may have to be cut in the request. */
async function fitting<T extends Pick<SkillPage, 'text'>>(
  room: number,
  page: (characters: number) => Promise<T>,
): Promise<T> {
  let characters = MAX_CHARACTERS;
  for (let tries = 1; ; tries++) {
    const made = await page(characters);
    const tokens = estimateTokens(made.text);
    if (tokens <= room * SHARE || tries === TRIES) return made;
    characters = Math.max(1, Math.floor((Math.min(characters, made.text.length) * room * SHARE) / tokens));
  }
}
