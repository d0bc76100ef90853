import { describe, expect, it } from 'vitest';
import { redactInbound } from '../../../src/text/redact.js';
import { everydayTexts } from '../../support/secrets/everyday-texts.js';
import { HARMLESS_KINDS, harmlessCases } from '../../support/secrets/look-alikes.js';
import { leftOf, pastedSecrets } from '../../support/secrets/pasted-secrets.js';
import { secretCases } from '../../support/secrets/real-shaped.js';
import { readable, widerSecrets } from '../../support/secrets/wider-secrets.js';
import { widerTexts } from '../../support/secrets/wider-texts.js';

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

  it('of the second set at least 99.5 % lose every telling part, whichever way they are dressed', () => {
    const cases = pastedSecrets(20261103);
    const missed = cases.filter(({ text, secrets }) => {
      const { text: marked } = redactInbound(text);
      return secrets.length === 0 || secrets.some((secret) => leftOf(secret, marked));
    });
    expect(cases.length).toBeGreaterThanOrEqual(500);
    expect(new Set(cases.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(140);
    expect(missed.length, JSON.stringify(missed, null, 1)).toBeLessThanOrEqual(2);
  });

  it('of the second harmless set at most 0.3 % are touched', () => {
    const cases = everydayTexts(20261104);
    const touched = cases.filter(({ text }) => redactInbound(text).text !== text);
    expect(cases.length).toBeGreaterThanOrEqual(2_000);
    expect(new Set(cases.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(200);
    const told = touched.map(({ kind, text }) => `${kind}: ${text} → ${redactInbound(text).text}`).join('\n');
    expect(touched.length, told).toBeLessThanOrEqual(6);
  });

  it('of the third set at least 99 % lose every run of six characters', () => {
    const cases = widerSecrets(20261105);
    const missed = cases.filter(({ text, values }) => {
      const { text: marked } = redactInbound(text);
      return values.some((value) => readable(value, marked));
    });
    expect(cases.length).toBeGreaterThanOrEqual(300);
    const told = missed.map(({ kind, text }) => `${kind}: ${text}`).join('\n');
    expect(missed.length, told).toBeLessThanOrEqual(3);
  });

  it('of the third harmless set at most 0.3 % are touched', () => {
    const cases = widerTexts(20261106);
    const touched = cases.filter(({ text }) => redactInbound(text).text !== text);
    expect(cases.length).toBeGreaterThanOrEqual(800);
    const told = touched.map(({ text }) => `${text} → ${redactInbound(text).text}`).join('\n');
    expect(touched.length, told).toBeLessThanOrEqual(2);
  });
});
