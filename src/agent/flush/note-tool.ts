// The one tool of the run that writes history down: it takes lines and can do nothing else. What a model makes of its
// arguments is read as kindly as it can be without guessing.

import { z } from 'zod';
import type { ToolSpec } from '../../contracts/index.js';

export interface NotedLine {
  text: string;
  /** Labels of what it rests on, as the model wrote them. */
  from: string[];
}

/** What a call asks to note. */
export interface NoteCall {
  lines: NotedLine[];
  /** One sentence for each line that is not taken: which, counted from 1, and why. */
  refused: string[];
}

const noteCall = z.object({ lines: z.array(z.unknown()) });
const element = z.object({ text: z.string().refine((text) => text.trim() !== ''), from: z.unknown() });
const labels = z.preprocess((value) => (typeof value === 'string' ? [value] : (value ?? [])), z.array(z.string()));

export const noteTool: ToolSpec = {
  name: 'note',
  description: 'Adds lines to the log of the day. It can do nothing else.',
  parameters: {
    type: 'object',
    properties: {
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            text: { type: 'string', description: 'One matter in one full sentence, whole in itself' },
            from: {
              type: 'array',
              items: { type: 'string' },
              description: 'The labels it rests on, such as ["n3", "n7"]: all of them, and no others',
            },
          },
          required: ['text', 'from'],
          additionalProperties: false,
        },
      },
    },
    required: ['lines'],
    additionalProperties: false,
  },
};

/** The lines of a call, each judged alone; undefined where the arguments are none of ours. */
export function notedLines(args: string): NoteCall | undefined {
  let value: unknown;
  try {
    value = JSON.parse(args);
  } catch {
    return undefined;
  }
  const parsed = noteCall.safeParse(value);
  if (!parsed.success) return undefined;
  const call: NoteCall = { lines: [], refused: [] };
  for (const [index, one] of parsed.data.lines.entries()) {
    const line = element.safeParse(one);
    const from = labels.safeParse(line.data?.from);
    if (!line.success) call.refused.push(`line ${index + 1} has no text.`);
    else if (!from.success)
      call.refused.push(`line ${index + 1} names no labels in from: they are words such as "n3".`);
    else call.lines.push({ text: line.data.text, from: from.data });
  }
  return call;
}

/** `[n3]`, `N3` and `n3` are one label, given back as its index from 0; undefined for what is none. */
export function labelIndex(label: string): number | undefined {
  const [, number] = /^\[?n(\d{1,6})\]?$/i.exec(label.trim()) ?? [];
  return number === undefined || Number(number) < 1 ? undefined : Number(number) - 1;
}
