// Whether a newer statement makes an older one untrue: the same matter with another value, a denial of the same words, a choice
// turned away from. Pure. Precision before recall: a wrong correction takes a true fact away, a missed one leaves two lines.

import { isUnspaced } from '../../../text/segment.js';
import { isCountry } from './countries.js';
import { ADJECTIVE, KIN, ONE_OF, ONE_PERSON } from './frames.js';
import { readStatement, type Said, type Statement } from './statement.js';
import { ARTICLES, CHOICE_WORDS, JOINED } from './statement-words.js';
import { differs, tokensOf } from './values.js';

/** Whether what the newer says of the same matter means that the older is not so any more. Never for a rewording or an addition. */
export function corrects(newer: string, older: string): boolean {
  return overturns(readStatement(newer), readStatement(older));
}

/** The same of statements that were read before. */
export function overturns(newer: Statement, older: Statement): boolean {
  if (newer.gist !== undefined && newer.gist === older.gist) return newer.denies !== older.denies;
  const { one } = older;
  if (one && newer.all.some((said) => replaces(said, one, said.moved ? 2 : newer.marked))) return true;
  return newer.leaves.some((left) => turnsAway(newer, left, older));
}

function replaces(newer: Said, older: Said, marked: 0 | 1 | 2): boolean {
  if (newer.matter !== older.matter || newer.kind !== older.kind) return false;
  const moves = newer.about === 'live' && older.about === 'place' && marked > 0;
  if (newer.about !== older.about && !moves) return false;
  if (JOINED.test(newer.value) || JOINED.test(older.value)) return false;
  return excludes(newer, older, marked);
}

/** Whether the matter can have but one of the two. */
function excludes(newer: Said, older: Said, marked: 0 | 1 | 2): boolean {
  const [one, other] = [newer.value, older.value];
  const isOther = () => differs(one, other, newer.kind);
  switch (newer.about) {
    case 'live':
    case 'work':
      return isPlaceName(one) && isPlaceName(other) && isCountry(one) === isCountry(other) && isOther();
    case 'name':
      return isNoPerson(newer.subject, marked) && isName(one) && isName(other) && isOther();
    case 'place':
      return marked > 0 && newer.kind === 'words' && isOther();
    case 'be':
      return isOneOf(newer, older, marked) && isOther();
    case 'run':
      return newer.kind === 'words' ? isOtherVersion(one, other) : isOther();
    case 'count':
      return newer.kind === 'number' && /\p{L}/u.test(one) && isOther();
    case 'cost':
    case 'open':
    case 'close':
      return newer.kind !== 'words' && isOther();
  }
}

function isOneOf(newer: Said, older: Said, marked: 0 | 1 | 2): boolean {
  const head = newer.subject.replace(/\s(?:of|for|von|des|der|del?|du|do)\s.*$/iu, '');
  const isAttribute = ONE_OF.test(head) || ONE_OF.test(newer.subject);
  if (newer.kind !== 'words' && newer.kind !== 'number' && marked === 0 && MANY.test(newer.subject)) return false;
  // What takes place may do so on two days of a week.
  if (newer.kind === 'day') return isAttribute || marked > 0 || DEFINITE.test(newer.subject);
  if (newer.kind !== 'words') return true;
  if (ADJECTIVE.test(newer.value) || ADJECTIVE.test(older.value) || !isBrief(newer.value) || !isBrief(older.value))
    return false;
  if (ONE_PERSON.test(head)) return isName(newer.value) && isName(older.value);
  return isAttribute || (marked === 2 && !KIN.test(newer.subject));
}

const DEFINITE = /^(?:the|our|my|das|die|der|unser|unsere|la|le|el|notre|nuestr[oa]|mi|nasz|nasza)\s/iu;
/** There are several of these in a week, each with its time. */
const MANY =
  /(?<![\p{L}\p{M}])(?:trains?|bus|flights?|ferry|appointments?|class|lessons?|calls?|alarms?|reminders?|trips?|match|games?|termin|zug|flug|arzttermin|kurs|train|vol|cours|rendez-vous|tren|vuelo|clase|cita|pociąg|lot|wizyta|lekcja)$|(?:火车|火車|航班|飞机|飛機|课|課|预约|預約|電車|飛行機|授業|予約|기차|비행기|수업|예약)$/iu;
/** No address: somewhere about. */
const SOMEWHERE =
  /(?:(?<!阿)里|裡|附近|旁边|旁邊|楼|樓|公寓|宿舍|家|学校|學校|公司|近く|隣|部屋|実家|근처|집|아파트)$/u;

function isPlaceName(value: string): boolean {
  return isName(value) && !SOMEWHERE.test(value);
}

/** A few words with a capital in front, or a few characters. */
function isName(value: string): boolean {
  if (isUnspaced(value.codePointAt(0) ?? 0)) return [...value].length <= 8;
  return /^\p{Lu}/u.test(value) && tokensOf(value).length <= 4;
}

function isBrief(value: string): boolean {
  return tokensOf(value).length <= (isUnspaced(value.codePointAt(0) ?? 0) ? 10 : 4);
}

function isNoPerson(subject: string, marked: 0 | 1 | 2): boolean {
  if (marked === 2) return true;
  return !KIN.test(subject) && (DEFINITE.test(subject) || isUnspaced(subject.codePointAt(0) ?? 0));
}

/** "Debian 11" and "Debian 12". */
function isOtherVersion(one: string, other: string): boolean {
  const parts = (value: string) => tokensOf(value).map((token) => (/^v?\d[\d.]*$/.test(token) ? '0' : token));
  const [first, second] = [parts(one), parts(other)];
  const numbers = first.filter((part) => part === '0').length;
  return (
    numbers === 1 &&
    first.length > 1 &&
    first.join(' ') === second.join(' ') &&
    tokensOf(one).join(' ') !== tokensOf(other).join(' ')
  );
}

/** Whether what was chosen is what the newer turns away from, for the same purpose. */
function turnsAway(newer: Statement, left: readonly string[], older: Statement): boolean {
  const { chosen } = older;
  if (!chosen || !holdsRun(chosen, left)) return false;
  const gone = new Set(left);
  const kept = new Set(newer.tokens);
  const rest = chosen.filter((token) => !gone.has(token) && !CHOICE_WORDS.has(token));
  return (
    rest.every((token) => kept.has(token)) &&
    newer.narrowed.every((token) => chosen.includes(token) || ARTICLES.has(token))
  );
}

function holdsRun(all: readonly string[], run: readonly string[]): boolean {
  return ` ${all.join(' ')} `.includes(` ${run.join(' ')} `);
}
