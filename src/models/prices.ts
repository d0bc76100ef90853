// What tokens cost by the configured prices; there are no others. Pure.

import type { ModelPrice, ModelUse, Prices } from '../contracts/index.js';

const PER = 1_000_000;

/** By its id, or by its name alone; undefined where nobody said. */
export function priceOf({ models }: Pick<Prices, 'models'>, id: string): ModelPrice | undefined {
  const named = (name: string) => (Object.hasOwn(models, name) ? models[name] : undefined);
  return named(id) ?? named(id.slice(id.indexOf('/') + 1));
}

/** Undefined where no price is known. */
function costOf(prices: Pick<Prices, 'models'>, { model, input, cached, output }: ModelUse): number | undefined {
  const price = priceOf(prices, model);
  if (!price) return undefined;
  return ((input - cached) * price.input + cached * (price.cached ?? price.input) + output * price.output) / PER;
}

/** Several, with the models whose price nobody knows. */
export function costOfAll(
  prices: Pick<Prices, 'models'>,
  uses: readonly ModelUse[],
): { cost: number | undefined; unpriced: string[] } {
  let cost: number | undefined;
  const unpriced = new Set<string>();
  for (const use of uses) {
    const one = costOf(prices, use);
    if (one === undefined) unpriced.add(use.model);
    else cost = (cost ?? 0) + one;
  }
  return { cost, unpriced: [...unpriced] };
}
