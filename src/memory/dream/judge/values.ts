// What is said of a matter: an hour, a day, a number or words, and whether two of them cannot both be so. Pure. In doubt they can.

import { foldText, isUnspaced } from '../../../text/segment.js';

export type Kind = 'clock' | 'day' | 'number' | 'words';

const CLOCK =
  /(?<!\d)(?:([01]?\d|2[0-3])\s?[:.h：]\s?([0-5]\d)(?!\d|\.\d)\s?([ap])?\.?(?:m\.?(?!\p{L})|uhr|h(?!\p{L}))?|([01]?\d|2[0-4])\s?(?:([ap])\.?m\.?(?!\p{L})|o'clock|uhr|h(?!\p{L})|heures?|godz\p{L}*|[点點](?:钟|鐘)?|時(?!間)|시(?!간))(半|반)?)/giu;
const HOUR = /^(?:at|um|à|a las?|o)\s(?:about )?(\d{1,2})(?=$|\s)/iu;
const HOUR_AND_MINUTES = /^(?:at|um|à|a las?|o)\s\d{1,2}[.:h]\d{2}(?!\d)/iu;
const DAY =
  /(?<![\p{L}\p{M}])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|poniedziałek|wtorek|środ[aęy]|czwartek|piątek|sobot[aęy]|niedziel[aęi]|(?:\d{1,2}(?:st|nd|rd|th|\.|er|º)?(?: of| de)? )?(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia)(?: \d{1,2}(?!\d))?)(?![\p{L}\p{M}])|\d{4}-\d{2}-\d{2}|(?<!\d)\d{1,2}[./]\d{1,2}\.?(?:\d{4})?(?![\d:])|(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]|\d+\s?月\s?\d+\s?[日号號]|[一二三四五六七八九十]+月[一二三四五六七八九十]+[日号號]|[月火水木金土日]曜日?|[월화수목금토일]요일|\d+월\s?\d+일/giu;
const NUMBER = /^(?:about |around |[$€£¥₩]\s?)?\d/iu;
/** Little words around an hour, a day, a place. */
const LITTLE = new Set(
  'at on in the a an um am im à au le la les el los las a al o w we na der die das den dem from till of de'.split(' '),
);

export function kindOf(value: string): Kind {
  if (HOUR_AND_MINUTES.test(value)) return 'clock';
  if (DAY.test(reset(DAY, value))) return 'day';
  if (CLOCK.test(reset(CLOCK, value)) || HOUR.test(value)) return 'clock';
  return NUMBER.test(value) ? 'number' : 'words';
}

/** The words of a text, folded: runs of letters and digits, and each character of a script without spaces. */
export function tokensOf(text: string): string[] {
  const found: string[] = [];
  for (const [run] of foldText(text).matchAll(/[\p{L}\p{M}\p{N}_]+(?:[.:'@/_-][\p{L}\p{M}\p{N}_]+)*/gu)) {
    let word = '';
    for (const character of run) {
      const alone = isUnspaced(character.codePointAt(0) ?? 0);
      if (!alone) word += character;
      if (alone && word) found.push(word);
      if (alone) word = '';
      if (alone) found.push(character);
    }
    if (word) found.push(word);
  }
  return found;
}

/** Whether the newer says another value than the older, each of the kind, and nothing more than a value. */
export function differs(newer: string, older: string, kind: Kind): boolean {
  if (kind === 'words') return wordsDiffer(newer, older);
  if (rest(newer, kind) !== rest(older, kind)) return false;
  if (kind === 'clock') return minutes(newer) !== minutes(older);
  // A weekday may be the day of the month that the other names.
  if (kind === 'day' && shapeOf(newer) !== shapeOf(older)) return false;
  if (kind === 'number') return !isOneNumber(digits(newer), digits(older));
  const [one, other] = [telling(newer), telling(older)];
  return !holdsAll(one, other) && !holdsAll(other, one);
}

function digits(value: string): string {
  return value
    .replace(/[.,]00?(?!\d)/gu, '')
    .replace(/\D/gu, '')
    .replace(/^0+(?=\d)/, '');
}

/** A telephone number is the same with and without its country. */
function isOneNumber(one: string, other: string): boolean {
  if (one === other) return true;
  return Math.min(one.length, other.length) >= 6 && (one.endsWith(other) || other.endsWith(one));
}

/** What stands beside an hour, a day or a number: the same on both sides, or they speak of different things. */
function rest(value: string, kind: Kind): string {
  const bare =
    kind === 'number'
      ? value
          .replace(/\d+(?:[.,'’ ]\d+)*/gu, ' ')
          .replace(/(?<!\p{L})(?:years? old|jahre alt|ans|años|lat)(?!\p{L})|[岁歲歳]|살/giu, ' ')
      : value.replace(CLOCK, ' ').replace(HOUR, ' ').replace(DAY, ' ');
  return telling(bare).join(' ') + (kind === 'number' ? (value.match(/[\p{Sc}%]/u)?.[0] ?? '') : '');
}

/** Characters stand for themselves, letters and digits for their kind. */
function shapeOf(value: string): string {
  const shapes = [
    ...new Set([...value.matchAll(DAY)].map(([day]) => (/^\d+[./-]\d/.test(day) ? '1' : /\d/.test(day) ? 'm' : 'w'))),
  ];
  return shapes.sort().join('');
}

function minutes(value: string): string {
  const found = reset(CLOCK, value).matchAll(CLOCK);
  const times = [...found].map(([, hour, minute, half, alone, halfAlone, thirty]) => {
    const later = (half ?? halfAlone ?? '').toLowerCase() === 'p';
    const h = Number(hour ?? alone);
    return ((later ? 12 : 0) + ((half ?? halfAlone) ? h % 12 : h)) * 60 + (thirty ? 30 : Number(minute ?? 0));
  });
  const [, hour] = HOUR.exec(value) ?? [];
  // Who says "at 10" may mean the evening.
  return (times.length > 0 ? times : [Number(hour) * 60]).map((time) => time % 720).join(' ');
}

function wordsDiffer(newer: string, older: string): boolean {
  const [one, other] = [telling(newer), telling(older)];
  if (one.length === 0 || other.length === 0) return false;
  return !holdsAll(one, other) && !holdsAll(other, one) && tail(newer) === tail(older);
}

/** What narrows a value: "… in the office", "… for guests". */
function tail(value: string): string {
  const [, found = ''] =
    /\s((?:in|at|for|on|with|from|of|to|near|by|für|bei|auf|im|am|mit|von|zu|pour|chez|dans|à|de|du|en|para|con|na|w|we|dla|z|do)\s.*)$/iu.exec(
      value,
    ) ?? [];
  return foldText(found);
}

function telling(value: string): string[] {
  const plainDays = value
    .replace(/(?:週|星期|礼拜|禮拜)(?=[一二三四五六日天])/gu, '周')
    .replace(/周天/gu, '周日')
    .replace(/(?<=\d)(?:st|nd|rd|th|er|º)(?!\p{L})/giu, '')
    .replace(/曜日?/gu, '曜')
    .replace(/(?<=月\s?\d{1,2}\s?)[号號]/gu, '日')
    .replace(/(?<=\d)[./-](?=\d)/gu, ' ')
    .replace(/(?<!\d)0(?=\d)/gu, '');
  return tokensOf(plainDays).filter((token) => !LITTLE.has(token));
}

/** Whether every word of one is a word of the other, endings aside. */
function holdsAll(one: readonly string[], other: readonly string[]): boolean {
  return one.every((word) => other.some((there) => isForm(word, there)));
}

/** Words of other endings may be the same one; what holds a digit never is. */
function isForm(one: string, other: string): boolean {
  const [first, second] = [plain(one), plain(other)];
  if (first === second || begins(first, second) || begins(second, first)) return true;
  const longest = Math.max(first.length, second.length);
  if (longest < 5 || /\d/.test(first + second)) return false;
  const begin = Math.max(4, Math.ceil(longest * 0.7));
  return first.slice(0, begin) === second.slice(0, begin);
}

/** "Sam" and "Samuel", "nas-01" and "nas-01.local". */
function begins(short: string, long: string): boolean {
  if (short.length < 3 || !long.startsWith(short)) return false;
  return !/\d/.test(long) || /^[.:@/_-]/.test(long.slice(short.length));
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/g, 'l');
}

function reset(pattern: RegExp, value: string): string {
  pattern.lastIndex = 0;
  return value;
}
