// Skills as a turn has them, from texts that a test holds: nothing is looked for on a disk.

import { type SkillCard, type SkillSet, ToolError } from '../../src/contracts/index.js';

export interface SkillText {
  name: string;
  /** Of its SKILL.md. */
  text: string;
  tools?: string[];
  /** Default true. */
  apart?: boolean;
  /** Its other files. */
  files?: Record<string, string>;
}

export function skillSet(...skills: SkillText[]): SkillSet {
  const cards = skills.map(
    ({ name, tools, apart = true }): SkillCard => ({
      ...{ name, description: `About ${name}.`, source: 'workspace', location: `skill:${name}/SKILL.md`, apart },
      ...(tools ? { tools } : {}),
    }),
  );
  const texts = new Map<string, string>(
    skills.flatMap(({ name, text, files = {} }) =>
      Object.entries({ 'SKILL.md': text, ...files }).map(([path, one]) => [`skill:${name}/${path}`, one] as const),
    ),
  );
  return {
    shown: cards,
    usable: cards,
    find: (name) => cards.find((one) => one.name === name),
    async read(location, { from, lines: most, characters }) {
      const text = texts.get(location);
      if (text === undefined) throw new ToolError(`There is no ${location}.`);
      const lines = text.split('\n');
      const page: string[] = [];
      for (const line of lines.slice(from - 1, from - 1 + most)) {
        if (page.length > 0 && [...page, line].join('\n').length > characters) break;
        page.push(line);
      }
      return { path: location, text: page.join('\n'), from, to: from - 1 + page.length, lines: lines.length };
    },
    files: async (name) => [...texts.keys()].filter((one) => one.startsWith(`skill:${name}/`)).sort(),
  };
}
