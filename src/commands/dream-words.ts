// Dreams in words: what a night did, what waits, why something is or is not remembered; for chats as Markdown, for terminals
// and programs. Pure. Others' words stand in it as data.

import type { ApplyPolicy, Dream, DreamExplanation, DreamPlan, PlannedLine, Scope } from '../contracts/index.js';
import { isPointer } from '../memory/dream/file/long-term-blocks.js';
import { ownerName } from '../memory/visibility.js';
import { counted } from '../text/amount.js';
import { asData } from '../text/as-data.js';
import { fenced } from '../text/fenced.js';
import { placeOf } from '../text/place.js';
import { sentences } from '../text/sentence.js';
import { forTerminal } from '../text/terminal.js';
import { oneLine } from '../text/truncate.js';
import { shortDiff, unifiedDiff } from './dream-diff.js';

/** How whoever reads it writes a verb of /dream or of `nightjar dream`, whole, as code. */
export type Written = (verb: string) => string;

/** `name` is the memory in the words of the command line, where it is not the chat's own. */
export function inChat(name?: string): Written {
  return (verb) => asData(`/dream ${verb}${name === undefined ? '' : ` ${name}`}`, 200);
}

export function inTerminal(name = 'main'): Written {
  const scope = /^[\w.:@%+-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  return (verb) => asData(`nightjar dream ${verb}${name === 'main' ? '' : ` --scope ${scope}`}`, 300);
}

const SHOWN_LINES = 30;
const SHOWN_WIDTH = 600;
/** All that a chat is ever shown; a terminal shows the rest. */
const MOST_LINES = 200;
const MOST_WIDTH = 2_000;
const MOST_REFUSED = 30;
const MOST_EXPLAINED = 5;

/** `3 lines came, 1 went, 2 moved`; `nothing changed`. */
export function changeWords({ lines }: Pick<DreamPlan, 'lines'>, would = false): string {
  // The line that points to the topics tells of nothing by itself.
  const told = lines.filter(({ text }) => text.trim() !== '' && !isPointer(text));
  const of = (sign: PlannedLine['sign']) => told.filter((one) => one.sign === sign).length;
  const parts = [
    { n: of('+'), did: 'came', will: 'come' },
    { n: of('-'), did: 'went', will: 'go' },
    { n: of('>'), did: 'moved', will: 'move' },
  ].filter(({ n }) => n > 0);
  if (parts.length === 0) return would ? 'nothing would change' : 'nothing changed';
  return parts
    .map(({ n, did, will }, i) => `${i === 0 ? counted(n, 'line') : n} ${would ? `would ${will}` : did}`)
    .join(', ');
}

/** `The last night (2026-11-30): 3 lines came, 1 went.`, and what to do about it. */
export function dreamLine(dream: Dream, written: Written): string {
  const when = dream.cause === 'night' ? 'The last night' : 'The last look';
  return `${when} (${dream.night}): ${stateWords(dream, written)}`;
}

/** Without a day, a small letter first. */
function stateWords(dream: Dream, written: Written): string {
  const { state, reason, plan } = dream;
  switch (state) {
    case 'queued':
      return 'I am at it.';
    case 'held':
      return heldWords({ plan, reason }, written);
    case 'ok':
      return `${plan ? changeWords(plan) : 'written'}. ${written('undo')} takes it back.`;
    case 'nothing':
      return 'nothing to do.';
    case 'failed':
      return `failed: ${reason === undefined ? 'the log knows why.' : told(reason)}`;
    case 'skipped':
      return 'skipped, so nothing was changed.';
    case 'replaced':
      return 'a newer one took its place.';
    case 'undone':
      return 'written, and taken back since.';
  }
}

function heldWords(
  { plan, reason }: { plan: DreamPlan | undefined; reason: string | undefined },
  written: Written,
): string {
  const why = reasonWords(reason);
  return [
    `waits for your yes${plan ? `: ${changeWords(plan, true)}` : ''}.`,
    ...(why === '' ? [] : [why]),
    `${written('show')} shows it, ${written('apply')} writes it, ${written('skip')} leaves it.`,
  ].join(' ');
}

/** Why it waits or failed, as a sentence; '' where nobody knows. Markdown. */
export function reasonWords(reason = ''): string {
  // That it waits is said already.
  const why = reason.replace(/^It waits for a yes, because /, '');
  return why.trim() === '' ? '' : told(why);
}

/** A sentence of ours that may hold somebody's words: as it stands where nothing in it is markup. */
function told(sentence: string, max = 400): string {
  const line = oneLine(sentence, max);
  return /[`*_~[\]<>@#|\\]|:\/\/|\bwww\./.test(line) ? asData(line, max) : sentences(line);
}

/** What came of one that somebody wanted; undefined: it is not over yet. */
function dreamOutcome(dream: Dream | undefined, written: Written): string {
  if (!dream || dream.state === 'queued') return `I am at it; ${written('status')} tells how it went.`;
  const { plan, reason } = dream;
  switch (dream.state) {
    case 'ok':
      return `Done: ${plan ? changeWords(plan) : 'written'}. ${written('undo')} takes it back.`;
    case 'held':
      return `Nothing is written yet. It ${stateWords(dream, written)}`;
    case 'nothing':
      return 'There was nothing to do.';
    case 'failed':
      return `That did not work: ${reason === undefined ? 'the log knows why.' : told(reason)}`;
    default:
      return sentenceOf(stateWords(dream, written));
  }
}

/** The same with what it changed or would change. Markdown. */
export function outcomeInChat(dream: Dream | undefined, written: Written): string {
  const isShown = dream?.state === 'ok' || dream?.state === 'held';
  return [
    dreamOutcome(dream, written),
    ...(isShown && dream.plan ? diffLines(dream.plan, dream.scope, written) : []),
  ].join('\n');
}

/** The same for a terminal, with all of the difference. */
export function dreamOutcomeLines(dream: Dream | undefined, scope: Scope, written: Written): string[] {
  const isShown = dream?.state === 'ok' || dream?.state === 'held';
  const diff = isShown && dream.plan ? unifiedDiff(dream.plan, scope) : '';
  return [dreamOutcome(dream, written), ...(diff === '' ? [] : ['', diff])];
}

function sentenceOf(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function diffLines(plan: DreamPlan, scope: Scope, written: Written, places = true): string[] {
  const { text, left } = shortDiff(plan, scope, { lines: SHOWN_LINES, width: SHOWN_WIDTH, places });
  return [
    ...(text === '' ? [] : [text]),
    ...(left > 0 ? [`and ${counted(left, 'more line')}: ${written('show')}`] : []),
  ];
}

/** A plan for the word that it waits: the difference alone. Markdown. */
export function waitingDiff(plan: DreamPlan, scope: Scope, written: Written): string {
  return diffLines(plan, scope, written, false).join('\n');
}

/** Everything about one: the difference with its sources, what was left out and why, what is talked about. Markdown. */
export function showText(dream: Dream, written: Written): string {
  const { plan, scope } = dream;
  const head = dreamLine(dream, written);
  if (!plan) return head;
  const { text, left } = shortDiff(plan, scope, { lines: MOST_LINES, width: MOST_WIDTH, places: true });
  const more =
    left > 0 ? [`and ${counted(left, 'more line')}: ${inTerminal(ownerName(scope))('show')} shows all.`] : [];
  const refused = refusedLines(plan);
  return [
    [head, ...(text === '' ? [] : [text]), ...more].join('\n'),
    ...(refused.length > 0 ? [`Left out, and why:\n${fenced(refused.join('\n'))}`] : []),
    ...themeLines(plan).map((line) => `Talked about again and again: ${asData(line, 400)}`),
  ].join('\n\n');
}

function refusedLines({ refused }: DreamPlan, most = MOST_REFUSED): string[] {
  const more = refused.length - most;
  return [
    ...refused.slice(0, most).map((why) => `- ${oneLine(why, 400)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

function themeLines({ themes }: DreamPlan): string[] {
  if (themes.length === 0) return [];
  const named = themes.slice(0, 8).map(({ name, open }) => `${name}${open === undefined ? '' : ` (open: ${open})`}`);
  return [named.join(', ')];
}

/** The same for a terminal: everything, and the difference as a unified one. */
export function showInTerminal(dream: Dream, written: Written): string {
  const parts = dream.plan ? planParts(dream.plan, dream.scope) : [];
  return forTerminal([dreamLine(dream, written), ...parts].join('\n\n'));
}

/** What a night would do, for a terminal: a unified diff with a source behind each line, what was left out, the themes. */
export function dryRunText(plan: DreamPlan, scope: Scope): string {
  const parts = planParts(plan, scope);
  const sum = `${plan.night}, by ${plan.by === 'model' ? 'a model' : 'rules'}: ${changeWords(plan, true)}.`;
  return forTerminal([...parts, sum].join('\n\n'));
}

function planParts(plan: DreamPlan, scope: Scope): string[] {
  const diff = unifiedDiff(plan, scope);
  const refused = refusedLines(plan, Number.POSITIVE_INFINITY);
  return [
    ...(diff === '' ? [] : [diff]),
    ...(refused.length > 0 ? [['Left out, and why:', ...refused].join('\n')] : []),
    ...themeLines(plan).map((line) => `Talked about again and again: ${oneLine(line, 400)}`),
  ];
}

/** Why something is, or is not, remembered. Markdown where it is for a chat. */
export function explanationLines(all: readonly DreamExplanation[], where: 'chat' | 'terminal'): string[] {
  if (all.length === 0) return ['I find nothing like that, neither in MEMORY.md nor in what was said lately.'];
  const shown = where === 'chat' ? all.slice(0, MOST_EXPLAINED) : all;
  const more = all.length - shown.length;
  const blocks = shown.flatMap(({ text, sources, says }) => {
    const places = sources.map(({ path, from, to }) => placeOf({ path, startLine: from, endLine: to }));
    const from = places.length === 0 ? '' : ` (${[...new Set(places)].join(', ')})`;
    const title = where === 'chat' ? `${asData(text, 300)}${from}` : `${oneLine(text, 1_000)}${from}`;
    return [title, ...says.map((why) => `- ${where === 'chat' ? told(why) : sentences(oneLine(why, 1_000))}`)];
  });
  return [...blocks, ...(more > 0 ? [`and ${more} more; a longer text finds fewer.`] : [])];
}

const POLICIES: Record<ApplyPolicy, string> = {
  auto: 'What a night finds is written without asking.',
  ask: 'Nothing is written without a yes.',
  'ask-if':
    'A yes is needed for much at once, for what was written by hand, and for what was quoted or came from a tool or the web.',
};

/** Whether it dreams here, and what needs a yes; the owner is told how to turn it on. */
export function policyWords({ enabled, apply }: { enabled: boolean; apply: ApplyPolicy }, isOwner: boolean): string {
  if (enabled) return POLICIES[apply];
  const how = isOwner
    ? '`dreaming.enabled: true` in nightjar.yaml, or `enabled: true` for it under `dreaming.scopes`, turns it on at the next start.'
    : 'Whoever runs me can turn it on, with `dreaming` in nightjar.yaml.';
  return `Dreaming is off here, so nothing is tidied by night. ${how}`;
}

/** How one memory stands, newest first. */
export function statusText(
  { dreams, held, policy }: { dreams: readonly Dream[]; held: Dream | undefined; policy: string },
  written: Written,
): string {
  const [newest] = dreams;
  if (!newest) return [`I have not dreamt here yet; ${written('now')} has me do it.`, policy].join('\n');
  const waiting = held && held.id !== newest.id ? [dreamLine(held, written)] : [];
  return [dreamLine(newest, written), ...waiting, policy].join('\n');
}

/** One line of the list of all. */
export function statusItem(name: string, dream: Dream | undefined, enabled: boolean, written: Written): string {
  const off = enabled ? '' : ' (off)';
  return `- ${asData(name, 100)}${off}: ${dream ? `${dream.night}, ${stateWords(dream, written)}` : 'nothing yet.'}`;
}
