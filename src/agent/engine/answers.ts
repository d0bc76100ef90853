// What a user's own engine has to answer with, looked at where it comes in: plain JavaScript keeps no types. Pure.

import { z } from 'zod';
import type { Assembled, CompactionOutcome, ContextDue, ContextTurn, SubagentContext } from '../../contracts/index.js';

const call = z.looseObject({ id: z.string(), name: z.string(), args: z.string() });
const image = z.looseObject({ mime: z.string(), base64: z.string() });
const message = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), text: z.string(), images: z.array(image).optional() }),
  z.looseObject({
    role: z.literal('assistant'),
    text: z.string(),
    calls: z.array(call).optional(),
    thinking: z.string().optional(),
  }),
  z.looseObject({ role: z.literal('tool'), call: z.string(), name: z.string(), text: z.string() }),
]);
const tool = z.looseObject({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});
const part = z.looseObject({
  part: z.enum(['system', 'tools', 'file', 'summary', 'history', 'message', 'facts', 'changes', 'recall', 'pictures']),
  path: z.string().optional(),
  lines: z.looseObject({ from: z.number(), to: z.number() }).optional(),
  scope: z.string(),
  hash: z.string(),
  tokens: z.number(),
  reason: z.string(),
  cut: z.looseObject({ characters: z.number(), of: z.number() }).optional(),
});
const epoch = z.looseObject({
  number: z.number(),
  cause: z.enum(['start', 'compaction', 'settings', 'files', 'growth', 'edit', 'forget', 'day']),
  since: z.number(),
});
const due = z.enum(['flush', 'compaction']).optional();
const assembled = z.looseObject({
  prompt: z.looseObject({
    system: z.string(),
    messages: z.array(message).min(1),
    tools: z.array(tool),
    answerOnly: z.boolean().optional(),
    maxTokens: z.number().optional(),
  }),
  manifest: z.looseObject({
    model: z.string(),
    at: z.number(),
    epoch,
    window: z.number(),
    budget: z.number(),
    tokens: z.number(),
    parts: z.array(part),
  }),
  due,
  refit: z.custom((value) => value === undefined || typeof value === 'function').optional(),
});
const outcome = z.discriminatedUnion('done', [
  z.looseObject({ done: z.literal(true), before: z.number(), after: z.number(), says: z.string() }),
  z.looseObject({ done: z.literal(false), says: z.string() }),
]);
const subagent = z.looseObject({ system: z.string() });

/** As given, under the name of the turn it was asked for. Throws an Error that says what is wrong. */
export function wholeRequest(answer: Assembled | undefined, { session, turn }: ContextTurn): Assembled {
  const given = checked(assembled, answer);
  return { ...given, manifest: { ...given.manifest, session: session.id, turn } };
}

export function wholeOutcome(answer: CompactionOutcome | undefined): CompactionOutcome {
  return checked(outcome, answer);
}

export function wholeDue(answer: ContextDue | undefined): ContextDue | undefined {
  return checked(due, answer ?? undefined);
}

export function wholeSubagent(answer: SubagentContext | undefined): SubagentContext {
  return checked(subagent, answer);
}

function checked<T>(shape: z.ZodType, answer: T | undefined): T {
  const parsed = shape.safeParse(answer);
  if (parsed.success) return answer as T;
  const [issue] = parsed.error.issues;
  const place = issue?.path.map(String).join('.') ?? '';
  throw new Error(place === '' ? 'it gave no answer of the kind' : `its answer has no good ${place}`);
}
