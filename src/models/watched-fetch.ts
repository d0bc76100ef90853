// The fetch that is lent to the SDK for one attempt. It sees what the SDK hides: whether the server closed its stream
// with [DONE], and what an error body of another shape than OpenAI's says. It never retries and never waits.

import { ModelError } from '../contracts/index.js';
import { normaliseErrorBody } from './error-body.js';

interface WatchedFetch {
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The stream ended with `data: [DONE]`. */
  sawDone(): boolean;
}

/** A fetch for one call of the model `id`. */
export function watchedFetch(id: string): WatchedFetch {
  let tail = '';
  const decoder = new TextDecoder();

  function watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          tail = (tail + decoder.decode(bytes, { stream: true })).slice(-64);
          controller.enqueue(bytes);
        },
      }),
    );
  }

  return {
    async fetch(url, init) {
      const response = await fetch(url, init);
      const kind = response.headers.get('content-type') ?? '';
      if (response.ok && kind.includes('text/html')) {
        await response.body?.cancel();
        throw new ModelError('bad-request', `A web page answered instead of ${id}.`, {
          remedy: 'Check baseUrl of this model in nightjar.yaml; most end in /v1.',
        });
      }
      // A stream was asked for: a JSON document with status 200 is some endpoints' way to report a failure.
      if (!response.ok || kind.includes('application/json')) {
        const { headers } = response;
        const status = response.ok ? 400 : response.status;
        return new Response(normaliseErrorBody(await response.text()), { status, headers });
      }
      return response.body ? new Response(watch(response.body), response) : response;
    },
    sawDone: () => /(^|\n)data:\s*\[DONE\]\s*$/.test(tail),
  };
}
