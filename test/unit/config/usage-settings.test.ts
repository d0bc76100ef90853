// Prices and caps as an operator writes them, and what is said where a cap cannot count what a model costs.

import { expect, it } from 'vitest';
import { configSchema } from '../../../src/config/schema.js';
import { unpricedWarnings } from '../../../src/config/usage-settings.js';
import { priceOf } from '../../../src/models/prices.js';

const model = {
  provider: 'openai',
  name: 'a',
  fallbacks: [{ provider: 'openai', name: 'b' }, { provider: 'offline' }],
};
const warnings = (usage: unknown) =>
  unpricedWarnings({ ...configSchema.parse({ model, usage }) }, (prices, id) => priceOf(prices, id) !== undefined);

it('a cap in money warns of each model without a price; one in tokens, and none, do not', () => {
  const prices = { a: { input: 1, output: 2 } };
  expect(warnings({ prices, caps: { month: 5 }, currency: 'EUR' })).toEqual([
    'nightjar.yaml: usage.caps.month counts EUR, and no price is known for openai/b: it counts as free. Set it in usage.prices, or use usage.caps.monthTokens.',
  ]);
  expect(warnings({ prices: { ...prices, 'openai/b': { input: 0, output: 0 } }, caps: { month: 5 } })).toEqual([]);
  expect(warnings({ caps: { dayTokens: 5 } })).toEqual([]);
  expect(warnings({})).toEqual([]);
});

it.each([
  { prices: { a: { input: -1, output: 1 } } },
  { prices: { a: { input: 1 } } },
  { caps: { dayTokens: 1.5 } },
  { caps: { week: 1 } },
  { currency: '€' },
])('%j is not taken', (usage) => {
  expect(configSchema.safeParse({ usage }).success).toBe(false);
});
