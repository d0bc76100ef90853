// The one tool of the run that writes history down: it takes lines and can do nothing else. What a model makes of its
// arguments is read as kindly as it can be without guessing.

import { z } from 'zod';
import type { ToolSpec } from '../../contracts/index.js';

export interface NotedLine {
  text: string;
  /** Labels of what it rests on, as the model wrote them. */
  from: string[];
}

const labels = z.preprocess((value) => (typeof value === 'string' ? [value] : (value ?? [])), z.array(z.string()));
const noted = z.object({ lines: z.array(z.object({ text: z.string(), from: labels })) });

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

/** The lines of a call; undefined where the arguments are none of ours. */
export function notedLines(args: string): NotedLine[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(args);
  } catch {
    return undefined;
  }
  const parsed = noted.safeParse(value);
  return parsed.success ? parsed.data.lines : undefined;
}

/** `[n3]`, `N3` and `n3` are one label, given back as its index from 0; undefined for what is none. */
export function labelIndex(label: string): number | undefined {
  const [, number] = /^\[?n(\d{1,6})\]?$/i.exec(label.trim()) ?? [];
  return number === undefined || Number(number) < 1 ? undefined : Number(number) - 1;
}
