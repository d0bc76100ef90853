// Our request in the words of Chat Completions, in the dialect of its endpoint. Pure.

import { createHash } from 'node:crypto';
import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources';
import type { ModelMessage, ModelRequest, ToolCall, ToolSpec } from '../contracts/index.js';
import { harmless } from '../text/harmless.js';
import type { Dialect } from './dialect.js';
import { inOrder, lastWord } from './message-order.js';
import { plainSchema } from './tool-schema.js';

/**
 * The parameters of one streaming call. Arguments that are no JSON object go out as `{}`: many endpoints refuse them. No
 * message is empty, none but a person's comes first, and no text holds what would set off the machinery behind a model.
 */
export function buildParams(
  name: string,
  request: ModelRequest,
  dialect: Dialect,
): ChatCompletionCreateParamsStreaming {
  const { plain } = dialect;
  return {
    model: name,
    messages: toMessages(request, dialect),
    ...(request.tools.length > 0 && { tools: request.tools.map((tool) => toTool(tool, plain)) }),
    ...(request.tools.length > 0 && request.answerOnly && { tool_choice: 'none' as const }),
    ...(request.maxTokens !== undefined && { [dialect.limit]: request.maxTokens }),
    stream: true,
    ...(dialect.usage && { stream_options: { include_usage: true } }),
  };
}

function toMessages(request: ModelRequest, dialect: Dialect): ChatCompletionMessageParam[] {
  const said = dialect.images ? request.messages : request.messages.map(withoutImages);
  const ordered = inOrder(said, dialect);
  const turnStart = ordered.findLastIndex((one) => one.role === 'user');
  const whole = dialect.closed ? [...ordered, ...lastWord(ordered)] : ordered;
  const messages = whole.map((one, at) => toMessage(one, dialect, at > turnStart));
  return request.system.trim() === ''
    ? messages
    : [{ role: 'system', content: harmlessAgain(request.system) }, ...messages];
}

function withoutImages(message: ModelMessage): ModelMessage {
  return message.role === 'user' ? { role: 'user', text: message.text } : message;
}

function toMessage(message: ModelMessage, dialect: Dialect, inTurn: boolean): ChatCompletionMessageParam {
  const text = harmless(message.text);
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.images?.length ? toParts(text, message.images) : text };
    case 'tool':
      return { role: 'tool', tool_call_id: idOf(message.call, dialect), content: text };
    case 'assistant': {
      if (!message.calls?.length) return { role: 'assistant', content: text };
      const calls = message.calls.map((call) => toCall(call, dialect));
      const thoughts =
        dialect.thoughts && inTurn && message.thinking ? { reasoning_content: harmless(message.thinking) } : {};
      return { role: 'assistant', content: text || null, tool_calls: calls, ...thoughts };
    }
  }
}

function toParts(text: string, images: readonly { mime: string; base64: string }[]): ChatCompletionContentPart[] {
  const pictures = images.map(
    (one): ChatCompletionContentPart => ({
      type: 'image_url',
      image_url: { url: `data:${one.mime};base64,${one.base64}` },
    }),
  );
  return text === '' ? pictures : [{ type: 'text', text }, ...pictures];
}

function toCall(call: ToolCall, dialect: Dialect) {
  const args = isJsonObject(call.args) ? harmless(call.args) : '{}';
  return { id: idOf(call.id, dialect), type: 'function' as const, function: { name: call.name, arguments: args } };
}

/** The same id for a call and its result, whoever made it up. */
function idOf(id: string, { shortIds }: Dialect): string {
  return shortIds ? createHash('sha256').update(id).digest('hex').slice(0, 9) : id;
}

function toTool({ name, description, parameters }: ToolSpec, plain: boolean): ChatCompletionTool {
  return {
    type: 'function',
    function: { name, description, parameters: plain ? plainSchema(parameters) : parameters },
  };
}

/** Whether `text` is one complete JSON object. */
export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** The longest text of a request is the same again and again. */
const beginnings = new Map<string, string>();
const MAX_BEGINNINGS = 64;

function harmlessAgain(system: string): string {
  const known = beginnings.get(system);
  if (known !== undefined) return known;
  const text = harmless(system);
  if (beginnings.size >= MAX_BEGINNINGS) beginnings.clear();
  beginnings.set(system, text);
  return text;
}
