// An Embedder over any OpenAI-compatible embeddings endpoint: retries, and what to do with texts that it refuses.
// Must never put a key, an address with user info or an embedded text into a log line, an error or the fingerprint.

import type { Clock, Embedder, Log } from '../../contracts/index.js';
import { ModelError } from '../../contracts/index.js';
import { readAnswer } from './answer.js';
import { endpointOf } from './endpoint.js';
import { BadAnswerError, type FailedCall, RefusedTextsError, stopped, toEmbedderError, wrongKey } from './errors.js';
import { wireTo } from './request.js';
import { nextWait } from './retry.js';
import { embedInParts } from './split.js';

export interface OpenAiEmbedderSettings {
  /** The model. */
  name: string;
  /** Default OpenAI's own. User info in it is sent as basic authorization where there is no key. */
  baseUrl?: string;
  apiKey?: string;
  /** The environment variable that the key came from, for error texts. */
  keyVariable?: string;
  /** Asked of the endpoint, and an answer of another size is refused. Default: the model's own size. */
  dimensions?: number;
  /** Texts in one request, at most. Default 64. */
  batchSize?: number;
  /** The longest wait for one request. Default 60,000. */
  timeoutMs?: number;
}

/**
 * The embedder. Network errors, silence, 429 and 5xx are tried again (retry.ts); 400, 401, 403, 404 and used-up credit
 * never. A refused batch is sent in halves, a refused text shorter; what is refused even so is a RefusedTextsError with
 * the other texts' vectors. An answer with a zero vector, NaN, a wrong count or mixed sizes is a BadAnswerError.
 */
export function openaiEmbedder(settings: OpenAiEmbedderSettings, { clock, log }: { clock: Clock; log: Log }): Embedder {
  const { name, apiKey, keyVariable, dimensions, batchSize = 64, timeoutMs = 60_000 } = settings;
  const id = `openai/${name}`;
  const endpoint = endpointOf(settings.baseUrl);
  const hasKey = apiKey !== undefined;
  const request = wireTo({ id, endpoint, model: name, apiKey, dimensions, timeoutMs, clock });
  const call = (): FailedCall => ({ id, host: endpoint.host, hasKey, keyVariable, now: clock.now() });
  /** Learned from refusals, kept for as long as the object lives. */
  let largestBatch = batchSize;

  /** One request with the retries that its kind is worth: all vectors, or a ModelError. */
  async function attempt(
    texts: readonly string[],
    kind: 'query' | 'document',
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    for (let failures = 1; ; failures++) {
      try {
        return check(await request(texts.map(wellFormed), signal), texts.length);
      } catch (thrown) {
        if (signal.aborted) throw stopped(id);
        const error = toEmbedderError(thrown, call());
        const waitMs = error instanceof BadAnswerError ? undefined : nextWait(error, kind, failures, Math.random());
        log.debug('embedding.request-failed', { model: id, kind: error.kind, texts: texts.length, waitMs });
        if (waitMs === undefined) throw error;
        await clock.sleep(waitMs, signal);
      }
    }
  }

  function check(raw: unknown, count: number): Float32Array[] {
    const answer = readAnswer(raw, count);
    if ('fault' in answer) throw new BadAnswerError(id, answer.fault);
    const size = answer.vectors[0]?.length;
    if (dimensions !== undefined && size !== undefined && size !== dimensions) {
      throw new ModelError('bad-request', `${id} sent vectors of ${size} numbers, not ${dimensions}.`, {
        remedy: 'Leave dimensions out of the section embedding: this endpoint does not follow it.',
      });
    }
    return answer.vectors;
  }

  return {
    fingerprint: ['openai', name, endpoint.place, dimensions ?? 'own'].join('|'),

    async embed(texts, kind, signal) {
      if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) throw wrongKey(call());
      const outcome = await embedInParts(texts, largestBatch, kind, (part, probe) =>
        attempt(part, probe ? 'query' : kind, signal),
      );
      if (outcome.largest < largestBatch) {
        log.info('embedding.smaller-batches', { model: id, texts: outcome.largest });
        largestBatch = outcome.largest;
      }
      const vectors = outcome.vectors.filter((vector) => vector !== undefined);
      if (new Set(vectors.map(({ length }) => length)).size > 1) {
        throw new BadAnswerError(id, 'the vectors differ in size');
      }
      if (vectors.length < texts.length) throw new RefusedTextsError(id, outcome.vectors);
      return vectors;
    },
  };
}

/** Half a character is no text to a server, and some answer it with an error of theirs. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
