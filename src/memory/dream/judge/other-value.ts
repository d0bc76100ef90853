// Whether two sentences that differ in one place cannot both be so: a number, a day, the one place of a thing. Pure. What somebody
// may have several of (likes, allergies, bans, skills) is never made untrue by another one.

import { numbersIn } from '../../../text/exact-words.js';
import { foldText } from '../../../text/segment.js';
import { ADJECTIVE, KIN, ONE_OF } from './frames.js';
import { HAS_ONE } from './lasting-words.js';
import type { Slot } from './retelling.js';
import { kindOf } from './values.js';

/** Of these there may be several at once. */
const SEVERAL =
  /(?<!\p{L})(?:likes?|loves?|hates?|dislikes?|prefers?|enjoys?|allerg\p{L}*|afraid|intolerant|speaks?|plays?|knows?|reads?|collects?|needs?|wants?|visited|bought|met|owns?|never(?! forget)|not|no|n['’]t|can|cannot|mag|mögen|liebt?|hasst?|spricht|spielt|kennt|braucht|will|nicht|kein\p{L}*|nie|aime|adore|déteste|préfère|parle|joue|pas|jamais|besoin|gusta|encanta|odia|habla|juega|nunca|lubi\p{L}*|nie|nigdy|gra|mówi)(?!\p{L})|过敏|過敏|喜欢|喜歡|讨厌|討厭|爱|愛|不|没|別|别|会(?:说|弹)|アレルギー|好き|嫌い|苦手|ない|알레르|좋아|싫어|못|안 |않/iu;
/** Of what is best there is one. */
const BEST =
  /最|(?<!\p{L})(?:favou?rite|best|liebsten|Lieblings\p{L}+|préférée?s?|favorit[oa]|ulubion\p{L}+)(?!\p{L})|一番|제일|가장/iu;

/** By these there is one. */
const ONE =
  /(?<!\p{L})(?:only|always|fixed|main|favou?rite|best|called|named|lives?|works?|stays?|meets?|kept|stored|stores?|keeps?|located|stands?|belongs? to|runs on|take my|takes (?:his|her)|chose|decided|settled|uses?|job with|nur|immer|heißt|wohnt|arbeitet|steht|liegt|gehört|beschlossen|toujours|habite|travaille|s'appelle|décidé|vive|trabaja|se llama|siempre|está en|mieszka|pracuje|zawsze|nazywa|to nasz\p{L}*)(?!\p{L})|está|住|在|只|最|固定|一直|叫|决定|決定|定|にあり|にある|住ん|一番|いつも|必ず|働|사신다|산다|살|항상|제일|가장|있다|이다|일한다/iu;

const UNITS = new Set([
  ...'号號元块塊円원년월일개명个個人岁歲歳살度층楼樓分',
  ...'euro euros eur dollars dollar pounds usd zł złotych chf kg g km m cm mm l liters litres percent hours hour minutes minute days weeks months people pieces uhr stunden minuten tage wochen monate personen heures minutes jours semaines mois horas minutos días semanas meses godzin minut dni tygodni a per the pro par por na'.split(
    ' ',
  ),
]);

/** "The wifi word at home is plum", beside "… of the office is pear": what differs begins in front of what is said of it. */
function saysWhatItIs([first = '']: readonly string[], text: string): boolean {
  const said = foldText(text);
  const at = said.indexOf(first);
  return at >= 0 && COPULA.test(said.slice(at));
}

const COPULA = /(?<!\p{L})(?:is|are|was|were|ist|sind|war|est|sont|es|son|está|están|jest|są)(?!\p{L})/u;

/** What is said of the thing comes behind its number; a phrase of place or company does not. */
function namesTheThing(before: readonly string[], rest: readonly string[]): boolean {
  const [first = ''] = rest;
  if (/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(before.at(-1) ?? first)) {
    return rest.some((token) => /^[在是住はがを은는을를에가]$|[가-힣](?:은|는|을|를|에|가)$/u.test(token));
  }
  return rest.length > 1 && rest.length >= before.length && !PHRASE.has(first);
}

const PHRASE = new Set(
  'at in on with for from near by bei in im am an mit für à au aux en chez avec pour con para de del w we na do z ze'.split(
    ' ',
  ),
);

/** Behind a number and its units. */
function restOf(behind: readonly string[]): readonly string[] {
  const at = behind.findIndex((token) => !UNITS.has(token));
  return at < 0 ? [] : behind.slice(at);
}

/** One character of 火曜日, 周四, 목요일. */
const WEEKDAY = /^[一二三四五六日天月火水木金土월화수목금토일]$/u;

function isOfAWeek(before: string, behind: string): boolean {
  return /^(?:曜|요일)/u.test(behind) || /(?:周|週|星期|礼拜|禮拜)$/u.test(before);
}

/** `newer` was said later than what the slot was compared with. */
export function isOtherValue({ before, behind, newer, older }: Slot, text: string): boolean {
  const [one, other] = [newer.join(' '), older.join(' ')];
  const frame = [...before, '…', ...behind].join(' ').replace(/(?<=[^\p{sc=Latin}\d]) (?=[^\p{sc=Latin}\d])/gu, '');
  const kinds = [kindOf(one), kindOf(other)];
  if ((SEVERAL.test(frame) && !BEST.test(frame)) || /^(?:an?|some)$/u.test(before.at(-1) ?? '')) return false;
  if (newer.every((word) => older.includes(word)) || older.every((word) => newer.includes(word))) return false;
  if (before.length > 0 && saysWhatItIs(newer, text)) return false;
  // What it is about stands in front, as a rule: who is allergic, not to what.
  if (before.length === 0) return HAS_ONE.test(text) || isNamedLast(text);
  if (KIN.test(before.slice(-3).join(' ')) && !ONE.test(text)) return false;
  // A number in front is part of a name: "customer 4 lives in Lyon".
  if (behind.length > before.length && before.length < 3) return false;
  if ([one, other].every((value) => WEEKDAY.test(value)) && isOfAWeek(before.join(''), behind.join(''))) return true;
  const isExact = [one, other].every((value) => /\d/.test(value) && numbersIn(value).length > 0);
  // "Locker 7086 belongs to Ann", "储物柜7086号的钥匙在…": it says which thing, and what is said of it comes behind.
  const isTime = kinds.every((kind) => kind === 'day' || kind === 'clock');
  const isEnded = /^[,;，；]/.test(text.slice(text.indexOf(one) + one.length).trimStart()) && text.includes(one);
  if (isExact && !isTime && !isEnded && namesTheThing(before, restOf(behind))) return false;
  if (isExact || (kinds[0] === kinds[1] && (kinds[0] === 'day' || kinds[0] === 'clock'))) return true;
  if (HAS_ONE.test(text)) return true;
  if (ADJECTIVE.test(one) || ADJECTIVE.test(other)) return false;
  return ONE.test(text) || ONE_OF.test(before.join(' '));
}

/** "Heron is the name of the rewrite": what it is about stands behind what is said of it. */
export function isNamedLast(text: string): boolean {
  return SUBJECT_LAST.test(text);
}

/** "Tuesday is the day of the meeting", "每周二是例会". */
const SUBJECT_LAST =
  /^\S.{0,40}?\s(?:is|ist|est|es|jest|to) (?:the|our|my|der|die|das|unser\p{L}*|le|la|notre|mon|el|nuestr[oa]|mi|nasz\p{L}*) |^每?.{1,8}是.{2,}的/iu;
