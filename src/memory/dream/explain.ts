// Why something is, or is not, in long-term memory: found among what is there, what was said and what a dream decided, and told
// in sentences. Pure.

import type { Claim, Dream, DreamExplanation, LongTermEntry, RankedClaim } from '../../contracts/index.js';
import { tellingTerms } from '../../text/content.js';
import { holdsSecret } from '../../text/secrets.js';
import { oneLine } from '../../text/truncate.js';
import type { ConsideredClaim } from './claims/claim-book.js';
import { explainScore } from './judge/rank.js';
import type { Survey } from './plan.js';

const MOST = 5;
const SHOWN_CHARS = 200;
/** Of the words that are asked about. */
const ENOUGH = 0.5;

export interface Decisions {
  considered: ReadonlyMap<string, ConsideredClaim>;
  /** Newest first. */
  dreams: readonly Dream[];
}

/** The best five that speak of the text: entries of the file first, then what was said. */
export function explain(text: string, seen: Survey, decisions: Decisions): DreamExplanation[] {
  const wanted = new Set(tellingTerms(text));
  const near = <T extends { text: string }>(all: readonly T[]) =>
    all
      .map((one) => ({ one, share: shareOf(wanted, one.text) }))
      .filter(({ share }) => share >= ENOUGH)
      .sort((a, b) => b.share - a.share)
      .map(({ one }) => one);
  const there = near(seen.entries);
  const entries = there.map((entry) => explainEntry(entry, seen, decisions));
  const ranked = near(seen.ranked)
    .filter((claim) => !there.some((entry) => entry === seen.known(claim)))
    .map((claim) => explainRanked(claim, seen, decisions));
  const rejected = near(seen.rejected.map(({ claim, why }) => ({ ...claim, why }))).map((claim) => ({
    ...aboutClaim(claim),
    says: [`It is not in long-term memory: ${claim.why}.`, saidOn(claim)],
  }));
  return [...entries, ...ranked, ...rejected].slice(0, MOST);
}

function shareOf(wanted: ReadonlySet<string>, text: string): number {
  if (wanted.size === 0) return 0;
  const there = new Set(tellingTerms(text));
  return [...wanted].filter((term) => there.has(term)).length / wanted.size;
}

function explainEntry({ text, lines, hand }: LongTermEntry, seen: Survey, { dreams }: Decisions): DreamExplanation {
  const dream = dreams.find(({ plan }) => plan?.lines.some((line) => line.sign === '+' && holds(text, line.text)));
  const line = dream?.plan?.lines.find((one) => one.sign === '+' && holds(text, one.text));
  const where = { path: seen.path, from: lines.from, to: lines.to };
  const how =
    dream && line
      ? [`It stands in ${seen.path}: the dream of ${dream.night} wrote it.`, ...fromLines(line.sources)]
      : [`It stands in ${seen.path}, line ${lines.from}${hand ? ': somebody wrote it by hand' : ''}.`];
  return { text: shown(text), sources: line?.sources ?? [where], says: how };
}

function holds(entry: string, line: string): boolean {
  const words = line.replace(/^\s*[-*+]\s+/, '').trim();
  return words !== '' && entry.includes(words);
}

function explainRanked(claim: RankedClaim, seen: Survey, { considered }: Decisions): DreamExplanation {
  const known = seen.known(claim);
  const before = considered.get(claim.key);
  const verdict = known
    ? `Long-term memory says so already: “${shown(known.text)}”.`
    : before === undefined
      ? 'No night has looked at it yet.'
      : VERDICTS[before.outcome];
  return { ...aboutClaim(claim), says: [verdict, saidOn(claim), ...explainScore(claim)] };
}

const VERDICTS: Record<ConsideredClaim['outcome'], string> = {
  promoted: 'A dream wrote it into long-term memory, where it does not stand any more.',
  passed: 'A night looked at it and left it out; it is looked at again once it is said again or asked for.',
  declined: 'A dream proposed it and somebody did not want it; it comes back only when it is said again.',
};

function aboutClaim({ text, entries }: Claim): Pick<DreamExplanation, 'text' | 'sources'> {
  return { text: shown(text), sources: entries.map(({ source }) => source) };
}

function saidOn({ days }: Claim): string {
  const [first, last] = [days[0], days.at(-1)];
  if (days.length < 2) return `It was said on ${first}.`;
  return `It was said on ${days.length} days, first on ${first}, last on ${last}.`;
}

function fromLines(sources: readonly { path: string; from: number }[]): string[] {
  if (sources.length === 0) return [];
  return [`It comes from ${sources.map(({ path, from }) => `${path}:${from}`).join(', ')}.`];
}

/** A key that somebody wrote down is not told once more. */
function shown(text: string): string {
  return holdsSecret(text) ? 'A text with a password or a key in it' : oneLine(text, SHOWN_CHARS);
}
