// What an endpoint's failure means: any error of a call → a ModelError. Pure. The provider's own words never get into
// the message, nor into the log: `codesOf` gives it the codes alone.

import { z } from 'zod';
import { type ErrorDetails, ModelError, type ModelFault } from '../contracts/index.js';
import { retryAfterMs } from '../text/retry-after.js';
import { hostOf } from './dialect.js';

/** More of an error's words is never looked at. Characters. */
const LONGEST_TEXT = 4_000;

/** What the sentences need to know about the model that failed. */
export interface FailedCall {
  /** `<provider>/<name>`. */
  id: string;
  baseUrl?: string | undefined;
  hasKey: boolean;
  keyVariable?: string | undefined;
  now: number;
}

/** The telling parts of an error of the SDK or of fetch. */
interface Facts {
  status: number | undefined;
  headers: Headers | undefined;
  /** Codes, types and message of the error and its causes, in one line of text. */
  text: string;
  /** The same without the messages. */
  codes: string[];
}

const shape = z.object({
  status: z.number().optional().catch(undefined),
  headers: z.instanceof(Headers).optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
});

const says = {
  overflow: new RegExp(
    [
      'context_length_exceeded|model_context_window_exceeded|exceed_context_size|context_window_exceeded',
      'maximum context length|context length (is only|exceeded)|exceeds? (the )?(model.?s )?context (length|window|size|limit)',
      'context window (exceeds|full)|context size has been exceeded|available context size|max(imum)?_?context_?length',
      'maximum (prompt|model) length is|(prompt|input|request) (is )?too long|prompt exceeds|input length exceeds',
      'input token count.*exceeds|exceeds the maximum number of tokens|exceeded model token limit|too many input tokens',
      'reduce the length of the (messages|prompt|input)|range of input length|greater than the context length',
      'request too large for|tokens must be reduced|max_total_tokens|inputs?\\W? tokens? \\+ .*max_new_tokens',
      '(input|prompt)[^.]{0,30}\\btokens?\\b[^.]{0,30} exceeds? the|tokens? exceeds? the model.?s max|token length exceeds',
      'exceeds? the max(imum)? (allowed )?(number of )?(input|prompt)|(input|prompt) length\\W? ?\\d* exceeds|max_model_len',
      'tokens in request more than max|longer than the (model.?s )?(context|maximum)|must have less than \\d+ tokens',
      'request_too_large|prompt_tokens_exceeded|context the overflows|context length of only',
      '上下文(长度|窗口|過長|过长)|(输入|提示词|提示|请求)(内容|文本)?(的)?(长度)?(过长|超长|超出|超过)|超(出|过)(了)?(模型)?(最大|上下文|长度)',
    ].join('|'),
    'i',
  ),
  quota:
    /insufficient[_ ](quota|balance|credit|funds)|exceeded_current_quota|exceeded your current quota|not enough (balance|credit)|billing_(hard_limit|not_active)|arrearage|余额不足|欠费|额度(不足|已用完)/i,
  waits: /(?:retry|try again) (?:in|after) ([\d.]+) ?(ms|s|m)/i,
  key: /invalid[_ ]api[_ ]key|incorrect api key|api key not valid|invalid authentication|authentication_error|login fail|令牌(已过期|无效|不正确)|验证不正确|身份验证失败|api ?key (错误|无效)/i,
  refusal:
    /content_filter|content_policy|content management policy|data_?inspection_?failed|high risk|sensitive content|safety (system|filter)|敏感|不安全|内容(违规|审核)/i,
  noModel:
    /model_not_found|model.{0,80}(not found|does not exist|is not found|not exist)|no such model|unknown model|try pulling it|模型不存在/i,
  noTools: /(does|do) not support (tools|tool|function)|tool.{0,20} not supported|auto.? tool choice requires/i,
  rate: /rate[_ ]?limit|too many requests|overloaded|请求(过于频繁|过多)|限流|并发/i,
  request: /invalid_request|invalid_argument|bad_request/i,
  silence: /UND_ERR_(HEADERS|BODY)_TIMEOUT/,
  network:
    /ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENETUN|UND_ERR|fetch failed|terminated|socket|Connection error|timed out|SyntaxError/i,
};

/** Turns whatever a call threw into a typed outcome. A ModelError, also inside a wrapper, comes back as it is. */
export function toModelError(thrown: unknown, call: FailedCall): ModelError {
  const typed = modelErrorIn(thrown);
  if (typed) return typed;
  const facts = factsOf(thrown);
  const wish = retryAfterMs(facts.headers, call.now) ?? wishInWords(facts.text);
  const retry = { retryable: true, ...(wish !== undefined && { retryAfterMs: wish }) };
  return facts.status === undefined ? withoutStatus(facts, call, retry) : withStatus(facts, facts.status, call, retry);
}

function withStatus(facts: Facts, status: number, call: FailedCall, retry: ErrorDetails): ModelError {
  const { text } = facts;
  if (status === 402 || (says.quota.test(text) && !says.waits.test(text))) return quota(call);
  if (status === 401 || status === 403 || says.key.test(text)) return auth(call);
  const content = ofContent(text, call, status);
  if (content) return content;
  if (status === 429)
    return new ModelError('rate-limit', `${call.id} is answering too many requests right now.`, retry);
  if (status === 408 || status >= 500) {
    return new ModelError('unavailable', `${call.id} is having trouble (HTTP ${status}).`, retry);
  }
  if (status === 404 || says.noModel.test(text)) return notThere(call);
  return badRequest(text, call, status);
}

/** An error inside a stream, or none that the endpoint sent. */
function withoutStatus(facts: Facts, call: FailedCall, retry: ErrorDetails): ModelError {
  const { text } = facts;
  if (says.silence.test(text)) return silent(call.id);
  if (says.quota.test(text) && !says.waits.test(text)) return quota(call);
  const content = ofContent(text, call, undefined);
  if (content) return content;
  if (says.rate.test(text)) return new ModelError('rate-limit', `${call.id} is busy right now.`, retry);
  if (says.request.test(text)) return badRequest(text, call, undefined);
  if (says.network.test(text)) return unreachable(text, call);
  return new ModelError('unavailable', `${call.id} broke off its answer.`, retry);
}

/** What the request's own content caused; a plain rate limit mentions tokens too and is none of it. */
function ofContent(text: string, call: FailedCall, status: number | undefined): ModelError | undefined {
  const limited = status === 429 && !/request too large/i.test(text);
  if (status === 413 || (!limited && says.overflow.test(text))) {
    return fault('overflow', `The request is longer than the window of ${call.id}.`, {
      remedy: 'Set contextTokens of this model in nightjar.yaml to its real window.',
    });
  }
  if (!limited && says.refusal.test(text)) return fault('refusal', `${call.id} declined to answer this.`, {});
  return undefined;
}

/** The failure of a stream on which nothing came for too long. */
export function silent(id: string): ModelError {
  return new ModelError('timeout', `${id} did not answer in time.`, {
    retryable: true,
    remedy: 'If the model is slow by nature, raise timeoutSeconds of this model in nightjar.yaml.',
  });
}

function quota(call: FailedCall): ModelError {
  return fault('rate-limit', `The account of ${call.id} has no credit left.`, {
    remedy: `Look at the billing page of the provider (${hostName(call)}).`,
  });
}

/** The endpoint refused the key, or wants one. */
export function auth(call: FailedCall): ModelError {
  const where = call.keyVariable ?? 'model.apiKey';
  const message = call.hasKey
    ? `${call.id} refused the key in ${where}.`
    : `${call.id} asks for a key, and none is set.`;
  const remedy = call.hasKey
    ? `Put a valid key for ${hostName(call)} into ${where}.`
    : `Set apiKey of this model in nightjar.yaml, for example apiKey: "\${OPENAI_API_KEY}".`;
  return fault('auth', message, { remedy, ...(call.keyVariable && { keyVariable: call.keyVariable }) });
}

function notThere(call: FailedCall): ModelError {
  return fault('unavailable', `${hostName(call)} does not know the model ${call.id}.`, {
    remedy: 'Check name and baseUrl of this model in nightjar.yaml (with Ollama: pull the model first).',
  });
}

function badRequest(text: string, call: FailedCall, status: number | undefined): ModelError {
  if (says.noTools.test(text)) {
    return fault('bad-request', `${call.id} cannot use tools.`, { remedy: 'Choose a model that supports tool calls.' });
  }
  const code = status === undefined ? '' : ` (HTTP ${status})`;
  return fault('bad-request', `${call.id} did not accept the request${code}.`, {
    remedy: 'Check the name of the model and its address; the log line model.failed holds the error codes.',
  });
}

function unreachable(text: string, call: FailedCall): ModelError {
  const never = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOST|ENETUN/.test(text);
  const message = never ? `${hostName(call)} cannot be reached.` : `The connection to ${call.id} was cut.`;
  const remedy = `Check that ${hostName(call)} is up and that baseUrl of this model is right.`;
  return fault('network', message, { retryable: true, ...(never && { remedy }) });
}

function fault(kind: ModelFault, message: string, details: ErrorDetails & { keyVariable?: string }): ModelError {
  return new ModelError(kind, message, details);
}

function hostName(call: FailedCall): string {
  return call.baseUrl === undefined ? 'api.openai.com' : hostOf(call.baseUrl);
}

function wishInWords(text: string): number | undefined {
  const match = says.waits.exec(text);
  const factor = { ms: 1, s: 1000, m: 60_000 }[match?.[2]?.toLowerCase() ?? ''];
  return factor === undefined ? undefined : Math.ceil(Number.parseFloat(match?.[1] ?? '') * factor) || undefined;
}

/** Reads status, headers and words from an error and its causes. A numeric code inside a stream is a status. */
export function factsOf(thrown: unknown): Facts {
  const words: string[] = [];
  const codes: string[] = [];
  let facts: { status: number | undefined; headers: Headers | undefined } | undefined;
  for (let error = thrown, depth = 0; depth < 4 && typeof error === 'object' && error !== null; depth++) {
    const read = shape.safeParse(error).data;
    if (!read) break;
    const code = typeof read.code === 'number' && read.code >= 400 && read.code < 600 ? read.code : undefined;
    facts ??= { status: read.status ?? code, headers: read.headers };
    const named = [read.name, read.code, read.type].filter((one) => one !== undefined).map(String);
    codes.push(...named);
    words.push([...named, read.message ?? ''].join(' ').trim());
    error = read.cause;
  }
  return { status: facts?.status, headers: facts?.headers, text: words.join(' · ').slice(0, LONGEST_TEXT), codes };
}

function modelErrorIn(thrown: unknown): ModelError | undefined {
  if (thrown instanceof ModelError) return thrown;
  return thrown instanceof Error && thrown.cause !== undefined ? modelErrorIn(thrown.cause) : undefined;
}

/**
 * The names, codes and types of an error and its causes, for the log. An endpoint's sentences are left out: some repeat
 * the prompt or the key.
 */
export function codesOf(thrown: unknown): string {
  return factsOf(thrown)
    .codes.filter((code) => /^[\w.-]{1,60}$/.test(code))
    .join(' ');
}
