// Reads what the tools answered: memory_search, memory_write, read. Pure; what has another shape is said to be odd.

import { z } from 'zod';

const search = z.object({
  hits: z.array(z.object({ path: z.string(), startLine: z.number(), endLine: z.number(), snippet: z.string() })),
  note: z.string().optional(),
});
const written = z.object({ saved: z.literal(true), path: z.string(), line: z.number(), text: z.string() });
const document = z.object({ text: z.string() });

export type SearchResult = z.infer<typeof search>;
type WriteResult = z.infer<typeof written>;

/** A tool's answer: its error in its own words, its value, or `odd` for what cannot be read. */
type Read<T> = { error: string } | { value: T } | { odd: true };

export const readSearch = (text: string): Read<SearchResult> => read(text, search);
export const readWrite = (text: string): Read<WriteResult> => read(text, written);

/** The text of a file, whether the tool wraps it into JSON or not. */
export function readDocument(text: string): { error: string } | { value: string } {
  const result = read(text, document);
  if ('error' in result) return result;
  return { value: 'value' in result ? result.value.text : text };
}

function read<T>(text: string, schema: z.ZodType<T>): Read<T> {
  if (text.startsWith('Error: ')) return { error: text.slice('Error: '.length).trim() };
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? { value: parsed.data } : { odd: true };
  } catch {
    return { odd: true };
  }
}
