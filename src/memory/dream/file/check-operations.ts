// What of the proposed changes to a long-term file may be written at all. Pure. The proposals are a model's, and a model may be
// talked into anything: every one is judged by code, against the words that it cites, and nothing is ever mended but its lead.

import type {
  ApplyPolicy,
  DreamOperation,
  DreamQuestion,
  LongTermEntry,
  RankedClaim,
  Trust,
} from '../../../contracts/index.js';
import {
  allOf,
  asksToAct,
  bestOf,
  isBelow,
  leadIn,
  leadOf,
  ownTrust,
  type Reliance,
  relianceOf,
  withoutLead,
} from './attribution.js';
import { ends, lostBy, restsOn, saidBy, sameMatter } from './check-ground.js';
import { isTopic, plainText, quoted } from './check-text.js';

const MOST_OPERATIONS = 60;
const MOST_LABELS = 20;
/** As many dated notes as a line keeps below it: nothing that it replaces gets lost. */
const MOST_SUPERSEDED = 3;
/** Of a file's entries, that may change or go in a night; and so many in any case. */
const LOSS_SHARE = 0.25;
const LOSS_LEAST = 3;

/** What a checked operation rests on. */
export interface Rests {
  sources: readonly RankedClaim[];
  /** The lowest of those that it needs. */
  trust: Trust;
  /** It needs words that were quoted or forwarded. */
  passedOn?: true;
}

/** An operation that may be written; `text` with the name of whose statement it is, `targets` entries of the file. */
export type CheckedOperation =
  | ({ op: 'add'; text: string } & Rests)
  | ({ op: 'merge' | 'supersede'; text: string; targets: readonly LongTermEntry[] } & Rests)
  | ({ op: 'drop'; targets: readonly LongTermEntry[] } & Rests)
  | { op: 'move'; targets: readonly LongTermEntry[]; topic: string };

export interface CheckParts {
  /** Why a text has not the shape of a memory. */
  whyNoMemory(text: string): string | undefined;
  /** The entry that says so already. */
  knownEntry(text: string): LongTermEntry | undefined;
  saysTheSame(a: string, b: string): boolean;
  /** Whether the newer text says that the older is not so any more. */
  corrects?(newer: string, older: string): boolean;
  apply: ApplyPolicy;
}

type Change = Exclude<DreamOperation, { op: 'move' }>;
type Verdict = CheckedOperation | { why: string };

/**
 * In the order of the proposals. `refused`: one sentence each, which shows at most 80 characters of the text; `putOff`: the claims
 * behind those of them for which there was no room in this night.
 */
export function checkOperations(
  question: DreamQuestion,
  operations: readonly DreamOperation[],
  parts: CheckParts,
): { accepted: CheckedOperation[]; refused: string[]; putOff: RankedClaim[] } {
  const byId = new Map(question.entries.map((entry) => [entry.id, entry]));
  const accepted: CheckedOperation[] = [];
  const refused: string[] = [];
  const putOff: RankedClaim[] = [];
  const taken = new Set<string>();
  let room = Math.max(LOSS_LEAST, Math.floor(question.entries.length * LOSS_SHARE));

  for (const operation of operations.slice(0, MOST_OPERATIONS)) {
    const verdict = judge(operation);
    if ('why' in verdict) {
      refused.push(`${nameOf(operation, byId)} was left out, because ${verdict.why}.`);
      continue;
    }
    accepted.push(verdict);
    for (const { id } of targetsOf(verdict)) taken.add(id);
    room -= lossOf(verdict);
  }
  const beyond = operations.length - MOST_OPERATIONS;
  if (beyond > 0)
    refused.push(`${beyond} more proposals were left out, because ${MOST_OPERATIONS} a night are enough.`);
  return { accepted, refused, putOff };

  function judge(operation: DreamOperation): Verdict {
    const found = 'targets' in operation ? entriesOf(operation.targets) : [];
    if ('why' in found) return found;
    if (operation.op === 'move') return judgeMove(operation.topic, found);
    if (operation.op !== 'add' && found.length === 0) return { why: 'it does not say which entry it changes' };
    // Twins of the file rest on each other.
    const isTwin = operation.op === 'merge' && operation.sources.length === 0;
    const sources = isTwin ? [] : claimsOf(operation.sources, question.claims);
    if ('why' in sources) return sources;
    for (const target of found) {
      const why = whyFixed(sources, target);
      if (why !== undefined) return { why };
    }
    const verdict = operation.op === 'drop' ? judgeDrop(sources, found) : judgeText(operation, sources, found);
    if ('why' in verdict || lossOf(verdict) <= room) return verdict;
    putOff.push(...sources);
    return { why: 'enough of the file changes in this night already' };
  }

  function entriesOf(ids: readonly string[]): LongTermEntry[] | { why: string } {
    if (ids.length > MOST_LABELS) return { why: 'it is about too many entries at once' };
    if (new Set(ids).size < ids.length || ids.some((id) => taken.has(id)))
      return { why: 'its entry is changed by another proposal already' };
    const found = ids.flatMap((id) => byId.get(id) ?? []);
    return found.length === ids.length ? found : { why: 'it names an entry that does not exist' };
  }

  function judgeMove(topic: string, targets: readonly LongTermEntry[]): Verdict {
    if (targets.length === 0) return { why: 'it does not say which entry it moves' };
    if (targets.some(({ pinned }) => pinned)) return { why: 'its entry is pinned' };
    if (!isTopic(topic)) return { why: 'its topic is not a plain name of one to three words' };
    return { op: 'move', targets, topic: topic.trim() };
  }

  function judgeDrop(sources: readonly RankedClaim[], targets: readonly LongTermEntry[]): Verdict {
    const causes: Reliance[] = [];
    for (const target of targets) {
      const near = sources.filter((claim) => mayChange(claim, target) && sameMatter(claim.text, target.text, false));
      if (near.length === 0) return { why: 'what it rests on speaks of something else' };
      const ending = near.filter(({ text }) => parts.corrects?.(text, target.text) === true || ends(text, target.text));
      if (ending.length === 0) return { why: 'nobody said that it is over' };
      causes.push(bestOf(ending.map(relianceOf)));
    }
    const reliance = allOf(causes);
    return whyNeedsYes(reliance) ?? { op: 'drop', targets, ...rests(sources, reliance) };
  }

  function judgeText(
    operation: Exclude<Change, { op: 'drop' }>,
    sources: readonly RankedClaim[],
    targets: readonly LongTermEntry[],
  ): Verdict {
    const plain = plainText(operation.text, parts.whyNoMemory);
    if ('why' in plain) return plain;
    const leads = new Set(sources.map((claim) => leadOf(question.scope, claim.speaker, relianceOf(claim))));
    if (operation.op === 'merge') for (const { text } of targets) leads.add(leadIn(text));
    const [cited = ''] = leads;
    if (leads.size > 1) return { why: 'it mixes what several people said' };
    const bare = withoutLead(plain.text, cited);
    const reliance = restsOn(bare, sources, targets);
    if (reliance === undefined) return { why: 'it says more than what it rests on' };
    // Where a better entry of the claim alone does not bear the text out, it is not said as that one's.
    const lead = cited === '' ? leadOf(question.scope, undefined, reliance) : cited;
    if (lead !== '' && isGroup() && asksToAct(bare))
      return { why: 'in a group only the owner says what is to be done' };
    if (bare.includes('📌') && !sources.every(isOwners)) return { why: 'only its owner pins an entry' };
    const text = lead + bare;
    const change = judgeTargets(operation.op, text, sources, targets);
    if ('why' in change) return change;
    const why = whyKnown(operation.op, [text, bare], targets);
    if (why !== undefined) return { why };
    const all = allOf([reliance, ...change]);
    const needsYes = whyNeedsYes(all);
    if (needsYes) return needsYes;
    const common = { text, ...rests(sources, all) };
    return operation.op === 'add' ? { op: 'add', ...common } : { op: operation.op, targets, ...common };
  }

  /** What a change of the targets needs beside what its text needs. */
  function judgeTargets(
    op: 'add' | 'merge' | 'supersede',
    text: string,
    sources: readonly RankedClaim[],
    targets: readonly LongTermEntry[],
  ): Reliance[] | { why: string } {
    if (op === 'add') return [];
    if (op === 'merge') {
      const lost = lostBy(text, targets);
      return lost === undefined ? [] : { why: `it would lose what ${quoted(lost)} says` };
    }
    if (targets.length > MOST_SUPERSEDED) return { why: 'it replaces too many entries at once' };
    const causes: Reliance[] = [];
    for (const target of targets) {
      const near = sources.filter((claim) => mayChange(claim, target) && speaksOf(claim.text, target.text));
      if (near.length === 0 || !(sameMatter(text, target.text, true) || parts.corrects?.(text, target.text)))
        return { why: 'what it rests on speaks of something else' };
      causes.push(bestOf(near.map(relianceOf)));
    }
    return causes;
  }

  function speaksOf(newer: string, older: string): boolean {
    // "I moved to Osaka" shares no word with where one lived.
    if (sameMatter(newer, older, false) || parts.corrects?.(newer, older)) return true;
    return sameMatter(newer, older, true) && (parts.corrects?.(newer, older) ?? true);
  }

  function whyFixed(sources: readonly RankedClaim[], target: LongTermEntry): string | undefined {
    if (
      sources.some((claim) => mayChange(claim, target) && (!target.pinned || sameMatter(claim.text, target.text, true)))
    )
      return undefined;
    if (target.pinned) return 'its entry is pinned, and only its owner may change that';
    return 'in a group nobody but the owner takes back what somebody else said';
  }

  /** What is pinned changes at its owner's wish alone; in a group nobody else takes back what another one said. */
  function mayChange(claim: RankedClaim, target: LongTermEntry): boolean {
    if (target.pinned) return isOwners(claim) && claim.explicit;
    if (!isGroup() || isOwners(claim)) return true;
    // What somebody only passed on takes nothing back.
    if (relianceOf(claim).passedOn) return false;
    const lead = claim.speaker === undefined ? '' : leadOf(question.scope, claim.speaker, relianceOf(claim));
    return lead !== '' && lead === leadIn(target.text);
  }

  function whyKnown(op: Change['op'], texts: readonly string[], targets: readonly LongTermEntry[]): string | undefined {
    const inOtherWords = op === 'add' ? texts.slice(0, 1) : [];
    const known = [
      ...texts.flatMap((text) => parts.knownEntry(text) ?? []),
      ...inOtherWords.flatMap((text) => saidBy(text, question.entries) ?? []),
    ];
    const isOwn = (entry: LongTermEntry) => op !== 'add' && targets.some(({ id }) => id === entry.id);
    const earlier = accepted.flatMap((one) => ('text' in one ? [one.text] : []));
    const again = op === 'supersede' && targets.some((target) => texts.some((text) => same(text, target.text)));
    if (again || known.some((entry) => !isOwn(entry)) || texts.some((text) => earlier.some((one) => same(text, one))))
      return 'it is known';
    return undefined;
  }

  function same(one: string, other: string): boolean {
    return parts.saysTheSame(one, other);
  }

  function whyNeedsYes({ trust, passedOn }: Reliance): { why: string } | undefined {
    if (parts.apply !== 'auto' || isGroup() || !(passedOn || isBelow(trust, ownTrust(question.scope))))
      return undefined;
    return { why: "it rests on somebody else's words, which needs your yes" };
  }

  function isGroup(): boolean {
    return question.scope.kind === 'group';
  }
}

function rests(sources: readonly RankedClaim[], { trust, passedOn }: Reliance): Rests {
  return { sources, trust, ...(passedOn ? { passedOn } : {}) };
}

function claimsOf(labels: readonly string[], claims: readonly RankedClaim[]): RankedClaim[] | { why: string } {
  if (labels.length === 0) return { why: 'it does not say what it rests on' };
  if (labels.length > MOST_LABELS) return { why: 'it rests on too much at once' };
  const found = [...new Set(labels)].map((label) =>
    /^n[1-9]\d{0,5}$/.test(label) ? claims[Number(label.slice(1)) - 1] : undefined,
  );
  const there = found.filter((claim) => claim !== undefined);
  return there.length === found.length ? there : { why: 'it names a source that does not exist' };
}

function isOwners(claim: RankedClaim): boolean {
  const { trust, passedOn } = relianceOf(claim);
  return trust === 'owner' && !passedOn && claim.speaker === undefined;
}

export function targetsOf(operation: CheckedOperation): readonly LongTermEntry[] {
  return 'targets' in operation ? operation.targets : [];
}

function lossOf(operation: CheckedOperation): number {
  return operation.op === 'move' ? 0 : targetsOf(operation).length;
}

function nameOf(operation: DreamOperation, byId: ReadonlyMap<string, LongTermEntry>): string {
  if ('text' in operation) return quoted(operation.text);
  const target = operation.targets.map((id) => byId.get(id)).find((entry) => entry !== undefined);
  const does = operation.op === 'drop' ? 'Striking out' : 'Moving';
  return target === undefined ? `${does} an entry` : `${does} ${quoted(target.text).replace(/^A text/, 'a text')}`;
}
