// One request to the model, and its answer in the transcript. When the window is full it makes room first, and when the
// provider says so it makes room and asks once more; a model that always finds a request too long is asked twice at most.

import { createHash } from 'node:crypto';
import {
  type AgentEvent,
  type Assembled,
  type ContextTurn,
  ModelError,
  type NightjarError,
  type Refit,
  type ToolCall,
  type Usage,
} from '../contracts/index.js';
import { requestTokens } from '../models/request-tokens.js';
import type { NewEntry, Transcript } from '../sessions/transcript.js';
import type { TurnDeps, TurnSignals } from './turn-parts.js';
import type { TurnSecrets } from './turn-secrets.js';

export interface Asking extends TurnSignals {
  transcript: Transcript;
  /** How many rounds of tool calls are behind it. */
  round: number;
  /** What was tried to make room in this turn already. */
  room: { compacted: boolean; retried: boolean };
  changed: AbortSignal;
  secrets: TurnSecrets;
}

export const NO_ANSWER = 'I could not find words for an answer. Please ask me again, perhaps in another way.';
/** The share of what was refused that a second try may have. */
const SECOND_TRY = 0.5;

/** Returns the error of a model that failed, or that the request was void. */
export async function* ask(
  deps: TurnDeps,
  turn: ContextTurn,
  asking: Asking,
): AsyncGenerator<AgentEvent, NightjarError | 'void' | undefined> {
  try {
    const assembled = await withRoom(deps, turn, asking);
    const outcome = yield* send(deps, turn, asking, assembled);
    if (!(outcome instanceof ModelError) || outcome.kind !== 'overflow' || asking.room.retried) return outcome;
    asking.room.retried = true;
    const smaller = await smallerRequest(deps, turn, asking, assembled);
    if (!smaller) return outcome;
    yield { type: 'restart' };
    const second = yield* send(deps, turn, asking, { ...smaller, leftOut: undefined });
    // Only where it helped: one that always finds a request too long is asked nothing more.
    if (second === undefined && smaller.leftOut !== undefined) await turn.session.flush(smaller.leftOut, 'cut');
    return second;
  } catch (error) {
    asking.abort.throwIfAborted();
    // Told to stop while room was being made: the loop sees to it.
    if (asking.stop.aborted) return undefined;
    if (error instanceof ModelError) return error;
    throw error;
  }
}

/** The request, behind a compaction where that is due; one that wins too little is not tried again in this turn. */
async function withRoom({ context }: TurnDeps, turn: ContextTurn, { room }: Asking): Promise<Assembled> {
  for (let tries = 0; !room.compacted; tries++) {
    const assembled = await context.assemble(turn);
    if (assembled.due !== 'compaction') return assembled;
    // A long turn may fill the window again and again; one that cannot be made smaller is left alone.
    room.compacted = tries > 0 || !(await context.compact(turn.session, 'threshold')).done;
  }
  return await context.assemble({ ...turn, settled: true });
}

/** What to try after a refusal: a history that was cut, else the same within half of what was refused. */
async function smallerRequest(
  { context }: TurnDeps,
  turn: ContextTurn,
  { room }: Asking,
  refused: Assembled,
): Promise<Assembled | undefined> {
  const size = requestTokens(refused.prompt);
  if (!room.compacted) {
    room.compacted = true;
    const outcome = await context.compact(turn.session, 'overflow');
    if (outcome.done) {
      const assembled = await context.assemble({ ...turn, settled: true });
      if (requestTokens(assembled.prompt) < size) return assembled;
    }
  }
  const { id, contextTokens } = turn.session.model;
  try {
    const share = Math.floor((contextTokens * SECOND_TRY * refused.manifest.tokens) / refused.manifest.budget);
    const made = refused.refit?.({ id, contextTokens: share });
    return made && requestTokens(made.prompt) < size ? { ...refused, ...made } : undefined;
  } catch {
    // Not even the turn itself has room there: the refusal stands.
    return undefined;
  }
}

async function* send(
  deps: TurnDeps,
  { session, turn, answerOnly }: ContextTurn,
  { transcript, round, abort, stop, changed, secrets }: Asking,
  { prompt, manifest, refit, leftOut }: Assembled,
): AsyncGenerator<AgentEvent, NightjarError | 'void' | undefined> {
  const { model } = session;
  let text = '';
  let thinking = '';
  let calls: ToolCall[] = [];
  let usage: Usage | undefined;
  let using: { model: string; configured: string } | undefined;
  let ended = false;
  let shown = secrets.pieces();

  if (leftOut !== undefined) await session.flush(leftOut, 'cut');
  yield { type: 'asked', manifest };
  /** What other models of the chain were asked. */
  const others = new Map<string, ReturnType<NonNullable<typeof refit>>>();
  const refitted: Refit | undefined =
    refit &&
    ((other) => {
      const made = refit(other);
      others.set(other.id, made);
      return secrets.shown(made.prompt);
    });
  for await (const event of model.stream(secrets.shown(prompt), AbortSignal.any([abort, stop, changed]), refitted)) {
    if (event.type === 'text') {
      text += event.delta;
      const delta = shown.push(event.delta);
      if (delta !== '') yield { type: 'text', delta };
    } else if (event.type === 'thinking') {
      thinking += event.delta;
    } else if (event.type === 'tool-call') {
      if (!answerOnly) calls.push(event.call);
    } else if (event.type === 'restart') {
      text = thinking = '';
      calls = [];
      shown = secrets.pieces();
      yield { type: 'restart' };
    } else if (event.type === 'using') {
      using = { model: event.model, configured: event.configured };
      const made = others.get(event.model);
      if (made?.leftOut !== undefined) await session.flush(made.leftOut, 'cut');
      yield { type: 'asked', manifest: made?.manifest ?? { ...manifest, model: event.model } };
    } else if (event.type === 'failed') {
      return event.error;
    } else {
      usage = event.usage;
      ended = true;
    }
  }
  const rest = shown.end();
  if (rest !== '') yield { type: 'text', delta: rest };
  abort.throwIfAborted();
  const stopped = !ended && stop.aborted;
  if (!ended && !stopped && changed.aborted) return 'void';
  if (!ended && !stopped) return new ModelError('network', 'the model stopped in mid-answer', { retryable: true });
  if (stopped) calls = [];
  if (usage && !using) deps.observe(model.id, () => requestTokens(prompt), usage.input);

  const final = calls.length === 0;
  const answer: NewEntry[] = [];
  if (thinking !== '') answer.push({ type: 'thinking', turn, text: secrets.hidden(thinking) });
  if (using) answer.push({ type: 'model', turn, using: using.model, configured: using.configured });
  answer.push({
    type: 'assistant',
    turn,
    text: final && !stopped && text.trim() === '' ? NO_ANSWER : secrets.hidden(text),
    model: using?.model ?? model.id,
    final,
    ...(stopped ? { stopped } : {}),
    ...(usage ? { usage } : {}),
  });
  for (const [index, call] of calls.entries()) {
    answer.push({
      type: 'tool_call',
      turn,
      call: callId(turn, round, index),
      name: secrets.hidden(call.name),
      args: secrets.hiddenArgs(call.args),
    });
  }
  transcript.append(answer);
  return undefined;
}

/**
 * Our own id for a call: models repeat theirs between turns, and what a tool writes is known by (session, call). Nine
 * letters and digits is what the strictest provider accepts.
 */
function callId(turn: string, round: number, index: number): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([turn, round, index]))
    .digest();
  const letters = BigInt(`0x${digest.toString('hex')}`).toString(36);
  return `c${letters.slice(0, 8)}`;
}
