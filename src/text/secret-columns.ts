// Passwords and keys that stand in a column of a table, or on the line below their name. Pure; linear in the lines.

import { isScrambled } from './secret-random.js';
import { isPlaceholder, type Span } from './secret-shapes.js';

const NAME =
  /^\W{0,4}(?:[\p{L}-]{1,20}[ _-])?(?:pass(?:word|wort|phrase|wd)?|pwd?|kennwort|mot de passe|mdp|contraseña|clave|senha|hasło|пароль|密[码碼]|口令|パスワード|비밀번호|비번|secret|token|api[ _-]?key)\W{0,4}$/iu;
const HOLDS =
  /pass|pw|kennwort|mot de|mdp|contras|clave|senha|hasło|парол|密[码碼]|口令|パスワード|비밀번호|비번|secret|token|key/iu;
/** Name and value with a gap that is no gap between words. */
const ALIGNED = /^([^\s][^\t]{1,40}?)(?: {2,40}|\t)[ \t]{0,40}([^\s]{6,300})\s{0,9}$/;
const LONGEST_LINE = 1_000;
/** Rows that are read below one head. */
const ROWS = 100;

interface Line {
  text: string;
  from: number;
}

export function columnSecrets(plain: string): Span[] {
  const spans: Span[] = [];
  if (!plain.includes('\n') || !HOLDS.test(plain)) return spans;
  const lines = linesOf(plain);
  for (let i = 0; i < lines.length; i++) {
    const head = lines[i];
    if (!head || head.text.length > LONGEST_LINE || !HOLDS.test(head.text)) continue;
    const next = lines[i + 1];
    if (next && NAME.test(head.text) && isValue(next.text.trim()) && !/\s/.test(next.text.trim())) {
      spans.push(spanIn(next, next.text.trim(), 0));
      continue;
    }
    const aligned = ALIGNED.exec(head.text);
    if (aligned && NAME.test(aligned[1] ?? '') && isValue(aligned[2] ?? '')) {
      spans.push(spanIn(head, aligned[2] ?? '', (aligned[1] ?? '').length));
      continue;
    }
    const sign = ['|', '\t', ';', ','].find((one) => head.text.includes(one));
    if (sign === undefined) continue;
    const names = head.text.split(sign);
    const wanted = names.flatMap((name, column) => (NAME.test(name) ? [column] : []));
    if (wanted.length === 0 || names.length < 2 || names.some((name) => /\d/.test(name))) continue;
    // The head stands above all rows, not among them.
    if ((lines[i - 1]?.text.split(sign).length ?? 0) === names.length) continue;
    let row = i + 1;
    for (; row < lines.length && row <= i + ROWS; row++) {
      const line = lines[row];
      const cells = line?.text.split(sign) ?? [];
      if (!line || line.text.length > LONGEST_LINE || cells.length !== names.length) break;
      for (const column of wanted) {
        const before = cells.slice(0, column).join(sign).length + (column > 0 ? 1 : 0);
        const cell = cells[column]?.trim().replace(/^["'`]|["'`]$/g, '') ?? '';
        if (isValue(cell)) spans.push(spanIn(line, cell, before));
      }
    }
    i = row - 1;
  }
  return spans;
}

function spanIn(line: Line, value: string, after: number): Span {
  const from = line.from + line.text.indexOf(value, after);
  return { from, to: from + value.length, kind: 'password' };
}

/** Not a type, a word or a length: letters and a digit or sign between them. */
function isValue(cell: string): boolean {
  return (
    cell.length >= 6 &&
    cell.length <= 300 &&
    /[A-Za-z]/.test(cell) &&
    (/\d|[A-Za-z][!#$%^*][A-Za-z]/.test(cell) || isScrambled(cell)) &&
    /^[!-~]+$/.test(cell) &&
    !/[(){}<>[\]]|:\/\/|^v?\d+(?:\.\d+)+|^\d+[a-z]{1,3}$|\.[a-z]{2,4}$|^[\w-]+\/[\w/-]+$/i.test(cell) &&
    !isPlaceholder(cell)
  );
}

function linesOf(plain: string): Line[] {
  let from = 0;
  return plain.split('\n').map((text) => {
    const line = { text, from };
    from += text.length + 1;
    return line;
  });
}
