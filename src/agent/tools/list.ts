// The tool `list`: which files of the workspace this chat may read. Names and states, no contents.

import { z } from 'zod';
import { type FileList, MemoryError, type Tool, ToolError } from '../../contracts/index.js';
import { localDay } from '../../text/local-time.js';
import { oneLine } from '../../text/truncate.js';

const MAX_FILES = 200;
const MAX_CHARACTERS = 12_000;

const args = z.object({
  folder: z.string().max(500).optional().describe('Only what is below it, such as memory or skills; default: all'),
});

export const listTool: Tool<z.infer<typeof args>> = {
  name: 'list',
  description: `Lists files of the workspace with size and day, at most ${MAX_FILES}. In private with the owner, groups/ and people/ are listed only when named.`,
  args,
  group: 'files',
  profile: 'assistant',
  apart: 'free',
  allowed: () => true,
  async run({ folder = '' }, { memory, timezone }) {
    const { files, left, more } = await filesBelow(memory.files({ folder, limit: MAX_FILES }), folder);
    const lines = files.map(
      ({ path, bytes, changedAt }) => `${path} (${bytes} bytes, ${localDay(changedAt, timezone)})`,
    );
    let room = MAX_CHARACTERS;
    const shown = lines
      .map((line) => oneLine(line, 600))
      .filter((line) => {
        room -= line.length + 1;
        return room >= 0;
      });
    return { content: [...shown, ...leftOut(left + lines.length - shown.length, more)].join('\n') };
  },
};

/** In the words of a folder. Throws a ToolError where nothing can be read there, whatever the reason. */
export async function filesBelow(listing: Promise<FileList>, folder: string): Promise<FileList> {
  try {
    return await listing;
  } catch (error) {
    if (!(error instanceof MemoryError) || error.kind !== 'not-found') throw error;
    throw new ToolError(`There are no files in ${oneLine(folder, 120) || 'this workspace'} here.`);
  }
}

function leftOut(left: number, more: boolean): string[] {
  const rest = more ? 'There is more that was not looked at.' : '';
  if (left === 0) return rest === '' ? [] : [`(${rest} Name a folder.)`];
  return [`(${left} more left out. ${rest} Name a folder to see them.)`.replace('  ', ' ')];
}
