// The ordered chain of models: who is asked next when one fails, and who rests. It says which model answers when it is
// not the configured one, and never asks one with a request that its window does not fit.

import {
  type ChatModel,
  type Clock,
  type Log,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type Refit,
} from '../contracts/index.js';
import { requestTokens } from './request-tokens.js';

/** How long a model rests after a failure that the next request would meet too. */
const COOL_DOWN_MS = 60_000;
/** Whatever a server asks for: it may be wrong, and the configured model is the one people want. */
const LONGEST_REST_MS = 10 * 60_000;
/** Estimates run high, for Chinese above all: only what exceeds the window by so much is refused without asking. */
const SURELY = 1.5;

interface Rest {
  until: number;
  error: ModelError;
}

/**
 * One ChatModel out of one or several; id and window are the primary's. Falls over on any failure but a refusal, and on an
 * overflow only to a larger window. Whoever can refit the request is asked to before a smaller window than the primary's
 * gets it; without, such a model is left out where the request does not fit. When all fail, the first model's error is the
 * last event.
 */
export function withFallbacks(
  primary: ChatModel,
  fallbacks: readonly ChatModel[],
  { clock, log }: { clock: Clock; log: Log },
): ChatModel {
  const chain = [primary, ...fallbacks];
  const resting = new Map<ChatModel, Rest>();

  async function* stream(request: ModelRequest, signal: AbortSignal, refit?: Refit): AsyncGenerator<ModelEvent> {
    // Whoever refits a request has measured it better than an estimate can.
    const need = refit ? 0 : requestTokens(request) + (request.maxTokens ?? 0);
    const { models, firstError: restingError } = order(chain, resting, clock.now(), need);
    let firstError = restingError;
    let window = 0;
    let shown = false;
    for (const model of models) {
      if (model.contextTokens < window) continue;
      if (shown) yield { type: 'restart' };
      shown = false;
      const fitted = refit && model.contextTokens < primary.contextTokens ? refitted(model, refit) : request;
      let failure = fitted instanceof ModelError ? fitted : isTooLong(need, model) ? tooLong(model) : undefined;
      const events = fitted instanceof ModelError || failure ? [] : introduced(model, primary, fitted, signal);
      for await (const event of events) {
        if (event.type === 'failed') {
          failure = event.error;
          break;
        }
        if (event.type === 'done') resting.delete(model);
        shown = true;
        yield event;
      }
      if (!failure) return;
      if (signal.aborted) return;
      firstError ??= failure;
      if (restsAfter(failure))
        resting.set(model, {
          until: clock.now() + Math.min(failure.retryAfterMs ?? COOL_DOWN_MS, LONGEST_REST_MS),
          error: failure,
        });
      log.warn('model.fallback', { model: model.id, kind: failure.kind });
      if (failure.kind === 'refusal') break;
      if (failure.kind === 'overflow') window = model.contextTokens + 1;
    }
    if (firstError) yield { type: 'failed', error: firstError };
  }

  // Members that tell what was found out since must not be copied.
  return {
    id: primary.id,
    get contextTokens() {
      return primary.contextTokens;
    },
    get windowIsGuess() {
      return primary.windowIsGuess === true;
    },
    async ready(signal) {
      await Promise.all(chain.map((model) => model.ready?.(signal)));
    },
    stream,
  };
}

/** The request for a smaller window, or why there is none. */
function refitted({ id, contextTokens }: ChatModel, refit: Refit): ModelRequest | ModelError {
  try {
    return refit({ id, contextTokens });
  } catch (thrown) {
    if (thrown instanceof ModelError) return thrown;
    return new ModelError('overflow', `the request cannot be made to fit ${id}`, { cause: thrown });
  }
}

/** The model's events, with `using` before the first and again after each `restart`, unless it is the configured one. */
async function* introduced(
  model: ChatModel,
  primary: ChatModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const using: ModelEvent = { type: 'using', model: model.id, configured: primary.id };
  let introduce = model !== primary;
  for await (const event of model.stream(request, signal)) {
    if (introduce && event.type !== 'failed' && event.type !== 'restart') {
      yield using;
      introduce = false;
    }
    yield event;
    if (event.type === 'restart') introduce = model !== primary;
  }
}

/**
 * The models to try, in order: those that do not rest (all of them if all do) and, behind the first, that have room for
 * `need` tokens. When the primary is left out because it rests, its error is the one to report.
 */
function order(
  chain: readonly ChatModel[],
  resting: ReadonlyMap<ChatModel, Rest>,
  now: number,
  need: number,
): { models: ChatModel[]; firstError: ModelError | undefined } {
  const fitting = chain.filter((model, at) => at === 0 || model.contextTokens >= need);
  // A clock that was set back makes no rest longer.
  const rests = (model: ChatModel) => {
    const left = (resting.get(model)?.until ?? 0) - now;
    return left > 0 && left <= LONGEST_REST_MS;
  };
  const awake = fitting.filter((model) => !rests(model));
  const [first] = fitting;
  if (awake.length === 0 || first === undefined || awake[0] === first) {
    return { models: awake.length === 0 ? fitting : awake, firstError: undefined };
  }
  return { models: awake, firstError: resting.get(first)?.error };
}

function isTooLong(need: number, { contextTokens, windowIsGuess }: ChatModel): boolean {
  return windowIsGuess !== true && need > contextTokens * SURELY;
}

/** Some servers cut a request that is too long, in silence: better a word to the person. */
function tooLong(model: ChatModel): ModelError {
  return new ModelError('overflow', `the request is longer than the ${model.contextTokens} tokens of ${model.id}`);
}

/** Whether the failure is about the model or its endpoint, not about this request. */
function restsAfter(error: ModelError): boolean {
  return error.kind !== 'refusal' && error.kind !== 'overflow' && error.kind !== 'bad-request';
}
