// Which parts of a text cannot be said in other words.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { identifiersIn } from '../../../src/text/identifiers.js';

const found = (text: string) => identifiersIn(text).map(({ shown }) => shown);

describe('identifiersIn', () => {
  it.each([
    ['My order 7F3-221, see /srv/app/etc.yml.', ['7F3-221', '/srv/app/etc.yml']],
    ['订单7F3-221在/srv/app/etc.yml里，付了1200元', ['7F3-221', '/srv/app/etc.yml', '1200元']],
    ['3月5日下午3点半，电话13812345678', ['3月5日', '下午3点半', '13812345678']],
    ['C:\\Users\\Ann\\plan.docx and \\\\nas\\share\\x.', ['C:\\Users\\Ann\\plan.docx', '\\\\nas\\share\\x']],
    ['ann.b@example.co.uk, +49 30 1234567 or 030 1234567.', ['ann.b@example.co.uk', '+49 30 1234567', '030 1234567']],
    ['über 1.234,50 € am 3. März 2026 um 14:30 Uhr', ['1.234,50 €', '3. März 2026', '14:30']],
    ['v2.13.1, „Projekt Nachtigall“, commit 3bff13f', ['v2.13.1', '„Projekt Nachtigall“', '3bff13f']],
    ['(https://example.com/a?b=c(d)).', ['https://example.com/a?b=c(d)']],
    ['nr 4821/2026, 350 zł, 12 kg, 5 marca', ['4821/2026', '350 zł', '12 kg', '5 marca']],
    ['오후 3시에 10명, AB-1029', ['오후 3시', '10명', 'AB-1029']],
    ['予約番号はAB-1029、「青い鳥」3時間 1万円', ['AB-1029', '「青い鳥」', '3時間', '1万円']],
    ['в 15:00, заказ № 4821, 12 часов', ['15:00', '4821', '12 часов']],
    ['src/app/main.ts DATABASE_URL #4821 192.168.1.10', ['src/app/main.ts', 'DATABASE_URL', '#4821', '192.168.1.10']],
    ['and/or 2nd 1st /new 3x, a fine day', []],
  ])('%s', (text, expected) => expect(found(text)).toEqual(expected));

  it('says where each stands, none inside another', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        let last = 0;
        for (const { text: inner, shown, at, end } of identifiersIn(text)) {
          expect(text.slice(at, end)).toBe(shown);
          expect(shown).toContain(inner);
          expect(at).toBeGreaterThanOrEqual(last);
          last = end;
        }
      }),
    );
  });

  it.each(['a', '我', '/a', '1', '1.', '"', '1 ', 'a-', 'a@', 'http://', '\\\\a\\', '(0', 'a1/'])(
    'takes linear time for %s over and over',
    (unit) => {
      const text = unit.repeat(100_000 / unit.length);
      const before = performance.now();
      identifiersIn(text);
      expect(performance.now() - before).toBeLessThan(2_000);
    },
  );
});
