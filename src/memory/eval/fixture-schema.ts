// What stands in the two files of an evaluation fixture, as shapes and plain values. Pure; test/eval/retrieval/README.md
// explains the format to those who write one.

import { z } from 'zod';
import type { Scope } from '../../contracts/index.js';

const scope = z.string().transform((text, context): Scope => {
  if (text === 'main') return { kind: 'main' };
  const person = /^person:(\S+)$/.exec(text)?.[1];
  if (person !== undefined) return { kind: 'person', person };
  const [, channel, chat] = /^group:([a-z]+):(\S+)$/.exec(text) ?? [];
  if (channel !== undefined && chat !== undefined) return { kind: 'group', channel, chat };
  context.addIssue({ code: 'custom', message: 'a scope is main, person:<id> or group:<channel>:<chat>' });
  return z.NEVER;
});

const evidence = z.strictObject({ path: z.string().min(1), text: z.string().min(1) });

/** One line of queries.jsonl. */
export const querySchema = z.strictObject({
  id: z.string().min(1),
  /** What makes it hard; figures are told for each kind. */
  kind: z.string().min(1),
  query: z.string().min(1),
  /** Through whose eyes. */
  scope: scope.default({ kind: 'main' }),
  corpus: z.enum(['memory', 'sessions', 'wiki', 'all']).exactOptional(),
  everyone: z.boolean().exactOptional(),
  /** Any one piece of evidence answers the question; otherwise all are wanted. */
  anyOf: z.boolean().default(false),
  /** The evidence must never be shown to this reader. */
  forbidden: z.boolean().default(false),
  /** None: the right answer is silence. */
  evidence: z.array(evidence).default([]),
});

/** fixture.json. */
export const settingsSchema = z.strictObject({
  /** When the questions are asked, ISO 8601 with its offset. */
  now: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  timezone: z.string().min(1),
  /** Relevance below which silence is expected, 0…1. */
  floor: z.number().min(0).max(1),
  /** Whose each folder of the workspace is; what is not named is main's, or shared. */
  folders: z.record(z.string(), scope).default({}),
  /** Transcripts below sessions/, by file name without the extension. */
  sessions: z.record(z.string(), scope).default({}),
  /** Document folders below wiki/. */
  wiki: z.record(z.string(), scope).default({}),
});

export type EvalQuery = z.infer<typeof querySchema>;
export type EvalSettings = z.infer<typeof settingsSchema>;
export type Evidence = z.infer<typeof evidence>;

/** The first thing that is wrong with a value, in one line. */
export function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (!issue) return 'it has another shape';
  return issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message;
}
