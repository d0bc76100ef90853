// The section `memory`: what is searched, how it is cut and kept up to date, and what a turn is told of it.
// Checks shapes only; whether a folder exists and may be searched is decided where it is opened.

import { z } from 'zod';
import { OWNER_FORMS, parseScopeText } from './scope-text.js';

const path = z
  .string()
  .regex(/\S/, 'must not be empty')
  .describe('A folder or a Markdown file: absolute, from ~, or inside the workspace.');

const owner = z
  .string()
  .default('main')
  .transform((text, context) => {
    const parsed = parseScopeText(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: `is no scope. Write ${OWNER_FORMS}` });
    return z.NEVER;
  })
  .describe('Whose it is, and so who finds it: main (you alone), shared (every chat), a person or a group.');

const place = z.strictObject({
  path,
  scope: owner,
  name: z
    .string()
    .regex(/^[\p{L}\p{N}_-]{1,40}$/u, 'must be one word of at most 40 letters, digits, - and _')
    .optional()
    .describe('What its hits are called. Default: the name of the folder.'),
});

/** A bare path is a place of the owner's. */
const places = z
  .array(z.union([path.transform((path) => ({ path, scope: { kind: 'main' as const } })), place]))
  .default([]);

const chunk = z
  .strictObject({
    tokens: z.int().min(50).max(2_000).default(400).describe('Largest piece of a file that is indexed as one.'),
    overlap: z.int().min(0).max(1_000).default(80).describe('How much of a piece the next one repeats.'),
  })
  .superRefine(({ tokens, overlap }, context) => {
    if (overlap < tokens) return;
    const message = `overlap (${overlap}) must be below tokens (${tokens}). Lower overlap, or raise tokens`;
    context.addIssue({ code: 'custom', message });
  })
  .prefault({})
  .describe('How files are cut for the index; a change builds it anew.');

const growth = z.strictObject({
  bytes: z.int().min(1_000).max(100_000_000).default(100_000).describe('After so many bytes.'),
  messages: z.int().min(1).max(10_000).default(50).describe('After so many messages.'),
});

const sync = z
  .strictObject({
    watch: z.boolean().default(true).describe('As soon as a file changes.'),
    intervalMinutes: z.int().min(0).max(1_440).default(30).describe('Every so many minutes; 0: never.'),
    onSessionStart: z.boolean().default(true).describe('When a conversation begins.'),
    onSearch: z.boolean().default(true).describe('Before a search, so that it finds an edit of just now.'),
    transcript: z
      .union([z.literal('off'), growth])
      .prefault({})
      .describe('When a conversation has grown, or off.'),
  })
  .prefault({})
  .describe('When files and index are compared.');

export const memorySection = z
  .strictObject({
    extraPaths: places.describe('More Markdown to search as memory.'),
    wiki: places.describe('Folders of documents to search when asked for.'),
    chunk,
    sync,
    autoRecall: z
      .enum(['off', 'on'])
      .default('off')
      .describe('Look into memory before every answer, and show the model what fits.'),
    citations: z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .describe('Whether answers name file and line. auto: in private, not in groups.'),
  })
  .prefault({})
  .describe('What is searched, and when.');
