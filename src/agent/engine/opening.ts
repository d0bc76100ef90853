// How requests of a session begin, and when that is made anew: reads the files of the scope where an epoch begins, and what
// the bot wrote into them since. Must never read on behalf of another scope: it has only the session's view.

import { createHash } from 'node:crypto';
import type { Bootstrap, ContextTurn, EpochCause, FileChange, ManifestPart, ToolSpec } from '../../contracts/index.js';
import { ownerName } from '../../memory/visibility.js';
import type { Epoch, Epochs } from '../../sessions/epochs.js';
import { localDay } from '../../text/local-time.js';
import { estimateTokens } from '../../text/tokens.js';
import { type Citations, fileBlock, filesPrompt, type RuntimeFacts, systemPrompt } from '../prompt.js';
import { changesText, epochCause } from './epoch.js';
import type { Limits } from './limits.js';

export interface OpeningParts {
  epochs: Epochs;
  runtime: RuntimeFacts;
  citations: Citations;
  fileChars: number;
  totalChars: number;
  prune: boolean;
  now(): number;
}

export interface Opening {
  epoch: Epoch;
  /** What the bot wrote since; '' for nothing. */
  changes: string;
}

/** How often files are read again because their script costs more than was thought. */
const MAX_READS = 3;
/** Answers with tools of so many turns stay whole where old results are shortened. */
const RECENT_TURNS = 3;

/** After these there may be room again for what was left out. */
const LOOKS_AGAIN: ReadonlySet<EpochCause> = new Set(['start', 'settings', 'compaction', 'forget']);

/**
 * The epoch that goes on, or the new one that begins with this request; always a new one where the history up to the entry
 * `leftOut` has no room any more.
 */
export async function openingOf(
  parts: OpeningParts,
  turn: ContextTurn,
  limits: Limits,
  leftOut?: string,
): Promise<Opening> {
  const { session } = turn;
  const today = localDay(parts.now(), parts.runtime.timezone);
  const base = baseOf(parts, turn);
  const print = printOf(base, turn.tools, [limits.files, parts.fileChars, parts.totalChars, parts.prune]);
  const before = parts.epochs.get(session.id);
  const changes = before ? await session.memory.changesSince(before.files) : new Map<string, FileChange>();
  const facts = { entries: session.entries, today, print, changes };
  const cause = leftOut === undefined ? epochCause(before, facts) : 'compaction';
  if (before && cause === undefined) return { epoch: before, changes: changesText(changes) };
  const away = leftOut ?? (LOOKS_AGAIN.has(cause ?? 'start') ? undefined : before?.leftOut);
  const epoch = await begin(parts, turn, {
    before,
    cause: cause ?? 'start',
    today,
    print,
    base,
    limits,
    leftOut: away,
  });
  return { epoch, changes: '' };
}

async function begin(
  parts: OpeningParts,
  { session, tools }: ContextTurn,
  made: {
    before: Epoch | undefined;
    cause: EpochCause;
    today: string;
    print: string;
    base: string;
    limits: Limits;
    leftOut: string | undefined;
  },
): Promise<Epoch> {
  const { before, cause, today, print, base, limits, leftOut } = made;
  const files = await readFiles(session, parts, today, limits.files);
  const system = [base, filesPrompt(files)].filter((part) => part !== '').join('\n\n');
  const last = session.entries.at(-1);
  const pruned = parts.prune ? oldResult(session.entries) : undefined;
  const epoch: Epoch = {
    number: (before?.number ?? 0) + 1,
    cause,
    since: parts.now(),
    day: today,
    print,
    system,
    files: files.revisions,
    parts: partsOf(base, tools, files, ownerName(session.scope)),
    ...(last === undefined ? {} : { entry: last.id }),
    ...(pruned === undefined ? {} : { pruned }),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
  await parts.epochs.set(session.id, epoch);
  return epoch;
}

/** A private conversation may go over several channels, so that what its text looks like is a fact of each turn. */
function baseOf(parts: OpeningParts, { session, tools, channelHint, persona, skills }: ContextTurn): string {
  return systemPrompt({
    mode: session.light ? 'minimal' : 'full',
    scope: session.scope,
    tools,
    channelHint: session.scope.kind === 'group' ? channelHint : '',
    persona,
    folder: session.memory.pathOf('long').replace(/[^/]*$/, ''),
    skills,
    citations: parts.citations,
    runtime: parts.runtime,
    model: session.model.id,
  });
}

/** Within the tokens, whatever the script of the files costs. */
async function readFiles(
  { memory, light }: ContextTurn['session'],
  parts: OpeningParts,
  today: string,
  tokens: number,
): Promise<Bootstrap> {
  let totalChars = Math.min(parts.totalChars, tokens * 4);
  for (let reads = 1; ; reads++) {
    // In a small window one long file must not take the room of all others.
    const fileChars = Math.min(parts.fileChars, Math.floor(totalChars / 2));
    const files = await memory.bootstrap({ today, fileChars, totalChars, mode: light ? 'light' : 'full' });
    const used = estimateTokens(files.docs.map(({ text }) => text).join('\n'));
    if (used <= tokens || reads === MAX_READS) return files;
    totalChars = Math.floor((totalChars * tokens * 0.97) / used);
  }
}

function partsOf(base: string, tools: readonly ToolSpec[], files: Bootstrap, scope: string): ManifestPart[] {
  const shown = files.docs.map(
    (doc): ManifestPart => ({
      part: 'file',
      path: doc.path,
      lines: { from: doc.from, to: doc.to },
      scope: doc.owner ?? scope,
      ...measured(fileBlock(doc)),
      reason: doc.cut ? 'begins every conversation here; cut to its limit' : 'begins every conversation here',
      ...(doc.cut ? { cut: doc.cut } : {}),
    }),
  );
  const missing = files.leftOut.map(
    ({ path, characters, owner }): ManifestPart => ({
      ...{ part: 'file', path, scope: owner, hash: '', tokens: 0, reason: 'no room was left for it' },
      cut: { characters, of: characters },
    }),
  );
  return [
    { part: 'system', scope: 'shared', ...measured(base), reason: 'how I work' },
    {
      part: 'tools',
      scope: 'shared',
      ...measured(JSON.stringify(tools)),
      reason: `${tools.length} that this chat may use`,
    },
    ...shown,
    ...missing,
  ];
}

/** The last result that is older than the turns which stay whole. */
function oldResult(entries: ContextTurn['session']['entries']): string | undefined {
  const turns = [
    ...new Set(entries.flatMap(({ type, turn }) => (type === 'user' && turn !== undefined ? [turn] : []))),
  ];
  const recent = new Set(turns.slice(-RECENT_TURNS));
  return entries.findLast(({ type, turn }) => type === 'tool_result' && !recent.has(turn ?? ''))?.id;
}

/** How a text stands in a manifest. */
function measured(text: string): { hash: string; tokens: number } {
  return { hash: createHash('sha256').update(text).digest('hex').slice(0, 16), tokens: estimateTokens(text) };
}

/** The same beginnings come again and again: those of every turn that goes on. */
const prints = new Map<string, string>();
const MAX_PRINTS = 256;
const specs = new WeakMap<ToolSpec, string>();

function printOf(base: string, tools: readonly ToolSpec[], limits: readonly unknown[]): string {
  const made = [base, ...tools.map(specText), ...limits].join('\0');
  const known = prints.get(made);
  if (known !== undefined) return known;
  const print = createHash('sha256').update(made).digest('hex');
  if (prints.size >= MAX_PRINTS) prints.clear();
  prints.set(made, print);
  return print;
}

function specText(tool: ToolSpec): string {
  const text = specs.get(tool) ?? JSON.stringify(tool);
  specs.set(tool, text);
  return text;
}
