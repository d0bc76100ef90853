// Finds in a text what cannot be said in other words: numbers of orders and tickets, paths, addresses, amounts, dates,
// hashes, quoted names. Pure; every find is a part of the text as it stands. Never decides which of them matter.

export interface Identifier {
  /** As it stands in the text; of a quoted name what is between the marks. */
  text: string;
  /** With its quotation marks where it has some: what would be found again. */
  shown: string;
  /** Where `shown` stands, in UTF-16 units. */
  at: number;
  end: number;
}

/** Letters of scripts with spaces between words: a path in a Chinese sentence ends where the sentence goes on. */
const L = '\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}';
const NOT_WORD_AFTER = '(?![A-Za-z0-9_])';
const MONTHS =
  'jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|février|mar(?:ch|zo)?|märz|mars|apr(?:il)?|avril|abril|may|mai|mayo|jun[ei]?|juin|junio|jul[yi]?|juillet|julio|aug(?:ust)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember)?|décembre|diciembre|styczni[ae]|lut(?:y|ego)|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря';
const NUMBER = "\\p{Nd}{1,15}(?:[.,'’]\\p{Nd}{1,6}|[ \\u00a0\\u202f]\\p{Nd}{3}(?!\\p{Nd})){0,5}";
const UNITS =
  '%|‰|°[CF]?|[kMGT]i?[Bb](?:it)?(?:/s)?|[kcmµ]?m[²³]?|k?g|mg|m?[lL]|[kM]?Wh?|[kMG]?Hz|m?V|m?A|mAh|ms|s|h|min|px|kcal|mph|km/h|lbs?|oz|ft|in|mi(?:les?)?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|people|pieces|Stunden?|Minuten?|Tagen?|Tage?|Wochen?|Monaten?|Monate?|Jahren?|Jahre?|Personen|Stück|heures?|jours?|semaines?|mois|ans?|personnes|horas?|días?|semanas?|meses|años?|personas|godzin[ay]?|dni|tygodni[ae]?|miesięcy|lat|osób|часов|часа|дней|дня|недель|месяцев|лет|человек|штук';
const MONEY =
  'EUR|USD|GBP|CHF|PLN|CZK|SEK|NOK|DKK|JPY|CNY|RMB|KRW|INR|RUB|UAH|BTC|ETH|zł|kr|Kč|руб\\.?|dollars?|euros?|[€$£¥₩₽₹₴]';
const CJK_UNITS =
  '个半|個半|万元|萬元|亿元|億円|万円|美元|欧元|歐元|人民币|块钱|塊錢|小时|小時|分钟|分鐘|公里|公斤|厘米|平方米|公升|時間|か月|ヶ月|시간|개월|만원|[年月日号號时時点點分秒天周週岁歲个個名人位台次件本条條张張楼樓层層室元円圓块塊万萬亿億원년월일시분초명개번층호]';

const patterns: readonly RegExp[] = [
  /(?<![A-Za-z])[A-Za-z][A-Za-z0-9+.-]{1,15}:\/\/[^\s<>"'`「」『』【】《》“”（），。、！？；：]{1,2000}/gu,
  /(?<![A-Za-z0-9.])www\.[^\s<>"'`「」『』“”（），。、！？；：]{3,500}/gu,
  new RegExp(`(?<![${L}0-9._%+-])[${L}0-9._%+-]{1,64}@[${L}0-9-]{1,63}(?:\\.[${L}0-9-]{2,63}){1,5}`, 'gu'),
  // Paths: of Windows and of its shares; with an ending; without.
  /(?<![A-Za-z0-9])[A-Za-z]:[\\/][^\s"'<>|*?`，。；、！？（）「」『』“”]{1,400}/gu,
  /(?<!\\)\\\\[A-Za-z0-9._$-]{1,80}\\[^\s"'<>|*?`，。；、！？（）「」『』“”]{1,300}/gu,
  /(?<![\p{L}\p{N}_./~@:-])(?:~|\.{1,2})?(?:\/[\p{L}\p{N}\p{M}_.~+@%=#-]{1,200}){1,30}\.[A-Za-z0-9]{1,8}(?![A-Za-z0-9_])/gu,
  new RegExp(`(?<![${L}0-9_./~@:-])(?:~|\\.{1,2})?(?:/[${L}0-9_.~+@%=#-]{1,200}){2,30}/?`, 'gu'),
  new RegExp(`(?<![${L}0-9_./~@:-])(?:~|\\.{1,2})(?:/[${L}0-9_.~+@%=#-]{1,200}){1,30}/?`, 'gu'),
  new RegExp(
    `(?<![${L}0-9_./~@:-])[${L}0-9_-][${L}0-9_.-]{0,80}(?:/[${L}0-9_.-]{1,80}){1,20}\\.[A-Za-z][A-Za-z0-9]{0,7}${NOT_WORD_AFTER}`,
    'gu',
  ),
  /(?<![A-Za-z0-9-])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![A-Za-z0-9-])/gu,
  // Days and times.
  /(?<![\p{Nd}-])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?!\p{Nd})/gu,
  /(?<!\p{Nd})\p{Nd}{2,4}\s?[年년]\s?\p{Nd}{1,2}\s?[月월]\s?(?:\p{Nd}{1,2}\s?[日号號일])?/gu,
  /(?<!\p{Nd})\p{Nd}{1,2}\s?[月월]\s?\p{Nd}{1,2}\s?[日号號일]/gu,
  /(?<![\p{Nd}./-])\d{1,2}([./-])\d{1,2}\1\d{2,4}(?![\p{Nd}/-])/gu,
  /(?<![\p{Nd}./])\d{1,2}\.\d{1,2}\.(?!\p{Nd})/gu,
  new RegExp(
    `(?<!\\p{Nd})\\d{1,2}(?:\\.|st|nd|rd|th|er|º)?\\s(?:de\\s|of\\s)?(?:${MONTHS})(?!\\p{L})\\.?(?:,?\\s(?:de\\s)?\\d{4})?`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})(?:${MONTHS})\\.?\\s\\d{1,2}(?:st|nd|rd|th)?(?!\\p{Nd})(?:,?\\s\\d{4})?`, 'giu'),
  /(?:上午|下午|早上|晚上|中午|凌晨|午前|午後|오전|오후)?\s?\p{Nd}{1,2}\s?[点點時时시](?:\s?\p{Nd}{1,2}\s?[分분]|半|반)?/gu,
  /(?<![\p{Nd}:.])\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?(?!\p{L}))?(?![\p{Nd}:])/giu,
  /(?<![\p{Nd}:.\p{L}])\d{1,2}(?:\s?[ap]\.?m\.?|\s?Uhr(?:\s\d{2})?|h\d{2})(?![\p{L}\p{Nd}])/giu,
  // Telephone numbers.
  /(?<![\p{Nd}\p{L}+])\+\d[\d ()/.-]{6,22}\d(?![\p{Nd}\p{L}])/gu,
  /(?<![\p{Nd}\p{L}.,:/-])\(?0\d{1,5}\)?[ /-]\d[\d -]{4,14}\d(?![\p{Nd}\p{L}])/gu,
  /(?<![\p{Nd}\p{L}.,:/-])\d{3}[ -]\d{3,4}[ -]\d{4}(?![\p{Nd}\p{L}-])/gu,
  // Amounts, and numbers with their unit.
  new RegExp(`[€$£¥₩₽₹₴]\\s?${NUMBER}\\s?(?:k|m|bn|million|Mio\\.?)?(?!\\p{L})`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{Nd}.-])${NUMBER}\\s?(?:Mio\\.?\\s|million\\s|Mrd\\.?\\s)?(?:${MONEY})(?!\\p{L})`, 'gu'),
  new RegExp(`(?<![\\p{L}\\p{Nd}.-])${NUMBER}\\s?(?:${UNITS})(?![\\p{L}\\p{Nd}])`, 'gu'),
  new RegExp(`(?<![A-Za-z\\p{Nd}.-])${NUMBER}\\s?(?:${CJK_UNITS})`, 'gu'),
  /(?<![\p{L}\p{Nd}.])v?\d{1,6}(?:\.\d{1,6}){2,4}(?:[-+][A-Za-z0-9.-]{1,40})?(?![\p{L}\p{Nd}])/gu,
  /(?<![\p{L}\p{Nd}])v\d{1,5}(?:\.\d{1,5})*(?![\p{L}\p{Nd}])/gu,
];

/** What is between marks of quotation and short enough for a name. */
const QUOTED =
  /“([^“”\n]{1,60})”|„([^„“”\n]{1,60})[“”]|«\s?([^«»\n]{1,60}?)\s?»|"([^"\n]{1,60})"|`([^`\n]{1,80})`|「([^「」\n]{1,40})」|『([^『』\n]{1,40})』|《([^《》\n]{1,40})》/gu;
const WORDS_OF_A_NAME = 6;
/** Runs of letters and digits: numbers of orders, tickets, models; names in code. */
const TOKEN = /[#№@]?[A-Za-z0-9]+(?:[-_./:]?[A-Za-z0-9]+)*/gu;
const LONE_NUMBER = new RegExp(`(?<![${L}\\p{Nd}_.-])\\p{Nd}{3,20}(?:[.,]\\p{Nd}{1,6})*(?![${L}\\p{Nd}_])`, 'gu');
const LAST_SIGN = /[.,;:!?'"»”’)\]}*_~。、，！？；：]+$/u;
/** Each of them has one of these: most of what people write has none. */
const TELLTALE = /[\p{Nd}@/\\_"“„«`「『《]|www\./u;
/** Longer than any of them: rather no find than one that fills a page. */
const LONGEST = 500;

/** In the order of the text, none inside another. Linear time but for a factor of the number of patterns. */
export function identifiersIn(text: string): Identifier[] {
  if (!TELLTALE.test(text)) return [];
  const found: Identifier[] = [];
  for (const pattern of patterns) {
    for (const match of text.matchAll(pattern)) {
      const lead = match[0].length - match[0].trimStart().length;
      const shown = withoutEnd(match[0].trim());
      if (shown !== '') found.push(at(match.index + lead, shown));
    }
  }
  for (const match of text.matchAll(QUOTED)) {
    const inner = match.slice(1).find((part) => part !== undefined) ?? '';
    if (inner.trim() === '' || inner.trim().split(/\s+/).length > WORDS_OF_A_NAME || /[.。!?！？]\s*$/.test(inner))
      continue;
    found.push({ ...at(match.index, match[0]), text: inner.trim() });
  }
  for (const match of text.matchAll(TOKEN)) if (isName(match[0])) found.push(at(match.index, match[0]));
  for (const match of text.matchAll(LONE_NUMBER)) found.push(at(match.index, match[0]));
  const whole = found.map((one) => withMarks(text, one));
  return longest(whole.filter(({ shown }) => shown.length <= LONGEST && !/[\p{Cc}\u2028\u2029]/u.test(shown)));
}

/** A letter is not parted from the accents that stand on it. */
function withMarks(text: string, one: Identifier): Identifier {
  const [marks = ''] = /^\p{M}+/u.exec(text.slice(one.end, one.end + 8)) ?? [];
  return marks === '' || one.text !== one.shown ? one : at(one.at, one.shown + marks);
}

function at(index: number, shown: string): Identifier {
  return { text: shown, shown, at: index, end: index + shown.length };
}

/** Without the sentence's own signs behind it; a bracket that it opened itself stays. */
function withoutEnd(shown: string): string {
  const short = shown.replace(LAST_SIGN, '');
  const next = shown.charAt(short.length);
  if (next === ')' && short.includes('(') && !short.includes(')')) return `${short})`;
  if (next === '.' && /\d\.\d+$/.test(short) && /^\d{1,2}\.\d{1,2}$/.test(short)) return `${short}.`;
  return short;
}

/** Digits with letters or a hyphen (7F3-221, INV2026), #4821, NAMES_OF_SETTINGS, snake_case; no ordinals, no 3x. */
function isName(token: string): boolean {
  if (token.length < 3 || token.length > 80) return false;
  const digits = /\d/.test(token);
  if (/^[#№]/.test(token)) return digits;
  if (token.startsWith('@')) return true;
  if (/_/.test(token)) return true;
  if (!digits || /^\d+(?:st|nd|rd|th|er|x|s|k)$/i.test(token)) return false;
  return /[A-Za-z]/.test(token) || /^\d+(?:[-/:]\d+)+$/.test(token);
}

/** Of those that overlap the longest, in the order of the text. */
function longest(found: readonly Identifier[]): Identifier[] {
  const ordered = [...found].sort((one, other) => one.at - other.at || other.end - one.end);
  const kept: Identifier[] = [];
  for (const one of ordered) {
    const last = kept.at(-1);
    if (!last || one.at >= last.end) kept.push(one);
    else if (one.end - one.at > last.end - last.at) kept[kept.length - 1] = one;
  }
  return kept;
}
