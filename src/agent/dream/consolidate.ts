// One silent question to a model, once a night: how long-term memory should change. Proposes and never writes; must never run
// longer than its time, nor keep more of an answer than any honest one has.

import {
  type ChatModel,
  type Clock,
  type Log,
  MemoryError,
  ModelError,
  type ModelEvent,
  type ModelRequest,
  type Proposer,
} from '../../contracts/index.js';
import { dreamRequest, fitClaims } from './prompt.js';
import { readAnswer } from './read-answer.js';

/** UTF-16 units. */
const LONGEST_ANSWER = 200_000;

export interface ProposerParts {
  model: ChatModel;
  clock: Clock;
  log: Log;
  /** Of the request and its answer together; the model's window, where that is smaller. */
  maxTokens: number;
  timeoutMs: number;
}

/**
 * Asks once, without tools. What has no room is left out as `fitClaims` says: whoever must know which claims the model saw
 * calls it first, with the smaller of `maxTokens` and the model's window. Also rejects with the reason of `signal`.
 */
export function modelProposer(parts: ProposerParts): Proposer {
  return async (question, signal) => {
    const { model, log, maxTokens } = parts;
    signal.throwIfAborted();
    const tokens = Math.min(maxTokens, model.contextTokens);
    const { question: shown, leftOut } = fitClaims(question, tokens);
    if (leftOut > 0) log.info('dream.long', { leftOut, claims: question.claims.length });
    const text = await answerOf(parts, dreamRequest(shown, tokens), signal);
    const answer = readAnswer(text);
    log.debug('dream.answered', { operations: answer.operations.length, refused: answer.refused.length });
    return answer;
  };
}

async function answerOf(
  { model, clock, timeoutMs }: ProposerParts,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<string> {
  const own = new AbortController();
  let late = false;
  const cancel = clock.after(timeoutMs, () => {
    late = true;
    own.abort();
  });
  const ended = AbortSignal.any([signal, own.signal]);
  const stopped = aborted(ended);
  const events = model.stream(request, ended)[Symbol.asyncIterator]();
  try {
    return await read(events, stopped.promise);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late) throw new ModelError('timeout', 'the model took too long over long-term memory', { retryable: true });
    throw error;
  } finally {
    cancel();
    stopped.forget();
    own.abort();
    // Not awaited: a model that does not stop must not hold anybody up.
    events.return?.(undefined).catch(() => {});
  }
}

async function read(events: AsyncIterator<ModelEvent>, stopped: Promise<undefined>): Promise<string> {
  let text = '';
  for (;;) {
    const next = await Promise.race([events.next(), stopped]);
    if (!next || next.done) throw new ModelError('network', 'the model stopped in mid-answer', { retryable: true });
    const event = next.value;
    if (event.type === 'restart') text = '';
    else if (event.type === 'failed') throw event.error;
    else if (event.type === 'text') {
      if (text.length + event.delta.length > LONGEST_ANSWER)
        throw new MemoryError('invalid', 'the model answered with far more than a list of changes');
      text += event.delta;
    } else if (event.type === 'done') {
      if (event.stop !== 'length') return text;
      throw new ModelError('overflow', 'the model had no room left to finish its list of changes', {
        remedy: 'Raise dreaming.maxTokens in nightjar.yaml, or choose a model that thinks less.',
      });
    }
  }
}

function aborted(signal: AbortSignal): { promise: Promise<undefined>; forget(): void } {
  let stop = () => {};
  const promise = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', stop) };
}
