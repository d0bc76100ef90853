// Secrets that stand near a word which tells of one, with other words between: "the key for staging, finally: …", "log in with
// ann@example.com and …". The word alone proves little, so that only what looks drawn by lot, or made up as a password, counts.
// Pure; looks at a bounded piece behind each word.

import { ENTRY, KEY, NAMED, OPEN_KEY, OTHER, PASSWORD } from './secret-cue-words.js';
import { COUNTED } from './secret-issuers.js';
import { isHexKey, isPasswordLike, isScrambled, isSeedKey } from './secret-random.js';
import { isPlaceholder, type Span } from './secret-shapes.js';

/** What a service counts by, an address of Ethereum or Solana, a short number in base 16. */
const IS_COUNTED = new RegExp(`^(?:${COUNTED}[_-]|0x[0-9A-Fa-f]{1,40}$|[1-9A-HJ-NP-Za-km-z]{43,44}$)`);
const KEY_GAP = 60;
/** What is written in digits of base 16 or 32 stands right behind, or nearly; forty are more often the id of a commit. */
const LEAD = /^\s?(?:[^\s:]{1,12}\s)?(?:is|ist|est|es|[:=是はが는은])?\s{0,2}["'“「]?$/u;
const NEXT = 16;
const LOT = /(?<![\w+/.~@#&?%-]|[?&][\w.-]{1,30}=)[A-Za-z0-9][\w+/=~.-]{15,400}(?![\w@/]|:\/\/|\()/g;

const PASSWORD_GAP = 80;
const WORD =
  /[^\s"'“”„«»「」『』`<>()|\u3000-\u303f\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{7,80}/gu;
/** A word for an account, whose it is, and behind `/` or `:` the password. */
const PAIR =
  /(?:(?<![\p{L}\p{N}])(?:log-?ins?|sign-?in|creds?|credentials?|zugang(?:sdaten)?|anmeldung|identifiants?|connexion|acceso|accesso|account|acc|логин)|账[号户]|帳[號戶]|登[录錄]|ログイン|アカウント|로그인|계정)(?: (?:for|für|pour|para|to|at|zum|am) [^\s:]{1,30})?\s{0,2}(?:->|→|=>|:|=)?\s{0,2}(?<user>[A-Za-z][\w.@+-]{1,40})(?<sign> ?[/|] ?|:)(?<v>[!-~]{6,64})(?![!-~])/dgiu;
const WITH =
  /(?:log(?:ging|ged)? ?in|sign(?:ing|ed)? ?in|anmelden|einloggen|connecte[rz]?|登[录錄]) (?:with|as|using|mit|als|avec|con) (?:user(?:name)? )?[\w.@+-]{2,60} (?:and|und|et|y|with|\/) (?:password |pw |pass )?(?<v>[!-~]{6,64})(?![!-~])/dgi;
const SHORTLY =
  /(?<![\p{L}\d])(?:u|un|user|usr|id|l|login)\s?[:=]\s?[^\s,;:]{1,60}[\s,;/|]{1,3}(?:p|pw|pass)\s?[:=]\s?(?<v>[!-~]{6,64})(?![!-~])/dgiu;
const MAIL =
  /(?<![\w.+-])[\w.+-]{1,40}@[a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,20}){1,3}(?<sign>\s{0,2}(?:[/|,;:]|-{2,4}|—|–)\s{0,2}|\t)["'`]?(?<v>[!-~]{6,64}?)["'`]?(?![!-~])/dgi;

const ANSWER = /[^\n]{0,60}\n(?:[\p{L}\d ._-]{1,24}:\s{0,2})?(?<v>[!-~]{6,64})[ \t]*(?=\n|$)/duy;

export function cuedSecrets(plain: string): Span[] {
  return [...keysNear(plain), ...passwordsNear(plain), ...pairs(plain), ...answers(plain)];
}

function keysNear(plain: string): Span[] {
  const spans: Span[] = [];
  if (!/[\w+/=~-]{16}/.test(plain)) return spans;
  let done = 0;
  for (const { 0: word, index } of plain.matchAll(KEY)) {
    const at = index + word.length;
    if (at < done || OPEN_KEY.test(plain.slice(Math.max(0, index - 20), index))) continue;
    const near = pieceBehind(plain, at, KEY_GAP, 420);
    for (const { 0: run, index: from } of near.matchAll(LOT)) {
      const value = run.replace(/\.+$/, '');
      const gap = near.slice(0, from);
      if (from > KEY_GAP || OTHER.test(gap)) break;
      const isOne =
        (isScrambled(value) && (value.match(/\d/g)?.length ?? 0) >= (value.length < 20 ? 2 : 1)) ||
        ((isHexKey(value.replace(/^[a-z]{1,8}[_-]/, '')) || isSeedKey(value)) &&
          (LEAD.test(gap) || (value.length !== 40 && from <= NEXT)));
      if (!isOne || isPlaceholder(value) || IS_COUNTED.test(value)) continue;
      spans.push({ from: at + from, to: at + from + value.length, kind: 'API key' });
      done = at + from + value.length;
      break;
    }
  }
  return spans;
}

function passwordsNear(plain: string): Span[] {
  const spans: Span[] = [];
  let done = 0;
  for (const { 0: word, index } of plain.matchAll(ENTRY)) {
    const at = Math.max(done, index + word.length);
    const near = pieceBehind(plain, at, PASSWORD_GAP, 170);
    for (const { 0: found, index: from } of near.matchAll(WORD)) {
      if (from > PASSWORD_GAP) break;
      const value = found.replace(/[.,;:?]+$/, '').replace(/^[*_]+|(?<=\w)[*_]{2}$/g, '');
      const begin = from + found.indexOf(value);
      if (
        !isPasswordLike(value) ||
        isPlaceholder(value) ||
        IS_COUNTED.test(value) ||
        NAMED.test(near.slice(Math.max(0, from - 14), from))
      )
        continue;
      spans.push({ from: at + begin, to: at + begin + value.length, kind: 'password' });
      done = at + begin + value.length;
    }
  }
  return spans;
}

function pairs(plain: string): Span[] {
  const spans: Span[] = [];
  for (const pattern of [PAIR, WITH, SHORTLY, MAIL]) {
    for (const { groups, indices } of plain.matchAll(pattern)) {
      const at = indices?.groups?.v;
      const value = (groups?.v ?? '').replace(/[.,;]+$/, '');
      if (!at || isPlaceholder(value) || !isWithName(value)) continue;
      // Where more follows on the line, and behind what also stands in a path, it must look like a password of itself.
      const isLast = /^[.,;]?\s*(?:\n|$)/.test(plain.slice(at[0] + value.length, at[0] + value.length + 8));
      const isLoose = groups?.sign === '/' || (pattern === MAIL && !isLast);
      if (isPasswordLike(value) || (!isLoose && /^[A-Za-z_-]{3,}\d{2,}[!#$%*?]?$|^[A-Za-z0-9]{8,}$/.test(value)))
        spans.push({ from: at[0], to: at[0] + value.length, kind: 'password' });
    }
  }
  return spans;
}

/** Letters and digits, and neither an address, a path, a file nor a time. */
function isWithName(value: string): boolean {
  return (
    /[A-Za-z]/.test(value) && /\d/.test(value) && !/[/\\@<>(){}]|\.[A-Za-z]{2,5}$|^\d{1,4}[A-Za-z]{1,2}$/.test(value)
  );
}

/** Asked for on one line, and told on the next by nothing else. */
function answers(plain: string): Span[] {
  const spans: Span[] = [];
  if (!plain.includes('\n')) return spans;
  for (const { 0: word, index } of plain.matchAll(PASSWORD)) {
    ANSWER.lastIndex = index + word.length;
    const { groups, indices } = ANSWER.exec(plain) ?? {};
    const at = indices?.groups?.v;
    const value = groups?.v ?? '';
    if (at && isWithName(value) && !isPlaceholder(value) && !IS_COUNTED.test(value) && !/^[a-z]+\d?$/i.test(value))
      spans.push({ from: at[0], to: at[1], kind: 'password' });
  }
  return spans;
}

/** What follows, to the end of the line, or of the next one where the line ends at once. */
function pieceBehind(plain: string, at: number, reach: number, most: number): string {
  const piece = plain.slice(at, at + reach + most);
  const end = piece.indexOf('\n');
  if (end < 0) return piece;
  if (!/^[\s:=-]*$|^[^\n]{0,30}(?:[:>)]|[-–—])\s*$/.test(piece.slice(0, end))) return piece.slice(0, end);
  const next = piece.indexOf('\n', end + 1);
  return next < 0 ? piece : piece.slice(0, next);
}
