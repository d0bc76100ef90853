// Which tools a skill has that runs apart, and what it can read: never more than its caller. Pure.

import { type SkillCard, type SkillPage, type SkillSet, ToolError } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';
import { readTool } from '../tools/read.js';
import type { SealedTool } from '../tools/seal.js';

const NOTED = 'Noted as a proposal; nothing is done. Whoever called you decides.';
const PROPOSES = 'A call does nothing here but note a proposal, about which whoever called you decides.';

/** What a call to a tool that only proposes leaves in the transcript. */
export interface Proposal {
  tool: string;
  /** As the tool takes them. */
  args: unknown;
}

/** Of `visible`, the caller's. A skill that declares tools has no others, but for the one that reads its own files. */
export function apartTools(visible: readonly SealedTool[], { tools: declared }: SkillCard): SealedTool[] {
  return visible.map((tool) => apartTool(tool, declared)).filter((tool) => tool !== undefined);
}

function apartTool(tool: SealedTool, declared: readonly string[] | undefined): SealedTool | undefined {
  const { name } = tool.spec;
  const isDeclared = declared?.includes(name) ?? false;
  switch (tool.apart) {
    case 'free':
      return declared === undefined || isDeclared || name === readTool.name ? tool : undefined;
    case 'declared':
      return isDeclared ? tool : undefined;
    case 'proposed':
      return isDeclared ? proposing(tool) : undefined;
    case 'never':
      return undefined;
  }
}

/** Looks like the tool, takes the same arguments, and does nothing. */
function proposing(tool: SealedTool): SealedTool {
  const { spec } = tool;
  return {
    ...tool,
    spec: { ...spec, description: `${PROPOSES} ${spec.description}` },
    async run(args) {
      tool.check(args);
      const proposal: Proposal = { tool: spec.name, args };
      return { content: NOTED, details: { proposal } };
    },
  };
}

/** One skill of a set, and nothing else of it. */
export function onlyOne(set: SkillSet, skill: SkillCard): SkillSet {
  const folder = skill.location.slice(0, skill.location.lastIndexOf('/') + 1);
  return {
    shown: [skill],
    usable: [skill],
    find: (name) => (name === skill.name ? skill : undefined),
    async read(location, range): Promise<SkillPage> {
      if (!location.startsWith(folder) || location.split(/[\\/]/).includes('..')) throw elsewhere(location);
      return await set.read(location, range);
    },
    async files(name) {
      if (name !== skill.name) throw elsewhere(`skill:${name}`);
      return await set.files(name);
    },
  };
}

function elsewhere(location: string): ToolError {
  return new ToolError(`There is no ${oneLine(location, 200)} here.`);
}
