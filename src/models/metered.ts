// Counts what a model is asked and answers, for whoever has to pay for it: by the usage it reports, or by estimate. Passes
// every event on unchanged.

import type { Budgets, ChatModel, Log, WorkKind } from '../contracts/index.js';
import { estimateTokens } from '../text/tokens.js';
import { OFFLINE } from './offline/offline-model.js';
import { requestTokens } from './request-tokens.js';

/** What counts, and where it is written down. */
export interface Spending {
  budgets: Pick<Budgets, 'allows' | 'spend'>;
  log: Log;
}

/**
 * Does `work` with a model whose tokens are counted as one run of that kind, however it ends; with none where the day's
 * budget is spent, or where there is none. That the count could not be written down is logged and hurts nobody.
 */
export async function onBudget<T>(
  { budgets, log }: Spending,
  kind: WorkKind,
  model: ChatModel | undefined,
  work: (model: ChatModel | undefined) => Promise<T>,
): Promise<T> {
  if (!model || !budgets.allows(kind)) return await work(undefined);
  let tokens = 0;
  let isOver = false;
  let runs = 1;
  async function count(): Promise<void> {
    if (tokens === 0) return;
    const used = { runs, tokens };
    runs = 0;
    tokens = 0;
    await budgets.spend(kind, used).catch((error) => log.warn('budget.uncounted', { kind, ...used, error }));
  }
  try {
    return await work(
      metered(model, (used) => {
        tokens += used;
        // A model that was not waited for has come to its end.
        if (isOver) void count();
      }),
    );
  } finally {
    isOver = true;
    await count();
  }
}

/**
 * The same model; `used` is told of each request that came to something, once. One that failed before a word came costs
 * nothing, nor does what rules answer.
 */
export function metered(model: ChatModel, used: (tokens: number) => void): ChatModel {
  return {
    id: model.id,
    get contextTokens() {
      return model.contextTokens;
    },
    get windowIsGuess() {
      return model.windowIsGuess === true;
    },
    async ready(signal) {
      await model.ready?.(signal);
    },
    async *stream(request, signal, refit) {
      let text = '';
      /** Attempts that were given up after something had come. */
      let wasted = 0;
      let reported: number | undefined;
      let isFree = model.id === OFFLINE;
      const soFar = () => (text === '' ? 0 : requestTokens(request) + estimateTokens(text));
      let ended = false;
      try {
        for await (const event of model.stream(request, signal, refit)) {
          if (event.type === 'text' || event.type === 'thinking') text += event.delta;
          else if (event.type === 'tool-call') text += event.call.name + event.call.args;
          else if (event.type === 'using') isFree = event.model === OFFLINE;
          else if (event.type === 'restart') {
            wasted += isFree ? 0 : soFar();
            text = '';
          } else if (event.type === 'done') {
            ended = true;
            reported = event.usage && event.usage.input + event.usage.output;
          }
          yield event;
        }
      } finally {
        const last = reported ?? (ended ? requestTokens(request) + estimateTokens(text) : soFar());
        const tokens = wasted + (isFree ? 0 : last);
        if (tokens > 0) used(tokens);
      }
    },
  };
}
