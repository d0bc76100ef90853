// Whether a proposed text could have been made from what it cites, on which of it it rests, and what it would lose or end. Pure.

import type { Claim, LogEntry, LongTermEntry, Trust } from '../../../contracts/index.js';
import { tellingTerms } from '../../../text/content.js';
import { denies } from '../../../text/denial.js';
import { namesIn } from '../../../text/exact-words.js';
import { strangeWord } from '../../../text/grounded.js';
import { isSaidBy } from '../../../text/light-words.js';
import { foldText, isUnspaced, terms } from '../../../text/segment.js';
import { sentencesOf } from '../../../text/sentences.js';
import { stancesOf } from '../../../text/stances.js';
import { isSupported, isWordIn, type Words, wordsIn } from '../../../text/support.js';
import { lowestTrust } from '../../../text/trust.js';
import { leadIn, type Reliance } from './attribution.js';
import { withoutDay } from './named-day.js';

/** Of its words as they are written: that none is strange tells more. */
const ENOUGH = 0.4;
/** Of one claim's entries, which say alike, the newest different ones. */
const MOST_ENTRIES = 8;

interface Ground extends Reliance {
  text: string;
  /** YYYY-MM-DD, or ''. */
  day: string;
  speaker: string;
}

/** Targets first: of two that say the same the later counts. */
function groundsOf(sources: readonly Claim[], targets: readonly LongTermEntry[]): Ground[] {
  const old = targets.map(({ text, trust }) => ({ text, day: '', speaker: '', trust, passedOn: false }));
  return [...old, ...sources.flatMap((claim) => newestOf(claim).map(groundOf))];
}

function newestOf({ entries }: Claim): LogEntry[] {
  const seen = new Set<string>();
  const kept: LogEntry[] = [];
  for (const entry of entries.toReversed()) {
    const key = `${entry.trust} ${entry.passedOn ?? false} ${entry.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    kept.unshift(entry);
    if (kept.length >= MOST_ENTRIES) break;
  }
  return kept;
}

function groundOf({ text, day, speaker = '', trust, passedOn }: LogEntry): Ground {
  return { text, day, speaker, trust, passedOn: passedOn === true };
}

/** A line may name the day of its source, as a whole; the numbers that a day is made of bear nothing else out. */
function bearsOut(line: string, grounds: readonly Ground[]): boolean {
  // Whoever repeats somebody word for word says no more than they did, whatever a reading of it may make of it.
  if (grounds.some(({ text }) => asSaid(text) === asSaid(line))) return true;
  const words = wordsOf(grounds);
  const undated = [...new Set(grounds.map(({ day }) => day))].reduce(withoutDay, line);
  return isSupported(undated, words, ENOUGH) && strangeWord(undated, words) === undefined;
}

/** But for case, width and what ends the sentence. */
function asSaid(text: string): string {
  return foldText(text).replace(/[\s.。!！]+$/u, '');
}

function wordsOf(grounds: readonly Ground[]): Words {
  const speakers = [...new Set(grounds.map(({ speaker }) => speaker))].join('\n');
  return wordsIn(grounds.map(({ text }) => text).join('\n'), speakers);
}

/**
 * What the text rests on: the fewest and best of its grounds that bear out as much of it as all together do. Undefined where
 * not even all of them bear it out.
 */
export function restsOn(
  text: string,
  sources: readonly Claim[],
  targets: readonly LongTermEntry[],
): Reliance | undefined {
  const grounds = groundsOf(sources, targets);
  if (grounds.length === 0 || !bearsOut(text, grounds)) return undefined;
  const content = [...new Set([...tellingTerms(text), ...terms(text)])];
  const said = vocabularyOf(grounds);
  for (const { trust, passedOn } of levelsOf(grounds)) {
    const pool = grounds.filter((one) => lowestTrust([one.trust, trust]) === trust && (passedOn || !one.passedOn));
    const words = vocabularyOf(pool);
    const lacks = content.some((term) => said.has(term) && !words.has(term));
    if (!lacks && bearsOut(text, pool)) return { trust, passedOn };
  }
  return { trust: lowestTrust(grounds.map(({ trust }) => trust)), passedOn: grounds.some((one) => one.passedOn) };
}

function vocabularyOf(grounds: readonly Ground[]): Set<string> {
  return new Set(
    grounds.flatMap(({ text, day, speaker }) =>
      [text, day, speaker].flatMap((one) => [...tellingTerms(one), ...terms(one)]),
    ),
  );
}

const BEST_FIRST: readonly Trust[] = ['owner', 'member', 'model', 'tool', 'web'];

/** From the best to everything, only those that some ground has. */
function levelsOf(grounds: readonly Ground[]): Reliance[] {
  return [false, true].flatMap((passedOn) =>
    BEST_FIRST.filter((trust) => grounds.some((one) => one.trust === trust)).map((trust) => ({ trust, passedOn })),
  );
}

/** The entry that says all of the text in other words. Somebody else's statement begins alike in both. */
export function saidBy(text: string, entries: readonly LongTermEntry[]): LongTermEntry | undefined {
  const lead = leadIn(text);
  const bare = text.slice(lead.length);
  const content = [...new Set(tellingTerms(bare))];
  if (content.length < 2) return undefined;
  return entries.find((entry) => {
    if (leadIn(entry.text) !== lead) return false;
    const own = entry.text.slice(lead.length);
    const words = wordsIn(own);
    return (
      content.every((term) => isSaidBy(term, (one) => isWordIn(one, words))) &&
      strangeWord(bare, words) === undefined &&
      isSupported(bare, words, ENOUGH)
    );
  });
}

/** The first line of the targets that the text does not say any more, with each of its numbers, names and identifiers. */
export function lostBy(text: string, targets: readonly LongTermEntry[]): string | undefined {
  const words = wordsIn(text);
  const folded = foldText(text);
  return targets
    .flatMap((target) => target.text.split('\n'))
    .find((line) => !folded.includes(foldText(line)) && !isSupported(line, words));
}

/** They say who or when, never what it is about. */
const WEAK = new Set(
  `user owner assistant person people someone somebody longer anymore more now since today year thing nutzer benutzer
  nutzerin utilisateur usuario użytkownik 用户 用戶 ユー ーザ ザー 사용 용자 不再 现在 現在`
    .split(/\s+/)
    .flatMap((word) => [word, ...tellingTerms(word)]),
);

/** `subject`: a name that both begin with, which only says whose matter it is, counts too. */
export function sameMatter(newer: string, older: string, subject: boolean): boolean {
  const [one, other] = [tellingTerms(newer), tellingTerms(older)].map((all) => all.filter((term) => !WEAK.has(term)));
  if (!one || !other) return false;
  const whose = one[0] === other[0] && !subject && isName(one[0], newer, older) ? one[0] : undefined;
  const there = new Set(other);
  return one.some((term) => term !== whose && there.has(term));
}

/** Scripts without capitals do not tell. */
function isName(term: string | undefined, ...texts: readonly string[]): boolean {
  if (term === undefined || isUnspaced(term.codePointAt(0) ?? 0)) return true;
  return texts.every((text) => namesIn(text).some((name) => tellingTerms(name).includes(term)));
}

const OVER =
  /(?<!\p{L})(?:over|ended|finished|cancell?ed|sold|quit|stopped|gave up|given up|moved out|left|closed|expired|obsolete|outdated|done|used to|former(?:ly)?|vorbei|beendet|gekündigt|abgesagt|verkauft|aufgehört|aufgegeben|ausgezogen|erledigt|abgelaufen|früher|terminée?|finie?|annulée?|vendue?|arrêtée?|résiliée?|terminad[oa]|acabad[oa]|cancelad[oa]|vendid[oa]|dejé|dejó|skończon[eay]|zakończon[eay]|odwołan[eay]|sprzedan[eay]|przestał[a]?|rzucił[a]?)(?!\p{L})|取消|结束|結束|不再|戒了|卖掉|賣掉|卖了|賣了|过期|過期|作废|作廢|搬走|辞职|辭職|离职|離職|終わ|終了|やめ|辞め|退職|解約|中止|売っ|卒業|引っ越|끝났|끝나|취소|그만|팔았|해지|종료|만료/iu;

/** Of the older's words, or of its own, that a clause has to share with it to speak of the same. */
const SAME_SHARE = 0.6;

/** Whether a clause of the newer denies what the older says, or says that it is over. */
export function ends(newer: string, older: string): boolean {
  if (OVER.test(older) || !isAboutTheSame(newer, older)) return false;
  const denied = denies(older);
  return sentencesOf(newer)
    .flatMap(stancesOf)
    .some((one) =>
      (one.denied !== denied && !AVERSE.test(one.text)) || OVER.test(one.text) ? covers(one.text, older) : false,
    );
}

/** Who the older speaks of is named, and nobody else. */
function isAboutTheSame(newer: string, older: string): boolean {
  const subject = tellingTerms(older)
    .filter((term) => !WEAK.has(term))
    .slice(0, 2);
  return subject.length === 0 || subject.some((term) => wordsIn(newer).stems.has(term));
}

function covers(clause: string, older: string): boolean {
  const there = wordsIn(older);
  const plain = clause.replace(OVER, ' ');
  if (namesIn(plain).some((name) => !there.folded.includes(name))) return false;
  const own = [...new Set(tellingTerms(plain))].filter((term) => !WEAK.has(term));
  const all = [...new Set(tellingTerms(older))].filter((term) => !WEAK.has(term));
  const shared = own.filter((term) => isWordIn(term, there));
  const back = wordsIn(clause);
  const found = all.filter((term) => isWordIn(term, back));
  if (shared.length === 0) return false;
  return shared.length >= own.length * SAME_SHARE || found.length >= all.length * SAME_SHARE;
}

/** That somebody cannot bear a thing is no end of anything. */
const AVERSE = /(?<!\p{L})(?:all?erg|intoler|unverträg|uczulen)\p{L}*|过敏|過敏|アレルギー|알레르기/iu;
