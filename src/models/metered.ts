// Counts what a model is asked and answers, for whoever has to pay for it: by the usage it reports, or by estimate. Passes
// every event on unchanged.

import type { Budgets, ChatModel, Log, ModelUse, Usage, WorkKind } from '../contracts/index.js';
import { estimateTokens } from '../text/tokens.js';
import { chargedAs } from './charge.js';
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
    const counted = metered(model, (used) => {
      tokens += used.input + used.output;
      // A model that was not waited for has come to its end.
      if (isOver) void count();
    });
    return await chargedAs(kind, () => work(counted));
  } finally {
    isOver = true;
    await count();
  }
}

/**
 * The same model; `used` is told of each request that came to something, once, before the stream has ended, and waited for.
 * One that failed before a word came costs nothing, nor does what rules answer. Must not throw.
 */
export function metered(model: ChatModel, used: (use: ModelUse) => void | Promise<void>): ChatModel {
  return streaming(model, async function* (request, signal, refit) {
    let text = '';
    /** Attempts that were given up after something had come. */
    const wasted = { input: 0, output: 0 };
    let reported: Usage | undefined;
    let id = model.id;
    const estimate = () => ({ input: requestTokens(request), output: estimateTokens(text) });
    const soFar = () => (id === OFFLINE || text === '' ? { input: 0, output: 0 } : estimate());
    let ended = false;
    try {
      for await (const event of model.stream(request, signal, refit)) {
        if (event.type === 'text' || event.type === 'thinking') text += event.delta;
        else if (event.type === 'tool-call') text += event.call.name + event.call.args;
        else if (event.type === 'using') id = event.model;
        else if (event.type === 'restart') {
          const { input, output } = soFar();
          wasted.input += input;
          wasted.output += output;
          text = '';
        } else if (event.type === 'done') {
          ended = true;
          reported = event.usage;
        }
        yield event;
      }
    } finally {
      const last: Usage = id === OFFLINE ? NOTHING : (reported ?? (ended ? estimate() : soFar()));
      const [input, output] = [whole(last.input), whole(last.output)];
      const all = { input: input + wasted.input, output: output + wasted.output };
      const cached = Math.min(whole(last.cached), input);
      if (all.input + all.output > 0) await used({ model: id, ...all, cached });
    }
  });
}

const NOTHING: Usage = { input: 0, output: 0 };

/** The same model, asked in another way. Its members tell what was found out since, and must not be copied. */
export function streaming(model: ChatModel, stream: ChatModel['stream']): ChatModel {
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
    stream,
  };
}

/** What a server reports, as a number that can be added up. */
function whole(count = 0): number {
  return Number.isFinite(count) ? Math.min(Math.max(0, Math.round(count)), 1_000_000_000) : 0;
}
