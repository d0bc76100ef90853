// A language model as the agent loop sees it: one streaming call, whose trouble is its last event and never a rejection.

import type { ModelError } from './errors.js';

export interface ToolCall {
  id: string;
  name: string;
  /** JSON as the model wrote it; may be malformed. */
  args: string;
}

export interface ImagePart {
  mime: string;
  base64: string;
}

export type ModelMessage =
  | { role: 'user'; text: string; images?: ImagePart[] }
  | { role: 'assistant'; text: string; calls?: ToolCall[]; thinking?: string }
  | { role: 'tool'; call: string; name: string; text: string };

export interface ToolSpec {
  name: string;
  description: string;
  /** JSON Schema of the arguments: an object schema. */
  parameters: Record<string, unknown>;
}

export interface ModelRequest {
  system: string;
  messages: ModelMessage[];
  tools: ToolSpec[];
  /** The tools stay in view, but must not be called: the answer is wanted now. */
  answerOnly?: boolean;
  /** At most this many tokens in the answer. */
  maxTokens?: number;
}

export interface Usage {
  input: number;
  output: number;
  cached?: number;
}

export type ModelEvent =
  | { type: 'text'; delta: string }
  | { type: 'thinking'; delta: string }
  /** A complete call; the arguments arrive whole. */
  | { type: 'tool-call'; call: ToolCall }
  /** Everything since the beginning is void: another attempt, perhaps by another model, starts over. */
  | { type: 'restart' }
  /** The model that answers from here on is not the configured one. */
  | { type: 'using'; model: string; configured: string }
  | { type: 'done'; stop: 'end' | 'tools' | 'length'; usage?: Usage }
  | { type: 'failed'; error: ModelError };

export interface ChatModel {
  /** `<provider>/<name>`, for people and the transcript. */
  id: string;
  /** The window: how many tokens request and answer may have together. */
  contextTokens: number;
  /** Nobody said how large the window is: the number is a guess, on which no request is refused. */
  windowIsGuess?: boolean;
  /** Asks the provider, once, how large the window is where nobody said. Resolves soon, whatever it finds; never rejects. */
  ready?(signal: AbortSignal): Promise<void>;
  /**
   * Contract: never throws or rejects. The last event is `done` or `failed`; after an abort of `signal` the stream ends
   * soon, without a last event. With `refit` a chain asks for the request anew before it turns to a model with a smaller
   * window.
   */
  stream(request: ModelRequest, signal: AbortSignal, refit?: Refit): AsyncIterable<ModelEvent>;
}

/** The same request within another model's window. */
export type Refit = (model: Pick<ChatModel, 'id' | 'contextTokens'>) => ModelRequest;
