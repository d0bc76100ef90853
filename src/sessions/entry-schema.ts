// The shape of a transcript line as it is read back: people and other programs may have edited the file.

import { z } from 'zod';
import type { Entry } from '../contracts/index.js';

const stamp = {
  id: z.string().min(1),
  at: z.number(),
  fence: z.number().int().min(0),
  turn: z.string().exactOptional(),
  forgotten: z.enum(['whole', 'part']).exactOptional(),
};
const usage = z.object({ input: z.number(), output: z.number(), cached: z.number().exactOptional() });
const quote = z.object({ kind: z.enum(['reply', 'forward']), from: z.string(), text: z.string() });
const file = z.object({
  kind: z.enum(['image', 'voice', 'file']),
  name: z.string(),
  mime: z.string(),
  path: z.string().exactOptional(),
  said: z.string().exactOptional(),
  passed: z.literal(true).exactOptional(),
  missing: z.string().exactOptional(),
});
const speaker = z.object({
  account: z.string(),
  name: z.string(),
  role: z.enum(['owner', 'admin', 'member', 'stranger']),
});

const entry = z.discriminatedUnion('type', [
  z.object({ ...stamp, type: z.literal('session'), session: z.string(), key: z.string(), version: z.literal(1) }),
  z.object({ ...stamp, type: z.literal('holder'), process: z.string() }),
  z.object({
    ...stamp,
    type: z.literal('user'),
    text: z.string(),
    from: speaker,
    message: z.string(),
    quoted: z.array(quote).exactOptional(),
    around: z
      .array(z.object({ from: z.string(), text: z.string(), account: z.string().exactOptional() }))
      .exactOptional(),
    files: z.array(file).exactOptional(),
    via: z.string().exactOptional(),
  }),
  z.object({
    ...stamp,
    type: z.literal('assistant'),
    text: z.string(),
    model: z.string(),
    final: z.boolean(),
    stopped: z.boolean().exactOptional(),
    usage: usage.exactOptional(),
  }),
  z.object({ ...stamp, type: z.literal('tool_call'), call: z.string(), name: z.string(), args: z.string() }),
  z.object({
    ...stamp,
    type: z.literal('tool_result'),
    call: z.string(),
    name: z.string(),
    text: z.string(),
    details: z.unknown().exactOptional(),
    error: z.boolean().exactOptional(),
  }),
  z.object({ ...stamp, type: z.literal('thinking'), text: z.string() }),
  z.object({ ...stamp, type: z.literal('skill'), name: z.string(), path: z.string() }),
  z.object({
    ...stamp,
    type: z.literal('compaction'),
    summary: z.string(),
    firstKept: z.string(),
    tokens: z.object({ before: z.number(), after: z.number() }).exactOptional(),
  }),
  z.object({ ...stamp, type: z.literal('edit'), target: z.string(), text: z.string().exactOptional() }),
  z.object({ ...stamp, type: z.literal('model'), using: z.string(), configured: z.string() }),
]);

/** The entry of one parsed JSON value, or undefined when it is none. */
export function asEntry(value: unknown): Entry | undefined {
  const parsed = entry.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
