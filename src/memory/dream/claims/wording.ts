// What a text says as a row of tokens that is the same for two wordings of one thing: folded, without punctuation, articles and
// particles that only arrange. Pure, linear. What it does not know it keeps: any other word, number, name or "not" counts.

import { numbersIn } from '../../../text/exact-words.js';
import { bareLine } from '../../../text/known-lines.js';
import { type Language, languageOf } from '../../../text/language.js';
import { foldText, isCjk as isCjkLetter } from '../../../text/segment.js';

export interface Wording {
  tokens: readonly string[];
  /** Equal for texts that say the same in the same order. Never ''. */
  form: string;
}

/** The same lines come up again and again, in one night and in the next. */
const MAX_KEPT = 20_000;
const MAX_KEPT_CHARS = 400;
const kept = new Map<string, Wording>();

export function wordingOf(text: string): Wording {
  const known = kept.get(text);
  if (known) return known;
  const made = makeWording(text);
  if (text.length > MAX_KEPT_CHARS) return made;
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(text, made);
  return made;
}

function makeWording(text: string): Wording {
  const folded = foldText(bareLine(text)).trim();
  const tokens = tokensOf(folded);
  return { tokens, form: tokens.length > 0 ? tokens.join(' ') : folded };
}

const CJK = '[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}々〆ー]';
const TOKEN = new RegExp(
  [
    `${CJK}\\p{M}*`,
    "(?:(?<![\\p{L}\\p{N}])[-−])?\\d+(?:[.,:'’/_·-]?\\d+)*",
    `(?:(?!${CJK})[\\p{L}\\p{N}\\p{M}])+[+#]*`,
    // A sign of money or measure, an order of size, a plain no.
    '[\\p{Sc}\\p{Sm}#%‰&@°🚫❌⛔👎]',
    '[?？]$',
    '[~①②]',
  ].join('|'),
  'gu',
);

function tokensOf(folded: string): string[] {
  const said = folded.length === 0 ? '' : withoutParticles(spelledOut(folded));
  const end = endOf(said);
  const plain = said.slice(0, said.length - end.length) + (/[?？]/.test(end) ? '?' : '');
  const found: string[] = [];
  for (const [token] of plain.matchAll(TOKEN)) found.push(/^[-−]?\d/.test(token) ? numberToken(token) : token);
  // Which language it is matters only where one of its small words stands.
  const idle = found.some((token) => FOREIGN.has(token)) ? IDLE[languageOf(plain.slice(0, MOST_LOOKED_AT))] : ENGLISH;
  const articles = idle === ENGLISH && found.some((token) => SURELY_ENGLISH.has(token)) ? ENGLISH_ARTICLES : undefined;
  const telling = found.filter((token) => !idle.has(token) && !articles?.has(token));
  return telling.length > 0 ? telling : found;
}

export function isCjk(token: string): boolean {
  return isCjkLetter(token.codePointAt(0) ?? 0);
}

function numberToken(token: string): string {
  const sign = /^[-−]/.test(token) ? '-' : '';
  return (
    sign +
    numbersIn(token.replace(/^[-−]/, ''))
      .map(({ whole }) => whole)
      .join('')
  );
}

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
const ENGLISH = words('the is are that s also just very really so please');
const ENGLISH_ARTICLES = words('a an');
/** Words that no other language has: where one stands, "a" is an article. */
const SURELY_ENGLISH = words('the is are was of and with has have my his her we they she it not will from');
/** They say nothing that tells two statements apart: articles, a present "is", "that", "also". Never a tense, place or person, nor an article that says who does what to whom: "der", "den". */
const IDLE: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: ENGLISH,
  de: words('die das ein eine ist sind dass daß auch sehr bitte'),
  fr: words('le la les l un une des est sont aussi très'),
  es: words('el la los las un una es son está están también muy'),
  zh: ENGLISH,
  'zh-Hant': ENGLISH,
  ja: ENGLISH,
  ko: ENGLISH,
};
const FOREIGN: ReadonlySet<string> = new Set([...IDLE.de, ...IDLE.fr, ...IDLE.es]);
const MOST_LOOKED_AT = 400;

/** "doesn't" is "does not", "it's" is "it is". */
function spelledOut(text: string): string {
  if (!/['’]|cannot/.test(text)) return text;
  return text
    .replace(/(?<!\p{L})(?:can['’]t|cannot)(?!\p{L})/gu, 'can not')
    .replace(/(?<!\p{L})won['’]t(?!\p{L})/gu, 'will not')
    .replace(/(?<=\p{L})n['’]t(?!\p{L})/gu, ' not')
    .replace(/(?<=(?<!\p{L})(?:it|he|she|that|there|what|who))['’]s(?!\p{L})/gu, ' is')
    .replace(/(?<=(?<!\p{L})i)['’]m(?!\p{L})/gu, ' am')
    .replace(/(?<=(?<!\p{L})(?:we|you|they))['’]re(?!\p{L})/gu, ' are');
}

/** 的 behind a letter and in front of one; 目的, 的确 and other words that are made with it stay. */
const DE =
  /(?<=[\p{L}\p{N}])(?<!(?<![项項题題节節科数數注书書账賬栏欄品条條纲綱剧劇名])目)(?<![标標])的(?=[\p{L}\p{N}])(?![确確士话話])/gu;
/** Moods at the end, and signs that stand there. */
const ZH_END = /(?<=\p{sc=Han})(?<![啊呀哦喔嘛啦呢吧])[啊呀哦喔嘛啦呢吧]+(?=[\s\p{P}]*$)/u;
const NO = /(?<=[\p{sc=Han}\p{sc=Kana}ー\p{N}\p{sc=Latin}])の(?=[\p{sc=Han}\p{sc=Kana}\p{N}\p{sc=Latin}])/gu;
/** は and が both say of whom; を, に, で, と, から and へ stay, which tell who does what to whom. */
const WA = /(?<=[\p{sc=Han}\p{sc=Kana}ー\p{N}\p{sc=Latin}])は(?=[\p{sc=Han}\p{sc=Kana}\p{N}\p{sc=Latin}])/gu;
const JA_END: readonly (readonly [RegExp, string])[] = [
  [/[よね]+$/u, ''],
  [/(?:です|である|であります|だ|になります|でございます)$/u, ''],
  [/(?<=[てで]い)ます$/u, 'る'],
  [/ります$/u, 'る'],
];
const KO_END: readonly (readonly [RegExp, string])[] = [
  [/(?:입니다|이에요|예요|이다|이야|이지요|이죠|임)$/u, ''],
  [/(?:합니다|해요|한다|함)$/u, '해'],
  [/(?<=[가-힣])(?:습니다|어요|아요)$/u, ''],
  [/(?<=[있없않좋싫많적]|었|았|겠)다$/u, ''],
];
const JOSA = /(?<=([가-힣]))(은|는|이|가|을|를|의)(?=[\s\p{P}]|$)/gu;

function withoutParticles(text: string): string {
  if (!isAnyCjk.test(text)) return text;
  let plain = text;
  if (plain.includes('的')) plain = plain.replace(DE, '');
  if (/\p{sc=Hang}/u.test(plain)) return korean(plain);
  if (/\p{sc=Hira}/u.test(plain)) return japanese(plain);
  return plain.replace(ZH_END, '');
}

/** The signs and spaces at the end. Looked for from behind: a pattern would begin at each of a thousand in the middle. */
function endOf(text: string): string {
  let at = text.length;
  while (at > 0) {
    const [last = ''] = [...text.slice(Math.max(0, at - 2), at)].slice(-1);
    if (!/^[\s\p{P}]$/u.test(last)) break;
    at -= last.length;
  }
  return text.slice(at);
}

const isAnyCjk = new RegExp(CJK, 'u');

function japanese(text: string): string {
  const end = endOf(text);
  let plain = text
    .slice(0, text.length - end.length)
    .replace(NO, '')
    .replace(WA, 'が');
  for (const [form, by] of JA_END) plain = plain.replace(form, by);
  return plain + end;
}

function korean(text: string): string {
  const end = endOf(text);
  let plain = text.slice(0, text.length - end.length);
  for (const [form, by] of KO_END) plain = plain.replace(form, by);
  return plain.replace(JOSA, (josa, before: string) => roleOf(josa, before)) + end;
}

/** A particle has the form that the syllable before asks for; any other is the end of a word. */
function roleOf(josa: string, before: string): string {
  const closed = (before.charCodeAt(0) - 0xac00) % 28 !== 0;
  if (josa === '의') return '';
  if (josa === (closed ? '은' : '는') || josa === (closed ? '이' : '가')) return '①';
  return josa === (closed ? '을' : '를') ? '②' : josa;
}
