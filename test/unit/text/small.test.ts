// Token estimates, local days and the redaction seam.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, localClock, localDay } from '../../../src/text/local-time.js';
import { redactInbound } from '../../../src/text/redact.js';
import { estimateTokens } from '../../../src/text/tokens.js';

describe('estimateTokens', () => {
  it('counts by script', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('a'.repeat(400))).toBe(100);
    expect(estimateTokens('京'.repeat(100))).toBeGreaterThan(90);
    expect(estimateTokens('京'.repeat(100))).toBeLessThanOrEqual(140);
    expect(estimateTokens('한글'.repeat(50))).toBeLessThanOrEqual(140);
    expect(estimateTokens('привет'.repeat(100))).toBeGreaterThan(estimateTokens('privet'.repeat(100)));
  });

  it('grows with the text and is additive up to rounding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const sum = estimateTokens(a) + estimateTokens(b);
        expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)));
        expect(Math.abs(estimateTokens(a + b) - sum)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('local time', () => {
  const newYear = Date.parse('2026-12-31T23:30:00Z');

  it('reads day and clock in the zone asked for', () => {
    expect(localDay(newYear, 'Europe/Berlin')).toBe('2027-01-01');
    expect(localClock(newYear, 'Europe/Berlin')).toBe('00:30');
    expect(localDay(newYear, 'America/New_York')).toBe('2026-12-31');
    expect(localClock(newYear, 'Asia/Kathmandu')).toBe('05:15');
    expect(localClock(Date.parse('2026-06-01T00:00:00Z'), 'UTC')).toBe('00:00');
  });

  it('adds days across months, leap days and clock changes', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(() => addDays('someday', 1)).toThrow(RangeError);
    expect(() => localDay(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('redactInbound', () => {
  it('leaves text as it is until detectors exist', () => {
    expect(redactInbound('记住我妹妹住在京都')).toEqual({ text: '记住我妹妹住在京都', secrets: [] });
  });
});
