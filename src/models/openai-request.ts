// Our request in the words of Chat Completions, and what is left out for an endpoint that refuses a part of it. Pure.

import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from 'openai/resources';
import type { ModelMessage, ModelRequest, ToolCall } from '../contracts/index.js';

/** How an endpoint departs from the others. Learned from its refusals, kept for as long as the model object lives. */
export interface Dialect {
  /** OpenAI's own name, and the older one that everybody else takes. */
  limit: 'max_completion_tokens' | 'max_tokens';
  /** Asks for token counts at the end of the stream. */
  usage: boolean;
  /** Hands a reasoning model its own thoughts back inside a tool loop; DeepSeek and Kimi demand it, OpenAI refuses it. */
  thoughts: boolean;
  /** Shows pictures; without, they are only named in the text. */
  images: boolean;
  /** Puts messages of people that follow each other into one: some templates demand that speakers alternate. */
  joined: boolean;
}

/** What to assume of the endpoint at `baseUrl` (undefined: OpenAI's own). */
export function dialectOf(baseUrl: string | undefined): Dialect {
  const own = baseUrl === undefined || hostOf(baseUrl) === 'api.openai.com';
  const limit = own ? 'max_completion_tokens' : 'max_tokens';
  return { limit, usage: true, thoughts: !own, images: true, joined: false };
}

/** What to try after a refusal. */
export interface Adaptation {
  change: Partial<Dialect>;
  /** The endpoint is like that, if the change helps; otherwise only this request was. */
  lasts: boolean;
}

/** A model that sees nothing, by whatever words; what is wrong with one picture is said otherwise. */
const SEES_NOTHING =
  /image_url|image input|(vision|multimodal|images?)\b.*\b(not|n.t) (support|enabled|available)|not (support|a multimodal).*(image|vision|model)|at most 0 image|content\b.*\b(array|string)/i;

/** How to go on after a refusal in these words, or undefined if it is about something else. */
export function adapt(dialect: Dialect, message: string, request: ModelRequest): Adaptation | undefined {
  const lasting = (change: Partial<Dialect>): Adaptation => ({ change, lasts: true });
  if (dialect.usage && /stream_options|include_usage/i.test(message)) return lasting({ usage: false });
  if (dialect.thoughts && /reasoning_content/i.test(message)) return lasting({ thoughts: false });
  if (dialect.images && hasImages(request) && /image|vision|multimodal|content\b.*\b(array|string)/i.test(message)) {
    return { change: { images: false }, lasts: SEES_NOTHING.test(message) };
  }
  if (!dialect.joined && /\balternat/i.test(message)) return lasting({ joined: true });
  const notKnown =
    /unsupported|not supported|unknown|unrecognized|unexpected|extra (inputs|fields)|not permitted|invalid field/i;
  if (dialect.limit === 'max_tokens' && /max_completion_tokens/i.test(message)) {
    return lasting({ limit: 'max_completion_tokens' });
  }
  if (dialect.limit === 'max_completion_tokens' && /max_completion_tokens/i.test(message) && notKnown.test(message)) {
    return lasting({ limit: 'max_tokens' });
  }
  return undefined;
}

function hasImages({ messages }: ModelRequest): boolean {
  return messages.some((one) => one.role === 'user' && (one.images?.length ?? 0) > 0);
}

/** The parameters of one streaming call. Arguments that are no JSON object go out as `{}`: many endpoints refuse them. */
export function buildParams(
  name: string,
  request: ModelRequest,
  dialect: Dialect,
): ChatCompletionCreateParamsStreaming {
  return {
    model: name,
    messages: toMessages(request, dialect),
    ...(request.tools.length > 0 && { tools: request.tools.map(toTool) }),
    ...(request.tools.length > 0 && request.answerOnly && { tool_choice: 'none' as const }),
    ...(request.maxTokens !== undefined && { [dialect.limit]: request.maxTokens }),
    stream: true,
    ...(dialect.usage && { stream_options: { include_usage: true } }),
  };
}

function toMessages(request: ModelRequest, dialect: Dialect): ChatCompletionMessageParam[] {
  const said = dialect.joined ? join(request.messages) : request.messages;
  const turnStart = said.findLastIndex((one) => one.role === 'user');
  const messages = said.map((one, at) => toMessage(one, dialect, at > turnStart));
  return request.system === '' ? messages : [{ role: 'system', content: request.system }, ...messages];
}

function join(messages: readonly ModelMessage[]): ModelMessage[] {
  const joined: ModelMessage[] = [];
  for (const one of messages) {
    const last = joined.at(-1);
    if (one.role !== 'user' || last?.role !== 'user') {
      joined.push(one);
      continue;
    }
    const images = [...(last.images ?? []), ...(one.images ?? [])];
    const text = [last.text, one.text].filter((part) => part !== '').join('\n\n');
    joined.splice(-1, 1, { role: 'user', text, ...(images.length > 0 ? { images } : {}) });
  }
  return joined;
}

function toMessage(message: ModelMessage, dialect: Dialect, inTurn: boolean): ChatCompletionMessageParam {
  switch (message.role) {
    case 'user':
      return {
        role: 'user',
        content: dialect.images && message.images?.length ? toParts(message.text, message.images) : message.text,
      };
    case 'tool':
      return { role: 'tool', tool_call_id: message.call, content: message.text };
    case 'assistant': {
      if (!message.calls?.length) return { role: 'assistant', content: message.text };
      const thoughts = dialect.thoughts && inTurn && message.thinking ? { reasoning_content: message.thinking } : {};
      return { role: 'assistant', content: message.text || null, tool_calls: message.calls.map(toCall), ...thoughts };
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

function toCall(call: ToolCall) {
  const args = isJsonObject(call.args) ? call.args : '{}';
  return { id: call.id, type: 'function' as const, function: { name: call.name, arguments: args } };
}

function toTool(tool: ModelRequest['tools'][number]): ChatCompletionTool {
  return {
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: tool.parameters },
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

/** The host name of a URL, or the text itself where it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
