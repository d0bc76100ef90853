// What an embedding endpoint's failure means: anything thrown by a call → a ModelError. Pure. The endpoint's own words
// are only matched, never repeated: some servers send the text or the key back.

import { z } from 'zod';
import { ModelError } from '../../contracts/index.js';
import { retryAfterMs } from '../../text/retry-after.js';

/** More of an error's words is never looked at. Characters. */
const LONGEST_TEXT = 4_000;

/** What the sentences need to know about the embedder that failed. */
export interface FailedCall {
  /** `openai/<model>`. */
  id: string;
  host: string;
  hasKey: boolean;
  keyVariable?: string | undefined;
  now: number;
}

/** The endpoint answered, and the vectors cannot be used: wrong count, zero, NaN, mixed sizes. None of them is. */
export class BadAnswerError extends ModelError {
  constructor(id: string, fault: string) {
    super('unavailable', `${id} sent vectors that cannot be used: ${fault}.`, {
      retryable: true,
      remedy: 'Check that name and baseUrl of the section embedding name a model that makes embeddings.',
    });
  }
}

/** Some texts of a call were refused for good, alone and cut short. The others have their vectors. */
export class RefusedTextsError extends ModelError {
  /** In the order of the texts; undefined for what was refused. */
  readonly vectors: readonly (Float32Array | undefined)[];

  constructor(id: string, vectors: readonly (Float32Array | undefined)[]) {
    const refused = vectors.filter((vector) => vector === undefined).length;
    super('bad-request', `${id} refused ${refused} of ${vectors.length} texts.`);
    this.vectors = vectors;
  }
}

const says = {
  size: new RegExp(
    [
      'context.{0,20}(length|window|size)|too (long|large|many (input )?(tokens|inputs|texts))|max_tokens_per_request',
      'maximum.{0,40}(length|size|tokens|batch|number)|exceeds? .{0,40}(maximum|max|limit|length|window|tokens|size)',
      'larger than \\d|less than \\d+ tokens|at most \\d+|batch ?size|过长|超长|超出|超过',
    ].join('|'),
    'i',
  ),
  dimensions: /dimension|matryoshka/i,
  quota:
    /insufficient[_ ](quota|balance|credit|funds)|exceeded[_ ](your )?current[_ ]quota|billing_(hard_limit|not_active)|arrearage|余额不足|欠费|额度(不足|已用完)/i,
  key: /invalid[_ ]api[_ ]key|incorrect api key|api key not valid|invalid authentication|authentication_error|api ?key (错误|无效)/i,
  noModel:
    /model_not_found|model.{0,80}(not found|does not exist|not exist)|no such model|unknown model|try pulling it|模型不存在/i,
  format: /encoding_format|base64/i,
  unreachable: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOST|ENETUN/,
};

const shape = z.object({
  status: z.number().optional().catch(undefined),
  headers: z.instanceof(Headers).optional().catch(undefined),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
});

/** The telling parts of an error of the SDK or of fetch, its causes included. */
interface Facts {
  status: number | undefined;
  headers: Headers | undefined;
  text: string;
}

/** Turns whatever a call threw into a typed outcome; a ModelError comes back as it is. Size is kind 'overflow'. */
export function toEmbedderError(thrown: unknown, call: FailedCall): ModelError {
  const { status, headers, text } = factsOf(thrown);
  const typed = modelErrorIn(thrown);
  if (typed) return typed;
  if (status === undefined) return withoutStatus(text, call);
  const { id, host } = call;
  if (status === 402 || says.quota.test(text)) {
    return new ModelError('rate-limit', `The account of ${id} has no credit left.`, {
      remedy: `Look at the billing page of the provider (${host}).`,
    });
  }
  if (status === 401 || status === 403 || says.key.test(text)) return wrongKey(call);
  if (status === 429) {
    const wish = retryAfterMs(headers, call.now);
    return new ModelError('rate-limit', `${id} is answering too many requests right now.`, {
      retryable: true,
      ...(wish !== undefined && { retryAfterMs: wish }),
    });
  }
  if (status === 404 || says.noModel.test(text)) {
    return new ModelError('unavailable', `${host} does not know the model ${id}.`, {
      remedy: 'Check name and baseUrl of the section embedding (with Ollama: pull the model first).',
    });
  }
  if (status === 413 || (says.size.test(text) && !says.dimensions.test(text))) {
    return new ModelError('overflow', `A text is longer than ${id} takes, or a request has too many.`);
  }
  if (status === 408 || status >= 500) {
    const wish = retryAfterMs(headers, call.now);
    return new ModelError('unavailable', `${id} is having trouble (HTTP ${status}).`, {
      retryable: true,
      ...(wish !== undefined && { retryAfterMs: wish }),
    });
  }
  return new ModelError('bad-request', `${id} did not accept the request (HTTP ${status}).`, {
    remedy: 'Check name, baseUrl and dimensions of the section embedding in nightjar.yaml.',
  });
}

/** The endpoint refused the key, or wants one. */
export function wrongKey({ id, host, hasKey, keyVariable }: FailedCall): ModelError {
  const where = keyVariable ?? 'embedding.apiKey';
  return new ModelError('auth', hasKey ? `${id} refused the key in ${where}.` : `${id} asks for a key, none is set.`, {
    remedy: hasKey ? `Put a valid key for ${host} into ${where}.` : 'Set apiKey of the section embedding.',
    ...(keyVariable !== undefined && { keyVariable }),
  });
}

/** Nothing came for as long as a call may take. */
export function tooSlow(id: string): ModelError {
  return new ModelError('timeout', `${id} did not answer in time.`, {
    retryable: true,
    remedy: 'If the model is slow by nature, lower batchSize or raise timeoutSeconds of the section embedding.',
  });
}

/** The caller wants no answer any more. */
export function stopped(id: string): ModelError {
  return new ModelError('network', `The call of ${id} was stopped.`, { retryable: true });
}

/** The refusal is about how vectors shall be written down. */
export function isAboutFormat(thrown: unknown): boolean {
  const { status, text } = factsOf(thrown);
  return (status === 400 || status === 422) && says.format.test(text);
}

function withoutStatus(text: string, { id, host }: FailedCall): ModelError {
  if (/SyntaxError/.test(text)) return new BadAnswerError(id, 'the answer is no JSON');
  const never = says.unreachable.test(text);
  return new ModelError('network', never ? `${host} cannot be reached.` : `The connection to ${id} was cut.`, {
    retryable: true,
    remedy: `Check that ${host} is up and that baseUrl of the section embedding is right.`,
  });
}

function factsOf(thrown: unknown): Facts {
  const words: string[] = [];
  let status: number | undefined;
  let headers: Headers | undefined;
  for (let error = thrown, depth = 0; depth < 4 && typeof error === 'object' && error !== null; depth++) {
    const read = shape.safeParse(error).data;
    if (!read) break;
    status ??= read.status;
    headers ??= read.headers;
    words.push([read.name, read.code, read.message].filter((one) => one !== undefined).join(' '));
    error = read.cause;
  }
  return { status, headers, text: words.join(' · ').slice(0, LONGEST_TEXT) };
}

function modelErrorIn(thrown: unknown): ModelError | undefined {
  if (thrown instanceof ModelError) return thrown;
  return thrown instanceof Error && thrown.cause !== undefined ? modelErrorIn(thrown.cause) : undefined;
}
