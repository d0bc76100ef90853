// How one endpoint's Chat Completions differ from another's, and what its refusals teach about it. Pure.

import type { ModelRequest } from '../contracts/index.js';
import type { OrderRules } from './message-order.js';

/** How an endpoint departs from the others. Learned from its refusals, kept for as long as the model object lives. */
export interface Dialect extends OrderRules {
  /** OpenAI's own name, and the older one that everybody else takes. */
  limit: 'max_completion_tokens' | 'max_tokens';
  /** Asks for token counts at the end of the stream. */
  usage: boolean;
  /** Hands a reasoning model its own thoughts back inside a tool loop; DeepSeek and Kimi demand it, OpenAI refuses it. */
  thoughts: boolean;
  /** Shows pictures; without, they are only named in the text. */
  images: boolean;
  /** Describes tools in the few words of JSON Schema that everybody knows. */
  plain: boolean;
  /** Names calls by nine letters and digits: Mistral takes no other names, and those of other providers are longer. */
  shortIds: boolean;
}

/** What to assume of the endpoint at `baseUrl` (undefined: OpenAI's own). */
export function dialectOf(baseUrl: string | undefined): Dialect {
  const own = baseUrl === undefined || hostOf(baseUrl) === 'api.openai.com';
  const limit = own ? 'max_completion_tokens' : 'max_tokens';
  const order: OrderRules = { joined: false, bridged: false, closed: false };
  return { limit, usage: true, thoughts: !own, images: true, plain: false, shortIds: false, ...order };
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

/** How endpoints and the grammars behind them say that they do not know a word of a tool's schema. */
const KNOWS_NOT_THE_SCHEMA = new RegExp(
  [
    'function_?declarations|function\\.parameters|input_schema|schema for (function|tool)',
    'failed to parse grammar|not a \\W?regex|regex lookaround',
    '(invalid|unsupported|unrecognized|unknown|json|flavored)[ _-]?(json[ _-]?)?schema',
    '(?<!\\w)(additionalProperties|\\$schema|\\$ref|\\$defs|anyOf|oneOf|allOf|propertyNames|patternProperties)\\b',
    '\\b(exclusiveM|m)(in|ax)imum\\b[\'"`]? (is|are) not|[\'"`](pattern|format|default|const|title|(min|max)(Length|Items|imum))[\'"`]',
  ].join('|'),
  'i',
);

/** How to go on after a refusal in these words, or undefined if it is about something else. */
export function adapt(dialect: Dialect, message: string, request: ModelRequest): Adaptation | undefined {
  const lasting = (change: Partial<Dialect>): Adaptation => ({ change, lasts: true });
  if (dialect.usage && /stream_options|include_usage/i.test(message)) return lasting({ usage: false });
  if (dialect.thoughts && /reasoning_content/i.test(message)) return lasting({ thoughts: false });
  if (!dialect.plain && request.tools.length > 0 && KNOWS_NOT_THE_SCHEMA.test(message)) return lasting({ plain: true });
  if (dialect.images && hasImages(request) && /image|vision|multimodal|content\b.*\b(array|string)/i.test(message)) {
    return { change: { images: false }, lasts: SEES_NOTHING.test(message) };
  }
  if (!dialect.shortIds && /tool.?(call|use).{0,20}(\b|_)id\b.*(length|too long|pattern)/i.test(message)) {
    return lasting({ shortIds: true });
  }
  const order = orderFor(dialect, message);
  if (order) return lasting(order);
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

/** What a refusal says of the order of speakers, in terms of what is not done yet. */
function orderFor(dialect: Dialect, message: string): Partial<OrderRules> | undefined {
  const [, second, first] = /unexpected role \W?(\w+)\W? after role \W?(\w+)/i.exec(message) ?? [];
  if (!dialect.bridged && second === 'user' && first === 'tool') return { bridged: true };
  const alternates = /\balternat/i.test(message) || (second !== undefined && second === first);
  // A template that counts speakers does not count tools.
  if (!dialect.joined && alternates) return { joined: true, bridged: true };
  if (!dialect.closed && /\bprefill|must end with a user|expected last role/i.test(message)) return { closed: true };
  return undefined;
}

function hasImages({ messages }: ModelRequest): boolean {
  return messages.some((one) => one.role === 'user' && (one.images?.length ?? 0) > 0);
}

/** The host name of a URL, or the text itself where it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}
