// What of a piece of the history is worth a line of the log: asked of the model, or found by rules where there is none or it
// refuses the content. Decides and asks; never writes.

import {
  type ChatModel,
  type Clock,
  type Entry,
  type Log,
  type MemoryView,
  ModelError,
  type Scope,
} from '../../contracts/index.js';
import { knownLines } from '../../text/known-lines.js';
import { editsOf } from '../history/edits.js';
import { type Said, saidIn } from '../said.js';
import type { ToolTrust } from '../trust.js';
import { askForNotes } from './ask.js';
import { extractFrom } from './extract.js';
import { type Candidate, checkedLines, type FlushedLine } from './lines.js';
import { type FlushDocs, flushDocs } from './memory-docs.js';
import { labelIndex } from './note-tool.js';
import { fits, flushPrompt, wordsShare } from './prompt.js';
import { costOf, inParts } from './shown.js';

export type { FlushedLine } from './lines.js';

export interface FlushParts {
  /** Undefined: extractively. */
  model: ChatModel | undefined;
  memory: MemoryView;
  clock: Clock;
  log: Log;
  timezone: string;
  signal: AbortSignal;
  /** Of one run of the model, its rounds together. */
  timeoutMs: number;
  /** How far what tools return can be relied on. Default: 'tool' of each. */
  toolTrust?: ToolTrust;
}

export interface FlushPiece {
  scope: Scope;
  /** The whole history: a later edit changes what was said. */
  entries: readonly Entry[];
  /** Indexes, both inside. */
  from: number;
  to: number;
}

/**
 * What of the piece is worth a line. Rejects with a ModelError when the model failed (the caller decides on retry or
 * extraction), never writes. `by` is 'model' as soon as the model was heard about any part of it.
 */
export async function flushPiece(
  parts: FlushParts,
  { scope, entries, from, to }: FlushPiece,
): Promise<{ lines: FlushedLine[]; by: 'model' | 'extract' }> {
  const said = saidIn(entries.slice(from, to + 1), scope, editsOf(entries));
  const last = said.at(-1);
  if (last === undefined) return { lines: [], by: 'extract' };
  const { memory, timezone, log, model, toolTrust = () => 'tool' } = parts;
  const docs = await flushDocs(memory, last.at, timezone, log);
  const noted = model
    ? await noteAll({ ...parts, model }, docs, inParts(said, wordsShare(model.contextTokens)))
    : { candidates: extractFrom(said), heard: false };
  const known = knownLines([docs.day?.text ?? '', docs.long?.text ?? '']);
  const lines = checkedLines(noted.candidates, { scope, timezone, said, known, toolTrust, owners: ownersIn(entries) });
  return { lines, by: noted.heard ? 'model' : 'extract' };
}

/** The names that the owner has had in the whole history: in this piece they may be silent while somebody goes by one. */
function ownersIn(entries: readonly Entry[]): string[] {
  const names = entries.flatMap((one) => (one.type === 'user' && one.from.role === 'owner' ? [one.from.name] : []));
  return [...new Set(names)];
}

interface Noted {
  candidates: Candidate[];
  heard: boolean;
}

/** One run where it fits; in halves where it does not, down to one entry; by rules where the model will not have it. */
async function noteAll(
  parts: FlushParts & { model: ChatModel },
  docs: FlushDocs,
  said: readonly Said[],
): Promise<Noted> {
  const { model, log, timezone } = parts;
  const prompt = flushPrompt(docs, said, model.contextTokens, timezone);
  if (fits(prompt, model.contextTokens)) {
    try {
      const notes = await askForNotes(parts, prompt);
      const candidates = notes.map(({ text, from }) => ({ text, from: from.map((label) => saidAt(said, label)) }));
      return { candidates, heard: true };
    } catch (error) {
      if (!(error instanceof ModelError) || (error.kind !== 'overflow' && error.kind !== 'refusal')) throw error;
      log.info('flush.not-taken', { kind: error.kind, said: said.length });
      if (error.kind === 'refusal') return { candidates: extractFrom(said), heard: false };
    }
  }
  if (said.length < 2) return { candidates: extractFrom(said), heard: false };
  const middle = middleOf(said, wordsShare(model.contextTokens));
  const first = await noteAll(parts, docs, said.slice(0, middle));
  const second = await noteAll(parts, docs, said.slice(middle));
  return { candidates: [...first.candidates, ...second.candidates], heard: first.heard || second.heard };
}

function saidAt(said: readonly Said[], label: string): Said | undefined {
  const index = labelIndex(label);
  return index === undefined ? undefined : said[index];
}

/** Where the second half begins, by length; at the border of a turn or before a call where one is near. At least 1. */
function middleOf(said: readonly Said[], words: number): number {
  const costs = said.map((one) => costOf(one, words));
  const half = costs.reduce((sum, cost) => sum + cost, 0) / 2;
  let used = 0;
  let middle = costs.findIndex((cost) => {
    used += cost;
    return used >= half;
  });
  middle = Math.min(Math.max(1, middle + 1), said.length - 1);
  const good = [middle, middle - 1, middle + 1, middle - 2, middle + 2].find(
    (at) => at >= 1 && at < said.length && said[at]?.turn !== said[at - 1]?.turn,
  );
  if (good !== undefined) return good;
  return said[middle]?.kind === 'result' && said[middle - 1]?.kind === 'call' && middle > 1 ? middle - 1 : middle;
}
