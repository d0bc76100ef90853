// The tool `edit`: one exact passage of a file gives way to another.

import { z } from 'zod';
import { type Tool, ToolError } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';
import { changeFile, mayChange } from './change-file.js';

const MAX_CHARACTERS = 20_000;

const args = z.object({
  path: z.string().min(1).max(500).describe('A .md file that is there'),
  old: z.string().max(MAX_CHARACTERS).describe('The passage as it stands there, long enough to occur only once'),
  new: z.string().max(MAX_CHARACTERS).describe('What takes its place; empty removes it'),
  reason: z.string().trim().min(1).max(300).describe('Why, in one sentence'),
});

export const editTool: Tool<z.infer<typeof args>> = {
  name: 'edit',
  description:
    'Replaces one exact passage of a Markdown file, which must occur in it exactly once. Asks for a yes as write does.',
  args,
  group: 'files',
  profile: 'assistant',
  apart: 'proposed',
  needsPerson: true,
  allowed: mayChange,
  async run({ path, old, new: replacement, reason }, context) {
    const passage = old.replaceAll('\r\n', '\n');
    const next = replacement.replaceAll('\r\n', '\n');
    const text = (current: string | undefined) => replaced({ path, current, passage, next });
    return changeFile(context, { path, reason, text });
  },
};

function replaced({
  path,
  current,
  passage,
  next,
}: {
  path: string;
  current: string | undefined;
  passage: string;
  next: string;
}): string {
  const name = oneLine(path, 120);
  if (current === undefined) throw new ToolError(`There is no file ${name} here. Make a new one with write.`);
  if (passage === '') throw new ToolError(`"old" is empty. Name the passage that gives way, or use write.`);
  if (passage === next) throw new ToolError('"old" and "new" are the same; there is nothing to change.');
  const count = occurrences(current, passage);
  if (count === 0) {
    throw new ToolError(`That passage does not stand in ${name}. Read the file and copy the passage exactly.`);
  }
  if (count > 1) {
    throw new ToolError(`That passage stands in ${name} ${count} times. Take in more of what is around it.`);
  }
  const at = current.indexOf(passage);
  return current.slice(0, at) + next + current.slice(at + passage.length);
}

/** Such as overlap count too. */
function occurrences(text: string, passage: string): number {
  let count = 0;
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1)) count++;
  return count;
}
