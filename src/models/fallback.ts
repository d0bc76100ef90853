// The ordered chain of models: who is asked next when one fails, and who rests. It says which model answers when it is
// not the configured one, and never asks one whose window the request does not fit.

import {
  type ChatModel,
  type Clock,
  type Log,
  ModelError,
  type ModelEvent,
  type ModelRequest,
} from '../contracts/index.js';
import { estimateTokens } from '../text/tokens.js';

/** How long a model rests after a failure that the next request would meet too. */
const COOL_DOWN_MS = 60_000;
/** Whatever a server asks for: it may be wrong, and the configured model is the one people want. */
const LONGEST_REST_MS = 10 * 60_000;
/** Estimates run high, for Chinese above all: only what exceeds the window by so much is refused without asking. */
const SURELY = 1.5;
/** What a picture costs, roughly, with the providers that publish it. */
const IMAGE_TOKENS = 1_000;

interface Rest {
  until: number;
  error: ModelError;
}

/**
 * One ChatModel out of one or several; id and window are the primary's. Falls over on any failure but a refusal, and on an
 * overflow only to a larger window. When all fail, the first model's error is the last event.
 */
export function withFallbacks(
  primary: ChatModel,
  fallbacks: readonly ChatModel[],
  { clock, log }: { clock: Clock; log: Log },
): ChatModel {
  const chain = [primary, ...fallbacks];
  const resting = new Map<ChatModel, Rest>();

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const need = tokensOf(request);
    const { models, firstError: restingError } = order(chain, resting, clock.now(), need);
    let firstError = restingError;
    let window = 0;
    let shown = false;
    for (const model of models) {
      if (model.contextTokens < window) continue;
      if (shown) yield { type: 'restart' };
      shown = false;
      let failure = isTooLong(need, model) ? tooLong(model) : undefined;
      for await (const event of failure ? [] : introduced(model, primary, request, signal)) {
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

  return { ...primary, stream };
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

/** What the request asks of a window, by estimate. */
function tokensOf(request: ModelRequest): number {
  let tokens = estimateTokens(request.system) + (request.maxTokens ?? 0);
  for (const message of request.messages) {
    tokens += estimateTokens(message.text);
    if (message.role === 'user') tokens += IMAGE_TOKENS * (message.images?.length ?? 0);
    if (message.role === 'assistant') {
      for (const call of message.calls ?? []) tokens += estimateTokens(call.name) + estimateTokens(call.args);
    }
  }
  for (const tool of request.tools) tokens += estimateTokens(JSON.stringify(tool));
  return tokens;
}
