// How large a window is by a provider's words, and what is said of small ones.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tooSmall, windowIn, windowInList, windowNotes, windowOf } from '../../../src/models/window.js';

describe('windowIn', () => {
  it.each<[string, unknown, number | undefined]>([
    ['OpenRouter', { id: 'a/b', context_length: 131_072 }, 131_072],
    ['vLLM', { id: 'm', root: '/models/m', max_model_len: 32_768 }, 32_768],
    ['Groq', { id: 'm', context_window: 131_072, max_completion_tokens: 8_192 }, 131_072],
    ['Mistral', { id: 'm', max_context_length: 262_144 }, 262_144],
    ['llama.cpp', { id: 'm', meta: { n_ctx: 16_384, n_ctx_train: 131_072, n_vocab: 151_936 } }, 16_384],
    ['llama.cpp before', { id: 'm', meta: { n_ctx_train: 131_072 } }, 131_072],
    ['Copilot', { id: 'm', capabilities: { limits: { max_context_window_tokens: 128_000 } } }, 128_000],
    ['a number as text', { id: 'm', context_size: '65536' }, 65_536],
    [
      'a provider behind another that has less',
      { context_length: 1_000_000, top_provider: { context_length: 163_840 } },
      163_840,
    ],
    ['LM Studio, loaded with less', { max_context_length: 131_072, loaded_context_length: 20_480 }, 20_480],
    ['OpenAI', { id: 'm', object: 'model', created: 1, owned_by: 'openai' }, undefined],
    [
      'nothing known',
      { context_length: null, max_model_len: 0, context_window: 'large', top_provider: null },
      undefined,
    ],
    [
      'no window',
      { context_length: 512, max_model_len: 99_999_999, context_window: 32_000.5, meta: { n_ctx: -1 } },
      undefined,
    ],
  ])('reads %s', (_, description, window) => {
    expect(windowIn(description)).toBe(window);
  });

  it('takes whatever it is given, and says only what can be a window', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const field = fc.sample(fc.constantFrom('context_length', 'meta', 'capabilities'), 1)[0] ?? '';
        for (const window of [windowIn(anything), windowIn({ [field]: anything }), windowInList(anything, 'm')]) {
          if (window === undefined) continue;
          expect(Number.isInteger(window) && window >= 1_000 && window <= 20_000_000).toBe(true);
        }
      }),
    );
  });
});

describe('windowInList', () => {
  const list = {
    object: 'list',
    data: [{ id: 'a', context_length: 20_000 }, null, { id: 'b', context_length: 30_000 }],
  };

  it('finds the model of that name, as it is written there', () => {
    expect(windowInList(list, 'b')).toBe(30_000);
    expect(windowInList({ data: [{ id: 'x' }, { id: 'models/b', context_length: 40_000 }] }, 'b')).toBe(40_000);
    expect(windowInList({ models: [{ name: 'x' }, { name: 'b:latest', context_length: 50_000 }] }, 'b')).toBe(50_000);
    expect(windowInList([{ id: 'x' }, { id: 'b', context_length: 60_000 }], 'b')).toBe(60_000);
  });

  it('takes the only model for whatever name, and guesses among none', () => {
    expect(windowInList({ data: [{ id: '/models/qwen.gguf', meta: { n_ctx: 24_576 } }] }, 'gpt-5-mini')).toBe(24_576);
    expect(windowInList(list, 'c')).toBeUndefined();
  });
});

describe('what follows', () => {
  it('what was found counts before what was assumed, and no more is used than is wanted', () => {
    expect(windowOf({ contextTokens: 200_000 }, undefined)).toBe(200_000);
    expect(windowOf({ contextTokens: 200_000 }, 1_000_000)).toBe(1_000_000);
    expect(windowOf({ contextTokens: 50_000, largestWindow: 50_000 }, 1_000_000)).toBe(50_000);
    expect(windowOf({ contextTokens: 50_000, largestWindow: 50_000 }, 20_000)).toBe(20_000);
  });

  it('a window below 16,000 is refused, with the number and the way out', () => {
    expect(tooSmall('openai/m', undefined)).toBeUndefined();
    expect(tooSmall('openai/m', 16_000)).toBeUndefined();
    const error = tooSmall('openai/m', 8_192);
    expect(error).toMatchObject({ kind: 'bad-request', retryable: false });
    expect(error?.message).toBe('openai/m has a window of only 8,192 tokens.');
    expect(error?.remedy).toMatch(/8,192 .* at least 16,000, or set contextTokens of this model in nightjar\.yaml/);
  });

  it('one sentence for each small window that is known', () => {
    const notes = windowNotes([
      { id: 'openai/tiny', contextTokens: 8_192 },
      { id: 'openai/small', contextTokens: 31_999 },
      { id: 'openai/small', contextTokens: 31_999 },
      { id: 'openai/fine', contextTokens: 32_000 },
      { id: 'openai/guess', contextTokens: 20_000, windowIsGuess: true },
    ]);
    expect(notes).toEqual([
      'openai/tiny has a window of only 8,192 tokens and is not used: at least 16,000 are needed.',
      'openai/small has a window of only 31,999 tokens; long conversations are summed up often.',
    ]);
  });
});
