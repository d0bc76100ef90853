// The words of a claim as a line of memory: a capital in front and a stop behind, where its script has them. Pure; it changes no
// word.

import { identifiersIn } from '../../../text/exact-words.js';
import { isCjk } from '../../../text/segment.js';

/** As it was said, but for its first letter and its end. */
export function asLine(text: string): string {
  const said = text.trim();
  return `${withCapital(said)}${stopFor(said)}`;
}

/** "iPhone", "nginx.conf" and "@ann" keep their letters. */
function withCapital(said: string): string {
  const [first = ''] = /^\S+/u.exec(said) ?? [];
  if (!/^\p{Ll}[\p{Ll}\p{M}'’-]*[.,;:!]?$/u.test(first) || identifiersIn(first).length > 0) return said;
  const [letter = ''] = first;
  const large = letter.toUpperCase();
  return [...large].length === 1 ? `${large}${said.slice(letter.length)}` : said;
}

/** None behind a stop, a bracket that ends a sentence, or an address that would seem to hold it. */
function stopFor(said: string): string {
  if (/[.!?…。！？．؟।][)\]"'”’»」』）*_]*$/u.test(said)) return '';
  const [last = ''] = /\S+$/u.exec(said) ?? [];
  const end = [...last.replace(/[)\]"'”’»」』）*_`]+$/u, '')].at(-1) ?? '';
  const code = end.codePointAt(0) ?? 0;
  if (isCjk(code)) return /\p{sc=Hangul}/u.test(end) ? '.' : '。';
  if (/:\/\/|\w@\w|[\\/]|`$/u.test(last)) return '';
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(said)) return '。';
  return /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hangul}]/u.test(said) ? '.' : '';
}
