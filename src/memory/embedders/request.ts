// One HTTP exchange with an embedding endpoint through the openai package, which is loaded at the first call. No
// retries, no logging, no time but the clock's.

import type { Clock } from '../../contracts/index.js';
import type { Endpoint } from './endpoint.js';
import { BadAnswerError, isAboutFormat, stopped, tooSlow } from './errors.js';

/** How vectors are asked for: base64 is a third of the bytes, and some servers refuse to hear of it. */
type Format = 'base64' | undefined;

export interface Wire {
  id: string;
  endpoint: Endpoint;
  model: string;
  apiKey: string | undefined;
  dimensions: number | undefined;
  timeoutMs: number;
  clock: Clock;
}

/** setTimeout's largest delay: switches off the SDK's own time limit, which knows nothing of the clock. */
const NO_LIMIT_MS = 2_147_483_647;
/** Of a refusal, bytes; the rest is not waited for. */
const LONGEST_REFUSAL = 64 * 1024;
/** Of an answer, bytes: a full batch of the largest models as written-out numbers is a tenth of it. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

/**
 * Asks for the vectors of the texts and resolves to the answer as it was sent. Rejects with what the SDK threw, or a
 * ModelError: 'timeout' after `timeoutMs`, 'network' when the signal aborts.
 */
export function wireTo(wire: Wire): (texts: readonly string[], signal: AbortSignal) => Promise<unknown> {
  const { id, clock } = wire;
  let format: Format = 'base64';
  let client: ReturnType<typeof connect> | undefined;

  async function post(texts: readonly string[], asked: Format, signal: AbortSignal): Promise<unknown> {
    client ??= connect(wire);
    const body = {
      model: wire.model,
      input: texts,
      ...(asked && { encoding_format: asked }),
      ...(wire.dimensions !== undefined && { dimensions: wire.dimensions }),
    };
    // Not `embeddings.create`: it takes an array of numbers, which many servers send all the same, for base64.
    return (await client).post('/embeddings', { body, signal });
  }

  return async (texts, signal) => {
    if (signal.aborted) throw stopped(id);
    const controller = new AbortController();
    const abort = () => controller.abort();
    let late = false;
    const cancel = clock.after(wire.timeoutMs, () => {
      late = true;
      abort();
    });
    signal.addEventListener('abort', abort, { once: true });
    try {
      const asked = format;
      try {
        return await post(texts, asked, controller.signal);
      } catch (thrown) {
        if (asked === undefined || !isAboutFormat(thrown)) throw thrown;
        format = undefined;
        return await post(texts, undefined, controller.signal);
      }
    } catch (thrown) {
      if (signal.aborted) throw stopped(id);
      throw late ? tooSlow(id) : thrown;
    } finally {
      cancel();
      signal.removeEventListener('abort', abort);
    }
  };
}

/** The SDK's client, deaf to the environment's own OPENAI_ variables, silent, and without retries. */
async function connect({ id, endpoint, apiKey }: Wire) {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: endpoint.baseUrl,
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: NO_LIMIT_MS,
    logLevel: 'off',
    fetch: (url, init) => bounded(id, url, init),
    ...(apiKey === undefined && { defaultHeaders: { Authorization: endpoint.basic ?? null } }),
  });
}

/**
 * Endpoints disagree on the shape of a refusal, and the SDK reads only OpenAI's: it gets any body as the message. What is
 * no refusal is read to a bound, because some broken servers never end.
 */
async function bounded(id: string, url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return new Response(response.body?.pipeThrough(ending(id)) ?? null, response);
  const { status, headers } = response;
  return new Response(JSON.stringify({ error: { message: await beginning(response) } }), { status, headers });
}

function ending(id: string): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(bytes, controller) {
      size += bytes.byteLength;
      if (size > LONGEST_ANSWER) controller.error(new BadAnswerError(id, 'the answer has no end'));
      else controller.enqueue(bytes);
    },
  });
}

async function beginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (!body) return text;
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > LONGEST_REFUSAL) break;
  }
  return text;
}
