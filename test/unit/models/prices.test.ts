// What tokens cost, and how a sum of money is written.

import { expect, it } from 'vitest';
import { costOfAll, priceOf } from '../../../src/models/prices.js';
import { money } from '../../../src/text/money.js';

const prices = {
  models: { 'gpt-5-mini': { input: 0.25, cached: 0.025, output: 2 }, 'p/own': { input: 1, output: 1 } },
};
const use = { input: 1_000_000, cached: 400_000, output: 500_000 };

it('a model is priced by its id or its name alone, what the provider remembered at its own price', () => {
  expect(costOfAll(prices, [{ model: 'openai/gpt-5-mini', ...use }]).cost).toBeCloseTo(0.15 + 0.01 + 1, 9);
  expect(costOfAll(prices, [{ model: 'p/own', ...use }]).cost).toBeCloseTo(1.5, 9);
  expect(priceOf(prices, 'own')).toBeUndefined();
  expect(priceOf(prices, 'constructor')).toBeUndefined();
});

it('what has no price is named, once, and costs nothing that is known', () => {
  const unknown = { model: 'p/模型', ...use };
  expect(costOfAll(prices, [unknown, unknown])).toEqual({ cost: undefined, unpriced: ['p/模型'] });
  expect(costOfAll(prices, [unknown, { model: 'p/own', ...use }])).toEqual({ cost: 1.5, unpriced: ['p/模型'] });
});

it.each([
  [0, '0.00 USD'],
  [0.000_001, '< 0.01 USD'],
  [0.009_999, '< 0.01 USD'],
  [0.01, '0.01 USD'],
  [0.996, '1.00 USD'],
  [1_234.5, '1,234.50 USD'],
])('%d is %s', (sum, text) => {
  expect(money(sum, 'USD')).toBe(text);
});
