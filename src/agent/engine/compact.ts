// Replaces the old part of a history by a summary: where to cut, how, and only after what is cut off is written down or sure
// to be. The transcript keeps everything; a failure changes nothing.

import type { Clock, CompactionCause, ContextSession, Entry } from '../../contracts/index.js';
import { onBudget, type Spending } from '../../models/metered.js';
import { OFFLINE } from '../../models/offline/offline-model.js';
import { estimateTokens } from '../../text/tokens.js';
import type { SummaryOutcome, SummarySource } from '../compaction/summary-source.js';
import { editsOf } from '../history/edits.js';
import { keptOf } from '../history/kept.js';
import { type Caps, type Unit, unitsOf } from '../history/units.js';
import { cutPoint } from './cut-point.js';
import type { ContextSettings } from './limits.js';

export interface CompactParts extends Spending {
  clock: Clock;
  settings: Pick<ContextSettings, 'strategy' | 'timeoutMs'>;
}

export interface CompactRequest {
  session: ContextSession;
  cause: CompactionCause;
  /** What the summary is to look at above all. */
  focus?: string | undefined;
  /** Tokens by estimate for what is left of the history, summary included. */
  room: number;
  /** Tokens of what every request has besides. */
  fixed: number;
  caps: Caps;
}

export type Compacted =
  | { kind: 'done'; before: number; after: number; says: string }
  /** There is nothing that could be left out, or nothing would be won. */
  | { kind: 'nothing'; says: string }
  | { kind: 'failed'; says: string };

/** Of the room for history, what a summary gets; in tokens its bounds. */
const SUMMARY_SHARE = 0.35;
const LARGEST_SUMMARY = 4_000;
const SMALLEST_SUMMARY = 200;
const NO_SHORTER = 'Summing up would make this conversation no shorter.';
/** Of what is cut off, how much a mixed compaction sums up; the rest, which is newer, is left out. */
const EARLY_SHARE = 0.4;

export async function compactHistory(parts: CompactParts, request: CompactRequest): Promise<Compacted> {
  const { session, cause, room, fixed, caps } = request;
  const { entries, scope } = session;
  const view = keptOf(entries);
  const units = unitsOf(view.entries, { scope, caps });
  const previous = view.compaction?.summary ?? '';
  const before = fixed + estimateTokens(previous) + units.reduce((sum, unit) => sum + unit.tokens, 0);
  const most = Math.min(LARGEST_SUMMARY, Math.max(SMALLEST_SUMMARY, Math.floor(room * SUMMARY_SHARE)));
  const at = cutPoint(units, Math.max(0, room - most), cause);
  const firstKept = units[at]?.first;
  if (at === 0 || firstKept === undefined) return { kind: 'nothing', says: 'There is nothing to sum up yet.' };
  const turn = units[at]?.turn;
  const stays = (unit: Unit, index: number) =>
    index >= at || (unit.isAsked && turn !== undefined && unit.turn === turn);
  const kept = units.filter(stays).reduce((sum, unit) => sum + unit.tokens, 0);
  const gone = before - fixed - kept;
  // A summary may be as long as that: nobody has to ask a model to find it out, at every turn again.
  if (cause === 'threshold' && gone <= SMALLEST_SUMMARY) return { kind: 'nothing', says: NO_SHORTER };
  const cut = cutOff(view.entries, firstKept);
  const source: SummarySource = {
    scope,
    entries: cut,
    edits: editsOf(entries),
    maxTokens: most,
    ...(previous === '' ? {} : { previous }),
    ...(request.focus === undefined ? {} : { focus: request.focus }),
  };
  const summary = await summaryOf(parts, session, source);
  if (!summary.ok) return { kind: 'failed', says: summary.says };
  const after = fixed + estimateTokens(summary.text) + kept;
  if (after >= before) return { kind: 'nothing', says: NO_SHORTER };
  const last = cut.at(-1);
  if (last) await session.flush(last.id, 'cut');
  session.append([{ type: 'compaction', summary: summary.text, firstKept, tokens: { before, after } }]);
  parts.log.info('context.compacted', { session: session.id, cause, before, after, by: summary.by });
  return { kind: 'done', before, after, says: `Summed up: ${before} → ${after} tokens. All of it is still on disk.` };
}

/** What stands in front of the cut. Of a turn that is cut inside, its people's messages stay. */
function cutOff(entries: readonly Entry[], firstKept: string): Entry[] {
  const at = entries.findIndex(({ id }) => id === firstKept);
  const turn = entries[at]?.turn;
  return entries.slice(0, at).filter((entry) => !(entry.type === 'user' && turn !== undefined && entry.turn === turn));
}

async function summaryOf(
  parts: CompactParts,
  session: ContextSession,
  source: SummarySource,
): Promise<Extract<SummaryOutcome, { ok: false }> | { ok: true; text: string; by: string }> {
  const { clock, log } = parts;
  const { strategy, timeoutMs } = parts.settings;
  if (strategy === 'truncate') return { ok: true, text: source.previous ?? '', by: 'truncation' };
  const mind = session.model.id === OFFLINE ? undefined : session.model;
  const { summarise } = await import('../compaction/summarise.js');
  const sum = (part: SummarySource) =>
    onBudget(parts, 'compaction', mind, (model) =>
      summarise({ model, clock, log, signal: session.signal, timeoutMs }, part),
    );
  if (strategy === 'summary') return await sum(source);
  const early = Math.ceil(source.entries.length * EARLY_SHARE);
  const left = source.entries.length - early;
  const summary = await sum({ ...source, entries: source.entries.slice(0, early) });
  if (!summary.ok) return summary;
  return {
    ...summary,
    text: `${summary.text}\n\n(${left} newer entries are left out; memory_search finds what was said.)`,
  };
}
