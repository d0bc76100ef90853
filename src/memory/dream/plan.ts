// What a night would make of a scope's logs: gathers, ranks, lets somebody propose, checks every proposal, and computes the new
// texts. Writes nothing anywhere, so that it can be asked for at any time.

import { setImmediate as breathe } from 'node:timers/promises';
import {
  type ApplyPolicy,
  type Claim,
  type DecidedClaim,
  type DreamAnswer,
  type DreamPlan,
  type DreamQuestion,
  type LongTermEntry,
  type MemoryDoc,
  MemoryError,
  type MemoryView,
  ModelError,
  type PlannedFile,
  type PlannedLine,
  type Proposer,
  type RankedClaim,
  type Recalls,
  type Scope,
  type Theme,
} from '../../contracts/index.js';
import { ABSENT } from '../files.js';
import { newFileText } from '../memory-files.js';
import { type ConsideredClaim, isFresh } from './claims/claim-book.js';
import { claimKey, mergeClaims, saysTheSame } from './claims/claims.js';
import { knownEntry } from './claims/known-entries.js';
import { isMine } from './claims/own-words.js';
import { readingsIn } from './claims/series.js';
import { whyNoMemory } from './claims/shape.js';
import { leadOf, ownTrust, relianceOf } from './file/attribution.js';
import { checkOperations } from './file/check-operations.js';
import { editLongTerm } from './file/edit.js';
import { whyHeld } from './file/hold.js';
import { longTermEntries } from './file/long-term.js';
import { makeRoom, movesIn } from './file/room.js';
import { correctionsOf } from './judge/corrections-of.js';
import { corrects } from './judge/corrects.js';
import { importanceOf } from './judge/importance.js';
import { rankClaims } from './judge/rank.js';
import { proposeByRules } from './judge/rules.js';
import { themesOf } from './judge/themes.js';
import { type GatherParts, gatherEntries } from './read/gather.js';

/** Who proposes; absent: rules. */
export interface Mind {
  propose: Proposer;
  /** What of the question it can take in, the best claims first. Throws a ModelError 'overflow' where not even the file fits. */
  fit(question: DreamQuestion): DreamQuestion;
}

export interface PlanParts extends GatherParts {
  /** What became of claims in other nights, by their keys. */
  considered: ReadonlyMap<string, ConsideredClaim>;
  /** By the keys of claims, since a day. */
  recalls(since: string): ReadonlyMap<string, Recalls>;
  /** Lines that explain a file and are nobody's memory, trimmed. */
  templateLines(path: string): ReadonlySet<string>;
  apply: ApplyPolicy;
  lookBackDays: number;
  /** The most that a prompt shows of the long-term file, in UTF-16 units. */
  limit: number;
}

/** So many claims are put to somebody in one night. */
const MOST_CLAIMS = 120;
const READING = 'its number is another one from day to day';
const NEVER: Recalls = { questions: 0, days: 0, best: 0 };

/** What is known before anybody proposes. */
export interface Survey {
  path: string;
  doc: MemoryDoc | undefined;
  text: string;
  entries: LongTermEntry[];
  claims: Claim[];
  themes: Theme[];
  ranked: RankedClaim[];
  rejected: { claim: Claim; why: string }[];
  /** The entry that says so already; a claim's, by the same person where others' words are told apart. */
  find(text: string): LongTermEntry | undefined;
  known(claim: Claim): LongTermEntry | undefined;
  recallsOf(key: string): Recalls;
  unread: string[];
}

/** Everything that was said, judged, whether or not it was looked at in another night. */
export async function survey(parts: PlanParts, view: MemoryView, night: string): Promise<Survey> {
  const from = daysBefore(night, parts.lookBackDays);
  const { entries: said, unread } = await gatherEntries(parts, view, { from, to: night });
  const claims = mergeClaims(said);
  await breathe();
  const themes = themesOf(said, night);
  const recalls = parts.recalls(from);
  const recallsOf = (key: string) => recalls.get(key) ?? NEVER;
  const speakersOwn = (claim: Claim) => isMine(view.scope, claim);
  const path = view.pathOf('long');
  const doc = await readOrNothing(view, path);
  const text = doc?.text ?? '';
  const entries = longTermEntries(text, (lines) => view.originsOf(path, lines), parts.templateLines(path));
  const correctsSome = correctionsOf(claims, entries);
  await breathe();
  const readings = readingsIn(claims);
  const steady = claims.filter(({ key }) => !readings.has(key));
  const changing = claims.filter(({ key }) => readings.has(key)).map((claim) => ({ claim, why: READING }));
  const { ranked, rejected } = rankClaims(steady, { night, recallsOf, themes, whyNoMemory, speakersOwn, correctsSome });
  await breathe();
  const find = knownEntry(entries);
  const known = (claim: Claim) => find(leadOf(view.scope, claim.speaker, relianceOf(claim)) + claim.text);
  return {
    ...{ path, doc, text, entries, claims, themes, ranked, find, known, recallsOf, unread },
    rejected: [...rejected, ...changing],
  };
}

/** Rejects as the mind does, but for what does not fit it: then rules propose. */
export async function planDream(
  parts: PlanParts,
  view: MemoryView,
  { night, mind, signal }: { night: string; mind: Mind | undefined; signal: AbortSignal },
): Promise<DreamPlan> {
  const seen = await survey(parts, view, night);
  const { ranked, recallsOf, entries, themes, text } = seen;
  const decided = ({ key, days }: Claim): DecidedClaim => {
    return { key, until: days.at(-1) ?? night, questions: recallsOf(key).questions };
  };
  const fresh = ranked.filter((claim) =>
    isFresh(claim, lookedAt(claim, parts.considered), recallsOf(claim.key).questions),
  );
  const knownAlready = fresh.filter((claim) => seen.known(claim) !== undefined);
  const old = new Set(knownAlready);
  const news = fresh.filter((claim) => !old.has(claim));
  // Rules leave most of it for another night, so that it would stand in the way of what is new.
  const wanted = mind ? news.slice(0, MOST_CLAIMS) : news;
  const question: DreamQuestion = {
    ...{ scope: view.scope, night, entries, themes, claims: wanted },
    room: parts.limit - text.length,
  };
  const { answer, asked, by } =
    wanted.length === 0
      ? { answer: NOTHING, asked: question, by: 'rules' as const }
      : await answerTo(question, mind, seen, signal);
  signal.throwIfAborted();
  const check = { whyNoMemory, knownEntry: seen.find, saysTheSame, corrects, apply: parts.apply };
  const { accepted, refused, putOff } = checkOperations(asked, answer.operations, check);
  const edited = await edit(parts, view, { seen, accepted, night });
  const used = new Set(accepted.flatMap((one) => ('sources' in one ? one.sources.map(({ key }) => key) : [])));
  const cited = new Set(answer.operations.flatMap((one) => ('sources' in one ? one.sources : [])));
  // What a model may find worth a line, rules leave to it. What somebody asked for and a model could not word is asked again, and so
  // is what had no room in this night.
  const turnedDown = (claim: RankedClaim, index: number) =>
    putOff.includes(claim) || (claim.explicit && cited.has(`n${index + 1}`));
  const passed = by === 'rules' ? [] : asked.claims.filter((claim, index) => !turnedDown(claim, index));
  const beyond = by === 'rules' ? [] : news.slice(MOST_CLAIMS).filter((one) => !isWanted(one));
  return {
    ...{ night, by, themes },
    ...edited,
    refused: [
      ...answer.refused,
      ...refused,
      ...edited.refused,
      ...seen.unread.map((path) => `${path} could not be read.`),
    ],
    promoted: [...wanted.filter(({ key }) => used.has(key)), ...knownAlready].map(decided),
    passed: [...passed, ...beyond].filter(({ key }) => !used.has(key)).map(decided),
  };
}

/** Under its own key, or under that of any wording that was its own in another night: the one that knows most of it. */
function lookedAt(claim: Claim, considered: ReadonlyMap<string, ConsideredClaim>): ConsideredClaim | undefined {
  const wordings = new Map(claim.entries.map((entry) => [entry.text, entry.speaker]));
  wordings.delete(claim.text);
  const keys = [claim.key, ...[...wordings].map(([text, speaker]) => claimKey(text, speaker))];
  return keys
    .flatMap((key) => considered.get(key) ?? [])
    .reduce<ConsideredClaim | undefined>((best, one) => (best && best.until >= one.until ? best : one), undefined);
}

/** Why it waits for a yes before it is written, one sentence. */
export function whyPlanWaits(plan: DreamPlan, scope: Scope, apply: ApplyPolicy): string | undefined {
  return whyHeld(plan, apply, ownTrust(scope));
}

const NOTHING: DreamAnswer = { operations: [], refused: [] };

/** It has its turn in another night, where there is no room for it in this one. */
function isWanted({ explicit, importance }: RankedClaim): boolean {
  return explicit || importance === 'decision';
}

async function answerTo(
  question: DreamQuestion,
  mind: Mind | undefined,
  { find, ranked }: Survey,
  signal: AbortSignal,
): Promise<{ answer: DreamAnswer; asked: DreamQuestion; by: DreamPlan['by'] }> {
  if (mind) {
    try {
      const asked = mind.fit(question);
      return { answer: await mind.propose(asked, signal), asked, by: 'model' };
    } catch (error) {
      if (!(error instanceof ModelError) || error.kind !== 'overflow') throw error;
    }
  }
  return {
    answer: proposeByRules(question, { knownEntry: find, saysTheSame, said: ranked }),
    asked: question,
    by: 'rules',
  };
}

async function edit(
  parts: PlanParts,
  view: MemoryView,
  of: { seen: Survey; accepted: ReturnType<typeof checkOperations>['accepted']; night: string },
): Promise<Pick<DreamPlan, 'files' | 'lines' | 'moved' | 'refused'>> {
  const { seen, accepted, night } = of;
  const { path, doc, entries } = seen;
  const before = doc?.text;
  // A file that the dream makes begins as every other one does.
  const old = before ?? newFileText(path);
  const first = editLongTerm(old, entries, accepted, { night, path, importanceOf });
  const skipped = parts.templateLines(path);
  const origins = (lines: readonly string[]) => view.originsOf(path, lines);
  const revisions = new Map<string, string>();
  const after = longTermEntries(first.text, origins, skipped);
  const come = new Set(
    first.lines.flatMap(({ sign, text }) => (sign === '+' ? [text.replace(/^\s*[-*+]\s+/, '')] : [])),
  );
  const room = await makeRoom({
    ...{ text: first.text, path, night, importanceOf, limit: parts.limit },
    entries: after,
    moves: movesIn(accepted, after),
    isNew: ({ text }) => come.has(text),
    topicsFolder: path.replace(/[^/]*$/, 'memory/topics'),
    async readTopic(topic) {
      const found = await readOrNothing(view, topic);
      revisions.set(topic, found?.revision ?? ABSENT);
      return found?.text;
    },
  });
  const files: PlannedFile[] = room.topics.map((one) => ({ ...one, base: revisions.get(one.path) ?? ABSENT }));
  if (room.text !== old) files.push({ path, base: doc?.revision ?? ABSENT, before, after: room.text });
  const moved = [...room.moved];
  const away = room.lines.map((line): PlannedLine => {
    const to = line.sign === '>' ? moved.shift()?.path : undefined;
    return to === undefined ? line : { ...line, to };
  });
  return { files, lines: [...first.lines, ...away], moved: room.moved, refused: room.refused };
}

async function readOrNothing(view: MemoryView, path: string): Promise<MemoryDoc | undefined> {
  return await view.read(path, { exact: true }).catch((error: unknown) => {
    if (error instanceof MemoryError && error.kind === 'not-found') return undefined;
    throw error;
  });
}

/** Both are days, YYYY-MM-DD. */
function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 24 * 3_600_000).toISOString().slice(0, 10);
}
