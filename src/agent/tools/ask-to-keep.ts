// What the model wants to keep for good though others said it: asks the owner, and writes nothing by itself.

import type { Note, ToolContext, ToolResult } from '../../contracts/index.js';
import { noteBullets } from '../../memory/daily-log.js';
import { newFileText } from '../../memory/memory-files.js';
import { appendLines } from '../../memory/patch.js';
import { NOTES_HEADING } from '../../memory/view.js';
import { changeFile } from './change-file.js';

/** Puts the note to the owner, as a change of the file where it would stand. */
export async function askToKeep(context: ToolContext, { target, text }: Note): Promise<ToolResult> {
  const path = context.memory.pathOf(target);
  const lines = noteBullets(text, {});
  const heading = target === 'user' ? NOTES_HEADING : undefined;
  return await changeFile(context, {
    path,
    reason: 'others said it, and you decide whether I keep it',
    text: (current) => appendLines(current ?? newFileText(path), lines, heading).text,
  });
}
