// One streaming call to any OpenAI-compatible Chat Completions endpoint: attempts, retries, silence, abort. It never
// throws, never logs what was said or a key, and never waits but through the clock.

import { randomUUID } from 'node:crypto';
import type { ChatModel, Clock, Log, ModelEvent, ModelRequest } from '../contracts/index.js';
import { chunkReader } from './chunks.js';
import { adapt, type Dialect, dialectOf } from './dialect.js';
import { connect } from './openai-client.js';
import { auth, codesOf, type FailedCall, factsOf, silent, toModelError } from './openai-errors.js';
import { buildParams } from './openai-request.js';
import { nextWait } from './retry.js';
import { watchedFetch } from './watched-fetch.js';
import { tooSmall, windowOf } from './window.js';
import { windowLookup } from './window-lookup.js';

export interface OpenAiSettings {
  provider: string;
  name: string;
  /** Default OpenAI's own. */
  baseUrl?: string;
  apiKey?: string;
  /** The environment variable that the key came from, for error texts. */
  keyVariable?: string;
  /** The window, or what is assumed where `windowIsGuess`; no more than `largestWindow`. */
  contextTokens: number;
  /** Nobody said how large the window is: the endpoint may be asked. */
  windowIsGuess?: boolean;
  /** Use no more of a window than this, whatever the endpoint says. Tokens. */
  largestWindow?: number;
  /** The longest silence, before the first event and between later ones. Default 60,000. */
  timeoutMs?: number;
  /** Further attempts after a failure that may pass. Default 2. */
  retries?: number;
}

export interface ModelDeps {
  clock: Clock;
  log: Log;
}

/** Once the answer is whole, only token counts and the end are outstanding: nobody should wait long for those. */
const CLOSING_MS = 5_000;
/** How endpoints refuse what they do not know, each in its way. */
const REFUSALS: readonly number[] = [400, 404, 422, 500];
/** How many of its habits an endpoint may refuse in one call before the refusal counts. */
const MOST_ADAPTATIONS = 4;

/**
 * A ChatModel over the openai package, which is imported at the first call. Network errors, cut streams, 408, 429 and
 * 5xx are tried again; silence fails with kind 'timeout'. What a failed attempt had emitted is voided by `restart`.
 */
export function openaiModel(settings: OpenAiSettings, { clock, log }: ModelDeps): ChatModel {
  const id = `${settings.provider}/${settings.name}`;
  const retries = settings.retries ?? 2;
  const timeoutMs = settings.timeoutMs ?? 60_000;
  let dialect = dialectOf(settings.baseUrl);
  const lookup = settings.windowIsGuess ? windowLookup(settings, { clock, log }) : undefined;

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const call = (): FailedCall => ({
      id,
      baseUrl: settings.baseUrl,
      hasKey: settings.apiKey !== undefined,
      keyVariable: settings.keyVariable,
      now: clock.now(),
    });
    if (settings.apiKey !== undefined && !/^[\x21-\x7e]+$/.test(settings.apiKey)) {
      yield { type: 'failed', error: auth(call()) };
      return;
    }
    const refused = tooSmall(id, lookup?.found());
    if (refused) {
      yield { type: 'failed', error: refused };
      return;
    }
    let failures = 0;
    let adaptations = 0;
    let style = dialect;
    let learned: Partial<Dialect> = {};
    while (!signal.aborted) {
      let emitted = false;
      try {
        for await (const event of attempt(request, style, signal)) {
          if (!emitted) dialect = { ...dialect, ...learned };
          emitted = true;
          yield event;
        }
        return;
      } catch (thrown) {
        const facts = factsOf(thrown);
        const mayAdapt = REFUSALS.includes(facts.status ?? 0) && adaptations < MOST_ADAPTATIONS;
        const adapted = mayAdapt ? adapt(style, facts.text, request) : undefined;
        if (adapted) {
          adaptations += 1;
          style = { ...style, ...adapted.change };
          if (adapted.lasts) learned = { ...learned, ...adapted.change };
          continue;
        }
        failures += 1;
        const error = toModelError(thrown, call());
        const waitMs = nextWait(error, failures, retries, Math.random());
        log.warn(waitMs === undefined ? 'model.failed' : 'model.retry', {
          model: id,
          kind: error.kind,
          status: facts.status,
          codes: codesOf(thrown),
          waitMs,
        });
        if (waitMs === undefined) {
          yield { type: 'failed', error };
          return;
        }
        if (emitted) yield { type: 'restart' };
        await clock.sleep(waitMs, signal);
      }
    }
  }

  /** One HTTP exchange. Ends quietly after an abort; throws what went wrong otherwise. */
  async function* attempt(request: ModelRequest, style: Dialect, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    const silence = silenceAlarm(clock, abort);
    const reader = chunkReader(id, callIds(request), () => `call_${randomUUID()}`);
    const wire = watchedFetch(id);
    signal.addEventListener('abort', abort, { once: true });
    try {
      const client = await connect(settings, wire.fetch);
      if (signal.aborted) return;
      silence.start(timeoutMs);
      const params = buildParams(settings.name, request, style);
      const chunks = await client.chat.completions.create(params, { signal: controller.signal });
      for await (const chunk of chunks) {
        silence.stop();
        yield* reader.read(chunk);
        silence.start(reader.finished ? Math.min(CLOSING_MS, timeoutMs) : timeoutMs);
      }
    } catch (thrown) {
      if (!signal.aborted && !reader.finished) throw silence.rang ? silent(id) : thrown;
    } finally {
      silence.stop();
      signal.removeEventListener('abort', abort);
    }
    if (signal.aborted) return;
    if (silence.rang && !reader.finished) throw silent(id);
    yield* reader.end(wire.sawDone());
  }

  return {
    id,
    get contextTokens() {
      return windowOf(settings, lookup?.found());
    },
    get windowIsGuess() {
      return lookup !== undefined && lookup.found() === undefined && settings.largestWindow === undefined;
    },
    ...(lookup ? { ready: lookup.ready } : {}),
    stream,
  };
}

/** The ids that the conversation has given away already: some servers start counting at 0 in every answer. */
function callIds(request: ModelRequest): ReadonlySet<string> {
  return new Set(
    request.messages.flatMap((one) => (one.role === 'assistant' ? (one.calls ?? []).map((call) => call.id) : [])),
  );
}

/** Calls `ring` once nothing has stopped it for the time it was started with. */
function silenceAlarm(clock: Clock, ring: () => void) {
  let cancel: (() => void) | undefined;
  const alarm = {
    rang: false,
    start(ms: number) {
      cancel?.();
      cancel = clock.after(ms, () => {
        alarm.rang = true;
        ring();
      });
    },
    stop() {
      cancel?.();
      cancel = undefined;
    },
  };
  return alarm;
}
