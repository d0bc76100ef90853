// What a real Chat Completions endpoint refuses with 400, in its own words. Pure; the stand-in server asks it first.

import { z } from 'zod';

const text = z.object({ type: z.literal('text'), text: z.string() });
const image = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) });
const toolCall = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
});
const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content: z.string() }),
  z.object({ role: z.literal('user'), content: z.union([z.string(), z.array(z.union([text, image])).min(1)]) }),
  z.object({
    role: z.literal('assistant'),
    content: z.string().nullish(),
    tool_calls: z.array(toolCall).min(1).optional(),
    reasoning_content: z.string().optional(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content: z.string() }),
]);
const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    description: z.string().optional(),
    parameters: z.looseObject({
      type: z.literal('object'),
      properties: z.record(z.string(), z.unknown()).optional(),
      required: z.array(z.string()).optional(),
    }),
  }),
});
const body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  tools: z.array(tool).min(1).optional(),
  tool_choice: z.enum(['none', 'auto', 'required']).optional(),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean() }).optional(),
  max_tokens: z.number().int().positive().optional(),
  max_completion_tokens: z.number().int().positive().optional(),
});

/** The part of a request that tests look at. */
export type ChatRequest = z.infer<typeof body>;
type ChatMessage = z.infer<typeof message>;

/** The request as the endpoint understands it, or the sentence it would refuse it with. */
export function checkRequest(raw: unknown): { request: ChatRequest } | { refusal: string } {
  if (typeof raw !== 'object' || raw === null) return { refusal: 'We could not parse the JSON body of your request.' };
  if (!('model' in raw) || raw.model === '') return { refusal: 'you must provide a model parameter' };
  const parsed = body.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { refusal: `Invalid '${issue?.path.join('.') ?? 'body'}': ${issue?.message ?? 'wrong shape'}` };
  }
  const request = parsed.data;
  const refusal = checkTools(request) ?? checkParameters(request) ?? checkPairs(request.messages);
  return refusal === undefined ? { request } : { refusal };
}

function checkTools(request: ChatRequest): string | undefined {
  if (request.tool_choice && !request.tools) return 'tool_choice is only allowed when tools are specified';
  const names = (request.tools ?? []).map((one) => one.function.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? undefined : `Duplicate function name '${twice}' in tools.`;
}

function checkParameters(request: ChatRequest): string | undefined {
  if (request.stream_options && !request.stream) {
    return "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  }
  if (request.max_tokens !== undefined && request.max_completion_tokens !== undefined) {
    return 'Setting max_tokens and max_completion_tokens at the same time is not supported.';
  }
  return undefined;
}

/** A call has its results directly behind it, each exactly once; a result has its call. */
function checkPairs(messages: readonly ChatMessage[]): string | undefined {
  let open: string[] = [];
  for (const one of messages) {
    if (one.role === 'tool') {
      if (!open.includes(one.tool_call_id)) {
        return "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
      }
      open = open.filter((id) => id !== one.tool_call_id);
      continue;
    }
    if (open.length > 0) return withoutResult(open);
    if (one.role !== 'assistant') continue;
    if (!one.tool_calls && typeof one.content !== 'string') {
      return "Invalid value for 'content': expected a string, got null.";
    }
    open = (one.tool_calls ?? []).map((call) => call.id);
    if (new Set(open).size !== open.length) return 'Duplicate tool_call ids in one message.';
  }
  return open.length > 0 ? withoutResult(open) : undefined;
}

function withoutResult(ids: readonly string[]): string {
  return `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`;
}
