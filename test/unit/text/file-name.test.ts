import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName } from '../../../src/text/file-name.js';

describe('safeFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Windows\\system32\\evil.exe', 'evil.exe'],
    ['.bashrc', 'bashrc'],
    ['...', 'file'],
    ['', 'file'],
    ['.pdf', 'pdf'],
    ['CON.txt', '_CON.txt'],
    ['年度报告 2026.docx', '年度报告 2026.docx'],
    ['회의록.txt', '회의록.txt'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['x\n\ty.txt', 'x y.txt'],
    ['$(rm -rf ~).sh', 'rm -rf __.sh'],
    ['trailing. . ', 'trailing'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('keeps the extension of a name that is cut', () => {
    const safe = safeFileName(`${'很'.repeat(300)}.pdf`);
    expect(safe.endsWith('很.pdf')).toBe(true);
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200);
  });

  it('is a name that any disk takes, whatever it came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[\\/\p{Cc}\p{Cs}<>:"|?*]/u);
        expect(safe).not.toMatch(/^[.\s]|[.\s]$/);
        expect(safe.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(210);
        expect(safeFileName(safe)).toBe(safe);
      }),
    );
  });
});
