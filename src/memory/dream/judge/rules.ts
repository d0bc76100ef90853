// What a night would change without a model: lines taken as they were said, from claims that are clear by their form. Pure; it
// writes nothing, makes no new words, and leaves out whatever it is not sure of.

import type {
  DreamAnswer,
  DreamOperation,
  DreamQuestion,
  Importance,
  LongTermEntry,
  RankedClaim,
  Trust,
} from '../../../contracts/index.js';
import { isQuestion } from '../../../text/speech.js';
import { lowestTrust } from '../../../text/trust.js';
import { lastingOf } from './lasting.js';
import { asLine } from './line-form.js';
import { RECALLED_TWICE } from './rank.js';
import { sameEntries } from './same-entries.js';
import { type SayingIndex, sayingIndex } from './saying-index.js';
import { mayTurn } from './turned-from.js';

const MOST_OPERATIONS = 40;
/** UTF-16 units: longer ones are no line. */
const MOST_CHARS = 400;
const DAYS_ENOUGH = 2;
const CLEAR: readonly Importance[] = ['preference', 'fact', 'decision', 'lesson'];

export interface RulesParts {
  /** The entry that says so already. */
  knownEntry(text: string): LongTermEntry | undefined;
  saysTheSame(one: string, other: string): boolean;
  /** Everything that was said, whether or not it was looked at in another night; absent: the claims of the question. */
  said?: readonly RankedClaim[];
}

interface Labelled {
  /** Absent: it is not asked about. */
  label?: string;
  claim: RankedClaim;
}

/**
 * Adds what stays so by its form and comes from the scope's own people, or was asked for, or is said on several days in whatever
 * words, or found by two questions; never an event, an errand or a state of a day that nobody asked for. Supersedes what a newer
 * claim corrects, merges entries that say the same, and leaves out what tells again what stands there. Of claims that correct each
 * other only the newest is taken, with the labels of the others among its sources. At most 40 operations, in the order of the
 * claims, merges last. `room` is not looked at: what does not fit is for whoever plans the file.
 */
export function proposeByRules(question: DreamQuestion, parts: RulesParts): DreamAnswer {
  const { knownEntry, saysTheSame } = parts;
  const claims = question.claims.map((claim, at): Labelled => ({ label: `n${at + 1}`, claim }));
  const said = everythingSaid(claims, parts.said);
  const { outdated, gone } = outdatedBy(said.filter(({ claim }) => mayCount(claim)));
  const entries = entriesIndex(question.entries);
  const taken = sayingIndex<string[]>();
  const touched = new Set<string>();
  const operations: DreamOperation[] = [];
  for (const one of claims) {
    if (operations.length >= MOST_OPERATIONS) break;
    const { claim } = one;
    if (gone.has(claim.key) || !mayCount(claim) || !isWellFormed(claim.text)) continue;
    const older = outdated.get(claim.key) ?? [];
    const wrong = [...new Set([one, ...older].flatMap(({ claim: by }) => wrongNow(entries, claim, by)))];
    const isCorrection = wrong.length > 0;
    if (knownEntry(claim.text) !== undefined) continue;
    const sources = [one, ...older].flatMap(({ label }) => label ?? []);
    const [twin] = taken.toldBy(claim.text, claim.explicit);
    const same = twin ?? taken.all().find(({ text }) => saysTheSame(text, claim.text))?.value;
    if (same) {
      same.push(...sources.filter((label) => !same.includes(label)));
      continue;
    }
    if (!isCorrection) {
      if (![one, ...older].some(({ claim: by }) => isWorthALine(by, question))) continue;
      if (entries.toldBy(claim.text, claim.explicit).some((kept) => isOfOneSpeaker(claim, kept))) continue;
    }
    const text = asLine(claim.text);
    const targets = wrong.filter((id) => !touched.has(id));
    for (const id of targets) touched.add(id);
    operations.push(targets.length > 0 ? { op: 'supersede', text, targets, sources } : { op: 'add', text, sources });
    taken.add(claim.text, sources);
  }
  for (const same of sameEntries(question.entries, saysTheSame)) {
    if (operations.length >= MOST_OPERATIONS) break;
    if (same.some(({ id }) => touched.has(id))) continue;
    operations.push({ op: 'merge', text: bestOf(same).text, targets: same.map(({ id }) => id), sources: [] });
  }
  return { operations, refused: [] };
}

function everythingSaid(claims: readonly Labelled[], said: readonly RankedClaim[] = []): Labelled[] {
  const asked = new Set(claims.map(({ claim }) => claim.key));
  return [...claims, ...said.filter(({ key }) => !asked.has(key)).map((claim) => ({ claim }))];
}

/** It could be a line, or make one untrue. */
function mayCount({ text, explicit, importance, days, parts }: RankedClaim): boolean {
  if (explicit || importance !== 'none' || days.length >= DAYS_ENOUGH || parts.recall >= RECALLED_TWICE) return true;
  return mayTurn(text);
}

/** Of each claim that corrects others those others, the latest first, by its key; and the keys of all those others. */
function outdatedBy(claims: readonly Labelled[]): { outdated: Map<string, Labelled[]>; gone: Set<string> } {
  const byAge = [...claims].sort((one, other) => compareAges(one.claim, other.claim));
  const index = sayingIndex<Labelled>();
  const outdated = new Map<string, Labelled[]>();
  const gone = new Set<string>();
  for (const one of byAge) {
    const found = index
      .overturnedBy(one.claim.text)
      .filter(
        ({ claim }) => !gone.has(claim.key) && mayReplace(one.claim, claim.trust) && isOfOneSpeaker(one.claim, claim),
      );
    if (found.length > 0) {
      for (const { claim } of found) gone.add(claim.key);
      outdated.set(
        one.claim.key,
        [...found].reverse().flatMap((older) => [older, ...(outdated.get(older.claim.key) ?? [])]),
      );
    }
    index.add(one.claim.text, one);
  }
  return { outdated, gone };
}

/** Older first. */
function compareAges(one: RankedClaim, other: RankedClaim): number {
  const [last, otherLast] = [one.entries.at(-1), other.entries.at(-1)];
  const [day, otherDay] = [one.days.at(-1) ?? '', other.days.at(-1) ?? ''];
  if (day !== otherDay) return day < otherDay ? -1 : 1;
  return (last?.source.from ?? 0) - (otherLast?.source.from ?? 0);
}

/** Words that can be relied on less never take the place of others. */
function mayReplace(newer: RankedClaim, older: Trust): boolean {
  return lowestTrust([newer.trust, older]) === older && !isPassedOn(newer);
}

/** "I live in Bonn" of one person corrects nothing that another one said of themself. */
function isOfOneSpeaker(newer: { text: string; speaker?: string }, older: { text: string; speaker?: string }): boolean {
  return newer.speaker === older.speaker || !FIRST_PERSON.test(newer.text);
}

const FIRST_PERSON =
  /(?<![\p{L}\p{M}])(?:i|i'm|i've|my|me|mine|ich|mein\p{L}*|mich|mir|je|j|mon|ma|mes|moi|yo|mi|mis|soy|vivo|trabajo|tengo|prefiero|ja|mój|moj\p{L}+|mam|mieszkam|pracuję|lubię|jem)(?![\p{L}\p{M}])|我(?!们|們)|私|僕|俺|(?<![가-힣])(?:저|나|제|내)(?:는|가|의)?(?=\s)/iu;

interface Kept {
  entry: LongTermEntry;
  /** As the line names them: "bob said: …". */
  speaker?: string;
  text: string;
}

function entriesIndex(entries: readonly LongTermEntry[]): SayingIndex<Kept> {
  const index = sayingIndex<Kept>();
  for (const entry of entries) {
    const [, speaker, said] = /^(\S[^:：]{0,40}?) (?:said|says)\s?[:：]\s*(.+)$/su.exec(entry.text) ?? [];
    const text = said ?? entry.text;
    index.add(text, { entry, text, ...(speaker !== undefined && { speaker }) });
  }
  return index;
}

/** The entries that are not so any more by what `by` says; `newest` stands in for it where it was corrected itself. */
function wrongNow(index: SayingIndex<Kept>, newest: RankedClaim, by: RankedClaim): string[] {
  return index
    .overturnedBy(by.text)
    .filter(({ entry, ...kept }) => mayReplace(newest, entry.trust) && isOfOneSpeaker(by, kept))
    .map(({ entry }) => entry.id);
}

function isWorthALine(claim: RankedClaim, { scope }: DreamQuestion): boolean {
  if (claim.explicit || claim.parts.recall >= RECALLED_TWICE) return true;
  const lasting = lastingOf(claim.text);
  if (lasting === 'passes') return false;
  const isClear = CLEAR.includes(claim.importance);
  // What says nothing sure by its form may be said every day: "long day, going to bed".
  const isLasting = lasting === 'stays' || (isClear && claim.importance !== 'fact');
  if (claim.days.length >= DAYS_ENOUGH) return isLasting;
  const isOwn = claim.trust === 'owner' || (claim.trust === 'member' && scope.kind !== 'main');
  return isLasting && isOwn && isClear && !isPassedOn(claim);
}

function isPassedOn({ entries }: RankedClaim): boolean {
  return entries.every(({ passedOn }) => passedOn === true);
}

/** One statement on one line, with words in it. */
function isWellFormed(text: string): boolean {
  const said = text.trim();
  if (said.length > MOST_CHARS || /[\n\r]/.test(said) || !/\p{L}{2}|\p{sc=Han}/u.test(said)) return false;
  return !isQuestion(said) && !/[:：,，、…]$|\.\.$/u.test(said);
}

/** The one that people hold on to, then the one to rely on, then the one that says most. */
function bestOf(same: readonly LongTermEntry[]): LongTermEntry {
  const weight = ({ hand, pinned }: LongTermEntry) => (pinned ? 2 : 0) + (hand ? 1 : 0);
  const [first, ...others] = same;
  if (!first) throw new RangeError('Nothing to choose from');
  return others.reduce((best, one) => {
    if (weight(one) !== weight(best)) return weight(one) > weight(best) ? one : best;
    if (one.trust !== best.trust) return lowestTrust([one.trust, best.trust]) === best.trust ? one : best;
    return one.text.length > best.text.length ? one : best;
  }, first);
}
