import { describe, expect, it } from 'vitest';
import { redactInbound } from '../../../src/text/redact.js';
import { HARMLESS_KINDS, harmlessCases } from '../../support/secrets/look-alikes.js';
import { secretCases } from '../../support/secrets/real-shaped.js';

describe('C146: a corpus of made-up secrets and of what only looks like one', () => {
  it('at least 99 % of the secrets lose every byte', () => {
    const cases = secretCases(20261101, 200);
    const missed = cases.filter(({ text, values }) => {
      const { text: marked } = redactInbound(text);
      return values.some(
        (value) => marked.includes(value) || marked.includes(value.slice(0, 8)) || marked.includes(value.slice(-8)),
      );
    });
    expect(cases.length).toBe(200);
    expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(2);
  });

  it('at most 0.5 % of the harmless are marked', () => {
    const cases = harmlessCases(20261102, 2_000);
    const marked = cases.filter(({ text }) => redactInbound(text).secrets.length > 0);
    expect(HARMLESS_KINDS).toBeGreaterThanOrEqual(40);
    const told = marked.map(({ kind, text }) => `${kind}: ${text} → ${redactInbound(text).text}`).join('\n');
    expect(marked.length, told).toBeLessThanOrEqual(10);
  });
});
