// Numbers as words, up to what a clock or a short span needs. Pure.

const list = (words: string) => words.trim().split(/\s+/);
const table = (...words: readonly (readonly [string, number])[]) => new Map(words);

const english = new Map(
  list(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty`).map((word, n) => [word, n] as const),
);
const german = new Map(
  list(`null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig dreiundzwanzig`).map((word, n) => [word, n] as const),
);
const french = new Map(
  list(`zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit
    dix-neuf vingt`).map((word, n) => [word, n] as const),
);
const spanish = new Map(
  list(`cero una dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
    dieciocho diecinueve veinte`).map((word, n) => [word, n] as const),
);
const korean = table(
  ...list('한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 열한 열두').map((word, at) => [word, at + 1] as const),
);

export const latinNumbers = {
  en: new Map([...english, ['a', 1], ['an', 1], ['thirty', 30], ['forty', 40], ['fifty', 50], ['forty-five', 45]]),
  de: new Map([
    ...german,
    ...list('ein eine einem einer einen').map((word) => [word, 1] as const),
    ['dreißig', 30],
    ['vierzig', 40],
    ['fünfundvierzig', 45],
    ['fünfzig', 50],
  ]),
  fr: new Map([...french, ['un', 1], ['trente', 30], ['quarante', 40], ['quarante-cinq', 45], ['cinquante', 50]]),
  es: new Map([...spanish, ['un', 1], ['uno', 1], ['treinta', 30], ['cuarenta', 40], ['cincuenta', 50]]),
} as const satisfies Record<string, ReadonlyMap<string, number>>;

/** A pattern for the words of `numbers` and for up to three digits. */
export function numberPattern(numbers: ReadonlyMap<string, number>): string {
  const words = [...numbers.keys()].sort((a, b) => b.length - a.length);
  return `(?:\\d{1,3}|${words.join('|')})`;
}

/** Not a number for any other word. */
export function numberOf(word: string, numbers: ReadonlyMap<string, number>): number {
  return /^\d+$/.test(word) ? Number(word) : (numbers.get(word.toLowerCase()) ?? Number.NaN);
}

const DIGITS = '〇一二三四五六七八九';

/** 3, 三, 两, 十二, 二十三; not a number for anything else. */
export function hanNumber(words: string): number {
  if (/^\d+$/.test(words)) return Number(words);
  const digit = (text: string) => (/[两兩]/.test(text) ? 2 : text === '零' ? 0 : DIGITS.indexOf(text));
  const [tens = '', ones = '', ...more] = words.includes('十') ? words.split('十') : ['', words];
  if (more.length > 0 || [...tens].length > 1 || [...ones].length > 1) return Number.NaN;
  const high = words.includes('十') ? (tens === '' ? 1 : digit(tens)) : 0;
  const low = ones === '' ? 0 : digit(ones);
  return high < 0 || low < 0 || words === '' ? Number.NaN : high * 10 + low;
}

/** 한, 열두, and 십오, 삼십, 오십오. */
export function koreanNumber(words: string): number {
  const native = korean.get(words);
  if (native !== undefined || /^\d+$/.test(words)) return native ?? Number(words);
  const han = [...words].map((one) => '〇一二三四五六七八九十'['영일이삼사오육칠팔구십'.indexOf(one)] ?? '?').join('');
  return hanNumber(han);
}
