// Reads what the tool `schedule` answered. Pure; what has another shape is undefined, never a guess.

import { z } from 'zod';

const shown = { when: z.string(), zone: z.string(), next: z.array(z.string()) };
const preview = z.object({ ...shown, preview: z.string() });
const added = z.object({ ...shown, stored: z.boolean(), id: z.string() });
const list = z.object({
  schedules: z.array(
    z.object({
      id: z.string(),
      when: z.string(),
      zone: z.string(),
      next: z.string().optional(),
      text: z.string().optional(),
      state: z.string().optional(),
    }),
  ),
});
const removed = z.object({ removed: z.string() });

/** A tool's answer: its error in its own words, its value, or neither. */
export type Answered<T> = { error: string } | { value: T } | undefined;

export const readPreview = (text: string): Answered<z.infer<typeof preview>> => read(text, preview);
export const readAdded = (text: string): Answered<z.infer<typeof added>> => read(text, added);
export const readList = (text: string): Answered<z.infer<typeof list>> => read(text, list);
export const readRemoved = (text: string): Answered<z.infer<typeof removed>> => read(text, removed);

function read<T>(text: string, schema: z.ZodType<T>): Answered<T> {
  if (text.startsWith('Error: ')) return { error: text.slice('Error: '.length).trim() };
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? { value: parsed.data } : undefined;
  } catch {
    return undefined;
  }
}
