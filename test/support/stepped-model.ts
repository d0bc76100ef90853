// A model whose every request waits until the test lets it answer: what happens while a turn runs can be told apart from
// what happens before and after.

import type { ChatModel, ModelEvent, ModelRequest } from '../../src/contracts/index.js';

export interface SteppedModel extends ChatModel {
  readonly requests: ModelRequest[];
  /** Requests that were aborted before they were answered. */
  readonly aborted: number[];
  /** Lets the oldest request that still waits answer so. */
  answer(text: string): void;
}

export function steppedModel(): SteppedModel {
  const requests: ModelRequest[] = [];
  const aborted: number[] = [];
  const waiting: { number: number; answer(text: string): void }[] = [];

  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    requests.push(structuredClone(request));
    const number = requests.length;
    const text = await new Promise<string | undefined>((resolve) => {
      waiting.push({ number, answer: resolve });
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    if (text === undefined || signal.aborted) {
      aborted.push(number);
      waiting.splice(
        waiting.findIndex((one) => one.number === number),
        1,
      );
      return;
    }
    yield { type: 'text', delta: text };
    yield { type: 'done', stop: 'end' };
  }

  return {
    id: 'stepped/test',
    contextTokens: 200_000,
    requests,
    aborted,
    stream,
    answer(text) {
      const next = waiting.shift();
      if (!next) throw new Error('no request waits for an answer');
      next.answer(text);
    },
  };
}

/** The texts of a request's user messages, oldest first, without what stands behind the last one. */
export function asked(request: ModelRequest | undefined): string[] {
  const texts = (request?.messages ?? []).flatMap((message) => (message.role === 'user' ? [message.text] : []));
  return texts.map((text) => text.split('\n\n<turn-facts>')[0] ?? '');
}
