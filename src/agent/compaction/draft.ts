// One answer of the summariser, whole or a reason why there is none. Never waits beyond its signal.

import { type ChatModel, ModelError, type ModelRequest, type Refit } from '../../contracts/index.js';

export type Draft = { text: string } | { failed: ModelError };

/** Rejects with the signal's reason once it has aborted. */
export async function draftOf(
  model: ChatModel,
  requestFor: (window: Pick<ChatModel, 'contextTokens'>) => ModelRequest,
  signal: AbortSignal,
): Promise<Draft> {
  signal.throwIfAborted();
  const refit: Refit = requestFor;
  const events = model.stream(requestFor(model), signal, refit)[Symbol.asyncIterator]();
  const stopped = aborted(signal);
  let text = '';
  try {
    for (;;) {
      const next = await Promise.race([events.next(), stopped.promise]);
      signal.throwIfAborted();
      if (!next || next.done) return { failed: new ModelError('network', 'the stream ended without its last event') };
      const event = next.value;
      if (event.type === 'text') text += event.delta;
      else if (event.type === 'restart') text = '';
      else if (event.type === 'failed') return { failed: event.error };
      else if (event.type === 'done') return { text: bare(event.stop === 'length' ? wholeLines(text) : text) };
    }
  } finally {
    stopped.forget();
    // Not awaited: a model that does not stop must not hold anybody up.
    events.return?.(undefined).catch(() => {});
  }
}

/** The line in which an answer broke off may hold half a number. */
function wholeLines(text: string): string {
  const end = text.trimEnd().lastIndexOf('\n');
  return end < 0 ? text : text.slice(0, end);
}

/** Without the block of code that some models put around a whole answer, and without lines of our own marks. */
function bare(text: string): string {
  const inside = /^\s*```(?:markdown|md)?\s*\n([\s\S]*?)(?:\n?```)?\s*$/u.exec(text)?.[1] ?? text;
  return inside
    .replace(/^<\/?(?:summary_so_far|conversation|draft|must_not_be_lost|focus) mark="[0-9a-f]{12}">$/gmu, '')
    .trim();
}

function aborted(signal: AbortSignal): { promise: Promise<undefined>; forget(): void } {
  let stop = () => {};
  const promise = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', stop) };
}
