// Asks an endpoint how large a model's window is, where nobody said. Once for the process, briefly, and without any harm
// when there is no answer: it never rejects and nobody waits for it longer than two seconds.

import type { Clock, Log } from '../contracts/index.js';
import { connect, type Endpoint } from './openai-client.js';
import { codesOf, factsOf } from './openai-errors.js';
import { windowIn, windowInList } from './window.js';

const LONGEST_WAIT_MS = 2_000;
/** An endpoint that could not be asked may be there later. */
const NEXT_TRY_MS = 5 * 60_000;
/** Bytes. The longest lists have a few hundred models. */
const LONGEST_ANSWER = 8 * 1024 * 1024;
/** How endpoints say that they have no such page. */
const NOT_THERE: readonly number[] = [400, 404, 405, 422, 501];

export interface WindowLookup {
  /** In tokens; undefined as long as nothing is known. */
  found(): number | undefined;
  /** See ChatModel. */
  ready(signal: AbortSignal): Promise<void>;
}

export function windowLookup(
  settings: Endpoint & { provider: string; name: string },
  { clock, log }: { clock: Clock; log: Log },
): WindowLookup {
  let found: number | undefined;
  /** Epoch ms; never again once the endpoint has said what it knows. */
  let nextTry = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const model = `${settings.provider}/${settings.name}`;

  async function look(): Promise<void> {
    const limit = new AbortController();
    const cancel = clock.after(LONGEST_WAIT_MS, () => limit.abort());
    try {
      found = await ask(settings, limit.signal);
      nextTry = Number.POSITIVE_INFINITY;
      log.info('model.window', { model, tokens: found });
    } catch (thrown) {
      nextTry = clock.now() + NEXT_TRY_MS;
      log.debug('model.window-unknown', { model, status: factsOf(thrown).status, codes: codesOf(thrown) });
    } finally {
      cancel();
      running = undefined;
    }
  }

  return {
    found: () => found,
    ready(signal) {
      // A clock that was set back puts nothing off for longer.
      const due = clock.now() >= nextTry || (Number.isFinite(nextTry) && nextTry - clock.now() > NEXT_TRY_MS);
      if (!running && due) running = look();
      return running ? untilAborted(running, signal) : Promise.resolve();
    },
  };
}

/** What the endpoint says, undefined if it says nothing of it. Throws when it could not be asked. */
async function ask(settings: Endpoint & { name: string }, signal: AbortSignal): Promise<number | undefined> {
  const client = await connect(settings, shortFetch);
  const { name } = settings;
  const one = await unlessMissing(client.models.retrieve(name, { signal }));
  return windowIn(one) ?? windowInList(await unlessMissing(client.get<unknown>('/models', { signal })), name);
}

async function unlessMissing(answer: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (thrown) {
    if (NOT_THERE.includes(factsOf(thrown).status ?? 0)) return undefined;
    throw thrown;
  }
}

/** A fetch that gives up on an answer that does not end. */
async function shortFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  let received = 0;
  const body = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        received += bytes.length;
        if (received > LONGEST_ANSWER) throw new Error('too long a list of models');
        controller.enqueue(bytes);
      },
    }),
  );
  return body ? new Response(body, response) : response;
}

function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    void work.then(end);
  });
}
