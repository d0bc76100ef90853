// A model for tests: it plays a script, one step per request, and keeps every request it was given.
// No network, no randomness, and no time of its own: `hang` waits for the caller's abort and nothing else.

import type { ChatModel, ModelEvent, ModelRequest, ToolCall, Usage } from '../contracts/index.js';
import { ModelError } from '../contracts/index.js';

export interface ScriptedCall {
  name: string;
  /** An object is written as JSON; a string is taken as it stands, malformed or not. */
  args: Record<string, unknown> | string;
  /** Default `call-<request>-<position>`, both counted from 1. */
  id?: string;
}

/** What the model does with one request. Parts are played in the order of this list; `fail` and `hang` come last. */
export interface ScriptStep {
  thinking?: string;
  text?: string;
  calls?: ScriptedCall[];
  /** Ends the stream with this failure, after what stands above was emitted. */
  fail?: ModelError;
  /** Stays silent until the caller aborts, after what stands above was emitted. */
  hang?: boolean;
  usage?: Usage;
  /** Default 'tools' with calls, else 'end'. */
  stop?: 'end' | 'tools' | 'length';
}

/** A list is played from the front; a function is asked with the request and its number, counted from 1. */
export type Script = readonly ScriptStep[] | ((request: ModelRequest, number: number) => ScriptStep);

export interface ScriptedModel extends ChatModel {
  readonly requests: readonly ModelRequest[];
}

/**
 * A ChatModel that plays `script`. A request beyond the end of a list fails with kind 'bad-request', so that a test
 * with one round too many says so. `piece` cuts text into deltas of that many characters (default: whole).
 */
export function scriptedModel(
  script: Script,
  options: { id?: string; contextTokens?: number; piece?: number } = {},
): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    id: options.id ?? 'scripted/test',
    contextTokens: options.contextTokens ?? 200_000,
    requests,
    stream(request, signal) {
      requests.push(structuredClone(request));
      const number = requests.length;
      const step = typeof script === 'function' ? script(request, number) : script[number - 1];
      return play(step ?? beyondEnd(number), number, options.piece, signal);
    },
  };
}

async function* play(
  step: ScriptStep,
  number: number,
  piece: number | undefined,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  for (const event of content(step, number, piece)) {
    if (signal.aborted) return;
    yield event;
  }
  if (step.hang) await aborted(signal);
  if (signal.aborted) return;
  if (step.fail) {
    yield { type: 'failed', error: step.fail };
    return;
  }
  const stop = step.stop ?? (step.calls?.length ? 'tools' : 'end');
  yield { type: 'done', stop, ...(step.usage && { usage: step.usage }) };
}

function* content(step: ScriptStep, number: number, piece: number | undefined): Generator<ModelEvent> {
  if (step.thinking) yield { type: 'thinking', delta: step.thinking };
  for (const delta of cut(step.text ?? '', piece)) yield { type: 'text', delta };
  for (const [position, call] of (step.calls ?? []).entries()) {
    yield { type: 'tool-call', call: toCall(call, `call-${number}-${position + 1}`) };
  }
}

function toCall(call: ScriptedCall, fallbackId: string): ToolCall {
  const args = typeof call.args === 'string' ? call.args : JSON.stringify(call.args);
  return { id: call.id ?? fallbackId, name: call.name, args };
}

function cut(text: string, piece: number | undefined): string[] {
  if (text === '') return [];
  if (piece === undefined) return [text];
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += piece) pieces.push(characters.slice(at, at + piece).join(''));
  return pieces;
}

function beyondEnd(number: number): ScriptStep {
  return { fail: new ModelError('bad-request', `The script has no step for request ${number}.`) };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
