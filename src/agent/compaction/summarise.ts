// From a piece of history to the text that may stand in its place: asks the model piece by piece, looks at what came, has it
// corrected once, and mends the rest by code. Writes nothing and changes nothing.

import type { ChatModel, Clock, Log } from '../../contracts/index.js';
import { endsWithin } from '../../text/ends.js';
import { redactInbound } from '../../text/redact.js';
import { estimateTokens } from '../../text/tokens.js';
import type { Said } from '../said.js';
import { faultsOf, isSound, judge, type Measure, measureOf, weightOf } from './check.js';
import { draftOf } from './draft.js';
import { extractSummary } from './extract.js';
import { heardIn } from './heard.js';
import { piecesOf } from './input.js';
import { repaired } from './repair.js';
import { pieceTokens, type SummaryAsk, summaryRequest } from './request.js';
import type { SummaryOutcome, SummarySource } from './summary-source.js';

export type { SummaryOutcome, SummarySource } from './summary-source.js';

export interface SummaryParts {
  /** Undefined: by code alone. */
  model: ChatModel | undefined;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** For all requests together. */
  timeoutMs: number;
}

/** A longer history is shortened harder instead: each piece costs a request. */
const MOST_PIECES = 8;

const SAYS = {
  failed: 'The conversation could not be summed up: the model gave no answer.',
  empty: 'The conversation could not be summed up: the model returned an empty summary.',
  overflow: 'The conversation could not be summed up: it was too long for the model.',
  timeout: 'The conversation could not be summed up: the model took too long.',
  nothing: 'There was nothing to sum up.',
};

/**
 * Rejects only when `signal` has aborted, with its reason. Without a model, or where nothing a model wrote can hold what
 * it must within the size, the summary is made by code alone.
 */
export async function summarise(parts: SummaryParts, source: SummarySource): Promise<SummaryOutcome> {
  const { model, clock, log, signal, timeoutMs } = parts;
  signal.throwIfAborted();
  const said = heardIn(source);
  if (!model || said.length === 0) return byCode(source);
  const late = new AbortController();
  const cancel = clock.after(timeoutMs, () => late.abort());
  try {
    const outcome = await byModel(model, AbortSignal.any([signal, late.signal]), log, source, said);
    if (!outcome.ok) log.warn('compaction.summary', { why: outcome.why, model: model.id });
    return outcome;
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.signal.aborted) {
      log.warn('compaction.summary', { why: 'timeout', model: model.id, timeoutMs });
      return { ok: false, why: 'timeout', says: SAYS.timeout };
    }
    log.warn('compaction.summary', { why: 'failed', model: model.id, error });
    return { ok: false, why: 'failed', says: SAYS.failed };
  } finally {
    cancel();
  }
}

function byCode(source: SummarySource): SummaryOutcome {
  const text = extractSummary(source);
  return text === ''
    ? { ok: false, why: 'empty', says: SAYS.nothing }
    : { ok: true, text: redactInbound(text).text, by: 'code' };
}

async function byModel(
  model: ChatModel,
  signal: AbortSignal,
  log: Log,
  source: SummarySource,
  said: readonly Said[],
): Promise<SummaryOutcome> {
  const measure = measureOf(source, said);
  const focus = source.focus ?? '';
  const { pieces, leftOut } = piecesOf(said, pieceTokens(model, focus), MOST_PIECES);
  let soFar = source.previous ?? '';
  if (leftOut > 0) {
    log.info('compaction.long', { leftOut, entries: said.length });
    soFar = beginning(source, said, leftOut);
  }
  let corrected = false;
  for (const [index, piece] of pieces.entries()) {
    const ask = { piece, soFar, focus, maxTokens: measure.maxTokens };
    const last = index === pieces.length - 1;
    const first = await draftOf(model, (window) => summaryRequest(window, ask), signal);
    if ('failed' in first) return failure(first.failed.kind, log, first.failed);
    let text = first.text;
    const verdict = judge(text, measure);
    if (!corrected && (last ? !isSound(verdict) : verdict.empty)) {
      corrected = true;
      text = await better(model, signal, log, ask, text, measure);
    }
    if (judge(text, measure).empty) return { ok: false, why: 'empty', says: SAYS.empty };
    // What a piece said must not be lost before the end is reached; its size is looked at there.
    soFar = last ? text : endsWithin(text, measure.maxTokens);
  }
  const mended = repaired(soFar, measure);
  // An older transcript may hold a secret in the raw, and a model may make one up.
  if (mended !== undefined) return { ok: true, text: redactInbound(mended).text, by: 'model' };
  log.warn('compaction.by-code', { model: model.id, maxTokens: source.maxTokens, tokens: estimateTokens(soFar) });
  return byCode({ ...source, maxTokens: measure.maxTokens });
}

/** The draft or its correction, whichever has less wrong with it. A correction that fails leaves the draft. */
async function better(
  model: ChatModel,
  signal: AbortSignal,
  log: Log,
  ask: SummaryAsk,
  draft: string,
  measure: Measure,
): Promise<string> {
  const verdict = judge(draft, measure);
  const faults = faultsOf(verdict, measure);
  log.info('compaction.corrected', { faults: faults.length, lost: verdict.lost.length });
  const lost = [...new Set(verdict.lost.map(({ around }) => around))];
  const correct = { draft: verdict.empty ? '' : draft, faults, lost };
  const second = await draftOf(model, (window) => summaryRequest(window, { ...ask, correct }), signal);
  if ('failed' in second) {
    log.warn('compaction.correction', { kind: second.failed.kind });
    return draft;
  }
  return weightOf(judge(second.text, measure)) <= weightOf(verdict) ? second.text : draft;
}

/** What is too old to be read by the model, with the summary before it, by code. */
function beginning(source: SummarySource, said: readonly Said[], leftOut: number): string {
  const end = source.entries.findIndex(({ id }) => id === said[leftOut]?.id);
  return extractSummary({ ...source, entries: source.entries.slice(0, Math.max(0, end)) });
}

function failure(kind: string, log: Log, error: unknown): SummaryOutcome {
  log.warn('compaction.model', { kind, error });
  const why = kind === 'overflow' ? 'overflow' : 'failed';
  return { ok: false, why, says: SAYS[why] };
}
