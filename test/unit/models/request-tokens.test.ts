// One count for all that decides by it: each part of a request weighs, and more text never weighs less.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/contracts/index.js';
import { requestTokens } from '../../../src/models/request-tokens.js';
import { estimateTokens } from '../../../src/text/tokens.js';
import { ask } from '../../support/stream.js';

const long = 'word '.repeat(4_000);

describe('requestTokens', () => {
  const bare = requestTokens(ask(''));
  const image = { mime: 'image/png', base64: 'A'.repeat(100_000) };

  it.each<[string, Partial<ModelRequest>, number]>([
    ['the system prompt', { system: long }, 5_000],
    ['what people say', { messages: [{ role: 'user', text: long }] }, 5_000],
    ['results', { messages: [{ role: 'tool', call: 'a', name: 'read', text: long }] }, 5_000],
    ['arguments', { messages: [{ role: 'assistant', text: '', calls: [{ id: 'a', name: 'r', args: long }] }] }, 5_000],
    ['thoughts', { messages: [{ role: 'assistant', text: '', thinking: long }] }, 5_000],
    ['tools', { tools: [{ name: 'read', description: long, parameters: { type: 'object' } }] }, 5_000],
    ['pictures, whatever their bytes', { messages: [{ role: 'user', text: '', images: [image, image] }] }, 2_000],
  ])('counts %s', (_, more, least) => {
    const tokens = requestTokens(ask('', more)) - bare;
    expect(tokens).toBeGreaterThanOrEqual(least);
    expect(tokens).toBeLessThan(least + 60);
  });

  it('a message costs something even when it is short', () => {
    const many = Array.from({ length: 100 }, () => ({ role: 'user' as const, text: 'a' }));
    expect(requestTokens(ask('', { messages: many }))).toBeGreaterThanOrEqual(400);
  });

  it('takes a megabyte in its stride', () => {
    const text = 'x'.repeat(2_000_000);
    const began = performance.now();
    for (let round = 0; round < 20; round++) requestTokens(ask(text));
    expect(performance.now() - began).toBeLessThan(500);
  });
});

it('the short way for ASCII counts as the long one', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '\0', '~', 'é', '妹', '😀', '\ud800');
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '~', '\0') }), fc.string({ unit }), (ascii, any) => {
      expect(estimateTokens(ascii)).toBe(Math.ceil(ascii.length / 4));
      const parts = estimateTokens(ascii) + estimateTokens(any);
      expect(Math.abs(estimateTokens(ascii + any) - parts)).toBeLessThanOrEqual(1);
    }),
  );
});
