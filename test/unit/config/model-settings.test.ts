// What models are handed of the configuration, and what can be said of their windows before anybody was asked.

import { describe, expect, it } from 'vitest';
import { knownWindows, modelSettings } from '../../../src/config/model-settings.js';
import { windowNotes } from '../../../src/models/window.js';
import { load } from '../../support/config-home.js';

const settings = (yaml: string) => modelSettings(load({ yaml }).config);

describe('modelSettings', () => {
  it('a window that was said is no guess; one that was not is asked for', () => {
    const { fallbacks, ...first } = settings('model: {name: a, contextTokens: 64000, fallbacks: [{name: b}]}');
    expect(first).toMatchObject({ contextTokens: 64_000 });
    expect(first).not.toHaveProperty('windowIsGuess');
    expect(fallbacks).toMatchObject([{ contextTokens: 200_000, windowIsGuess: true }]);
  });

  it('no window is larger than the whole bot may use, whatever a provider will say', () => {
    const { fallbacks, ...first } = settings(
      'agent: {contextTokens: 50000}\nmodel: {name: a, contextTokens: 64000, fallbacks: [{name: b}, {provider: offline}]}',
    );
    expect(first).toMatchObject({ contextTokens: 50_000, largestWindow: 50_000 });
    expect(fallbacks).toEqual([
      expect.objectContaining({ contextTokens: 50_000, largestWindow: 50_000, windowIsGuess: true }),
      { provider: 'offline' },
    ]);
  });
});

describe('knownWindows', () => {
  const notes = (yaml: string) => windowNotes(knownWindows(load({ yaml }).config));

  it('small windows that are configured are warned of', () => {
    expect(
      notes('model: {name: a, contextTokens: 20000, fallbacks: [{name: b}, {name: c, contextTokens: 32000}]}'),
    ).toEqual(['openai/a has a window of only 20,000 tokens; long conversations are summed up often.']);
    expect(notes('agent: {contextTokens: 16000}\nmodel: {name: a}')).toEqual([
      'openai/a has a window of only 16,000 tokens; long conversations are summed up often.',
    ]);
    expect(notes('')).toEqual([]);
    expect(notes('model: {name: a}')).toEqual([]);
  });
});
