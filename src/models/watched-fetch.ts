// The fetch that is lent to the SDK for one attempt. It sees what the SDK hides: whether the server closed its stream
// with [DONE], and what an error body of another shape than OpenAI's says. It never retries and never waits.

import { ModelError } from '../contracts/index.js';
import { normaliseErrorBody } from './error-body.js';

interface WatchedFetch {
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The stream ended with `data: [DONE]`. */
  sawDone(): boolean;
}

/** Bytes of a stream, all its framing included, and of an error body; more is a fault, and must not fill the memory. */
const LONGEST_ANSWER = 64 * 1024 * 1024;
const LONGEST_ERROR = 64 * 1024;

/** A fetch for one call of the model `id`. */
export function watchedFetch(id: string): WatchedFetch {
  let tail = '';
  let received = 0;
  const decoder = new TextDecoder();

  function watch(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          received += bytes.length;
          if (received > LONGEST_ANSWER) throw new ModelError('unavailable', `${id} sent more than any answer needs.`);
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
        return new Response(normaliseErrorBody(await beginning(response)), { status, headers });
      }
      return response.body ? new Response(watch(response.body), response) : response;
    },
    sawDone: () => /(^|\n)data:\s*\[DONE\]\s*$/.test(tail),
  };
}

/** The beginning of a body as text; the rest is not waited for. */
async function beginning(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (!response.body) return text;
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > LONGEST_ERROR) break;
  }
  return text.slice(0, LONGEST_ERROR);
}
