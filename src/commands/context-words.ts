// What a request to the model was made of, and how its conversation is kept, as lines for people: in a chat and on the
// command line. Pure; shows places and sizes, never an id or a hash.

import type { CompactionOutcome, EpochCause, Manifest, ManifestPart } from '../contracts/index.js';
import type { CompactionTrouble } from '../sessions/rows.js';
import { amount, timesOf } from '../text/amount.js';
import { asData } from '../text/as-data.js';
import { localTime } from '../text/local-time.js';
import { oneLine } from '../text/truncate.js';
import type { Upkeep } from './command.js';

/** How whoever reads it wants to see what varies. */
export interface ContextStyle {
  /** A file or lines of it, and whose they are in the words of the command line. */
  place(place: string, scope: string): string;
  time(ms: number): string;
}

/** A path may hold what a platform takes for markup or a link: `AGENTS.md` could be the name of a site. */
export function chatStyle(timezone: string): ContextStyle {
  return { place: (place) => asData(place, PLACE_LENGTH), time: (ms) => localTime(ms, timezone) };
}

const PLACE_LENGTH = 160;
const FILES_TOLD = 9;
const PLACES_TOLD = 6;
const REASON_LENGTH = 80;

/** Every kind, in the order of a request. */
const LABELS: Record<ManifestPart['part'], string> = {
  system: 'instructions',
  tools: 'tools',
  file: 'files',
  summary: 'summary of earlier talk',
  history: 'conversation',
  message: 'latest message',
  pictures: 'pictures',
  facts: 'date and other facts',
  changes: 'changes in those files since',
  recall: 'recalled from memory',
};
const KINDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

/** What goes on behind "when". */
const BEGAN: Record<EpochCause, string> = {
  start: 'the conversation began',
  compaction: 'older talk was summed up',
  settings: 'settings, skills or tools changed',
  files: 'somebody edited a file in it',
  growth: 'I had written much into its files',
  edit: 'an earlier message was changed or deleted',
  forget: 'something was forgotten',
  day: 'a new day began',
};

/** The manifest without what belongs to others than `owners`, and that, which should never be anything. */
export function onlyOf(manifest: Manifest, owners: readonly string[]): { own: Manifest; foreign: ManifestPart[] } {
  const isOwn = ({ scope }: ManifestPart) => scope === 'shared' || owners.includes(scope);
  const { parts } = manifest;
  return { own: { ...manifest, parts: parts.filter(isOwn) }, foreign: parts.filter((part) => !isOwn(part)) };
}

/** Whole percent of what a request may have; anything counts as one, and only nothing left as a hundred. */
export function percentFull({ tokens, budget }: Pick<Manifest, 'tokens' | 'budget'>): number {
  return budget > 0 ? Math.min(100, Math.ceil((100 * tokens) / budget)) : 100;
}

/** One request, the last unless it is called something else: its size, its parts as a list, and since when its beginning is the same. */
export function requestLines(manifest: Manifest, style: ContextStyle, called = 'The last request'): string[] {
  const { model, at, tokens, budget, window, epoch } = manifest;
  const fill = `about ${amount(tokens)} of ${amount(budget)} tokens, ${100 - percentFull(manifest)}% free`;
  return [
    `${called} had ${fill} (${model}, ${style.time(at)}):`,
    ...KINDS.flatMap((kind) => partLines(manifest, kind, style)),
    ...(window > budget ? [`- of the window of ${amount(window)} the answer has ${amount(window - budget)}`] : []),
    '',
    `Its beginning is the same since ${style.time(epoch.since)}, when ${BEGAN[epoch.cause]}.`,
  ];
}

function partLines({ parts }: Manifest, kind: ManifestPart['part'], style: ContextStyle): string[] {
  const these = parts.filter(({ part }) => part === kind);
  if (kind === 'file') return filesOf(these).map((file) => `- ${placed(file, style)}: ${sizeOf(file)}`);
  const tokens = these.reduce((sum, part) => sum + part.tokens, 0);
  const cut = these.reduce<ManifestPart['cut']>(
    (sum, part) =>
      part.cut ? { characters: (sum?.characters ?? 0) + part.cut.characters, of: (sum?.of ?? 0) + part.cut.of } : sum,
    undefined,
  );
  return tokens > 0 || cut ? [`- ${LABELS[kind]}: ${sizeOf({ tokens, cut })}`] : [];
}

function sizeOf({ tokens, cut }: { tokens: number; cut?: ManifestPart['cut'] }): string {
  if (!cut) return amount(tokens);
  return isWhole(cut) ? cutWords(cut) : `${amount(tokens)}; ${cutWords(cut)}`;
}

/** What of a text a prompt does not hold. */
export function cutWords(cut: { characters: number; of: number }): string {
  return isWhole(cut)
    ? `left out for want of room, ${amount(cut.of)} characters`
    : `${amount(cut.characters)} of its ${amount(cut.of)} characters are left out`;
}

function isWhole({ characters, of }: { characters: number; of: number }): boolean {
  return characters >= of;
}

interface Place {
  path: string;
  scope: string;
  /** `3-4, 96-430`; empty for a file without lines. */
  lines: string;
}

type ShownFile = Place & Pick<ManifestPart, 'tokens' | 'reason' | 'cut'>;

/** One for each file, however many pieces of it stand there. */
function filesOf(parts: readonly ManifestPart[]): ShownFile[] {
  const files = new Map<string, ShownFile>();
  for (const part of parts.filter(({ part }) => part === 'file')) {
    const { path, scope, lines } = placeFor(part);
    const { tokens, reason, cut } = part;
    const file = files.get(path);
    if (file) {
      if (lines !== '') file.lines += `${file.lines === '' ? '' : ', '}${lines}`;
      file.tokens += tokens;
      if (cut && !file.cut) file.cut = cut;
    } else files.set(path, { path, scope, lines, tokens, reason, ...(cut ? { cut } : {}) });
  }
  return [...files.values()];
}

function placeFor({ path = '?', scope, lines }: ManifestPart): Place {
  if (!lines) return { path, scope, lines: '' };
  const { from, to } = lines;
  return { path, scope, lines: to > from ? `${from}-${to}` : `${from}` };
}

function placed({ path, scope, lines }: Place, style: ContextStyle): string {
  return style.place(lines === '' ? path : `${path}:${lines}`, scope);
}

/** How often a conversation was summed up, what is written down of it, and what went wrong with that. */
export function upkeepLines({ compactions, compactedAt, flushedAt, trouble }: Upkeep, style: ContextStyle): string[] {
  const last = compactedAt === undefined ? '' : `, last ${style.time(compactedAt)}`;
  const summed = compactions > 0 ? `Summed up ${timesOf(compactions)}${last}.` : 'Not summed up so far.';
  const written =
    flushedAt === undefined
      ? 'Nothing had to be written down so far.'
      : `What matters was last written down ${style.time(flushedAt)}.`;
  return [`${summed} ${written}`, ...(trouble ? [troubleWords(trouble)] : [])];
}

/** Why the last compaction came to nothing, and what that means. */
export function troubleWords({ says, times }: CompactionTrouble): string {
  const often = times > 1 ? ` ${timesOf(times)}` : '';
  const why = says
    .trim()
    .replace(/^The conversation could not be summed up: /, '')
    .replace(/[.。]$/, '');
  return `Summing up did not work${often}: ${why}; the conversation stays as it is.`;
}

/** What a compaction came to, told to whoever asked for it. */
export function compactionWords(outcome: CompactionOutcome): string {
  if (!outcome.done) return outcome.says;
  const { before, after } = outcome;
  return `Summed up: ${amount(before)} → ${amount(after)} tokens. Everything before is still on disk.`;
}

/** Why an answer was as it was, in at most 15 lines: the files and why they stood there, what was recalled, the talk. */
export function whyLines({ parts, model, at }: Manifest, style: ContextStyle): string[] {
  const files = filesOf(parts);
  const more = files.length - FILES_TOLD;
  const has = (kind: ManifestPart['part']) => parts.some(({ part }) => part === kind);
  return [
    `My last answer here (${style.time(at)}, ${model}) was made from:`,
    ...files.slice(0, FILES_TOLD).map((file) => whyFile(file, style)),
    ...(more > 0 ? [`- ${amount(more)} more ${more === 1 ? 'file' : 'files'}`] : []),
    ...recalledLine(parts, style),
    ...(has('changes') ? ['- what I had written into those files since'] : []),
    ...(has('summary') ? ['- a summary, which stood in for older talk'] : []),
    ...talkLine(parts),
  ];
}

function whyFile(file: ShownFile, style: ContextStyle): string {
  const { reason, cut } = file;
  const why = oneLine(reason, REASON_LENGTH);
  return `- ${placed(file, style)}${why === '' ? '' : `: ${why}`}${cut ? ` (${cutWords(cut)})` : ''}`;
}

function recalledLine(parts: readonly ManifestPart[], style: ContextStyle): string[] {
  const recalled = parts.filter(({ part }) => part === 'recall');
  if (recalled.length === 0) return [];
  const named = recalled.filter(({ path }) => path !== undefined);
  const places = named.slice(0, PLACES_TOLD).map((part) => placed(placeFor(part), style));
  const more = named.length - places.length;
  const told = [...places, ...(more > 0 ? [`${amount(more)} more`] : [])].join(', ');
  return [`- recalled from memory, because it fitted your message${told === '' ? '' : `: ${told}`}`];
}

function talkLine(parts: readonly ManifestPart[]): string[] {
  const talk = parts.filter(({ part }) => part === 'history');
  if (talk.length === 0) return [];
  const isCut = talk.some(({ cut }) => cut !== undefined);
  return [`- what was said here before${isCut ? ', of which some had no room' : ''}`];
}
