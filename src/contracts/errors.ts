// Errors say who failed, whether and when a retry can help, and what the operator should do. No text here holds a secret.

export type Culprit = 'config' | 'channel' | 'model' | 'queue' | 'memory' | 'scope' | 'tool' | 'state';

export interface ErrorDetails {
  /** A retry of the same call may succeed. Default false. */
  retryable?: boolean;
  /** Not before this many milliseconds. */
  retryAfterMs?: number;
  /** What the operator should do, one sentence. */
  remedy?: string;
  cause?: unknown;
}

/** The base of every error of ours. `message` is for operators and logs; people in a chat get a sentence made from it. */
export class NightjarError extends Error {
  readonly culprit: Culprit;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly remedy: string | undefined;

  constructor(culprit: Culprit, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.culprit = culprit;
    this.retryable = details.retryable ?? false;
    this.retryAfterMs = details.retryAfterMs;
    this.remedy = details.remedy;
  }
}

/** The configuration or the installation is wrong; the process says so and exits 2. */
export class ConfigError extends NightjarError {
  constructor(message: string, details?: ErrorDetails) {
    super('config', message, details);
  }
}

/** state.sqlite or another file of the home cannot be used as it is. */
export class StateError extends NightjarError {
  constructor(message: string, details?: ErrorDetails) {
    super('state', message, details);
  }
}

export type ChannelFault =
  | 'network' // the connection broke, or the server failed: what was sent may have arrived
  | 'rate-limit'
  | 'auth'
  | 'gone' // the bot was blocked or removed, or the chat is no more
  | 'moved' // the chat has another id now, in `movedTo`
  | 'rejected' // the platform refuses this content, however often it is sent
  | 'unavailable'; // not connected: nothing was sent

export class ChannelError extends NightjarError {
  readonly kind: ChannelFault;
  readonly movedTo: string | undefined;
  /** A file was refused for its size and for nothing else. */
  readonly tooLarge: boolean;
  constructor(
    kind: ChannelFault,
    message: string,
    details: ErrorDetails & { movedTo?: string; tooLarge?: boolean } = {},
  ) {
    super('channel', message, details);
    this.kind = kind;
    this.movedTo = details.movedTo;
    this.tooLarge = details.tooLarge ?? false;
  }
}

export type ModelFault =
  | 'overflow' // the request is longer than the model's window
  | 'rate-limit'
  | 'auth'
  | 'refusal' // the provider declined to answer this content
  | 'network'
  | 'timeout'
  | 'unavailable' // 5xx, overloaded, model not there
  | 'bad-request';

export class ModelError extends NightjarError {
  readonly kind: ModelFault;
  /** The environment variable that supplied the key, for kind 'auth'. */
  readonly keyVariable: string | undefined;
  constructor(kind: ModelFault, message: string, details: ErrorDetails & { keyVariable?: string } = {}) {
    super('model', message, details);
    this.kind = kind;
    this.keyVariable = details.keyVariable;
  }
}

export class QueueError extends NightjarError {
  constructor(message: string, details?: ErrorDetails) {
    super('queue', message, details);
  }
}

/** 'not-found' is also the answer for what the scope may not see: the two are never told apart. */
export type MemoryFault = 'not-found' | 'conflict' | 'unwritable' | 'busy' | 'invalid' | 'unavailable';

export class MemoryError extends NightjarError {
  readonly kind: MemoryFault;
  constructor(kind: MemoryFault, message: string, details?: ErrorDetails) {
    super('memory', message, details);
    this.kind = kind;
  }
}

/** Something tried to cross a scope. A bug or an attack, never a retry. */
export class ScopeError extends NightjarError {
  constructor(message: string, details?: ErrorDetails) {
    super('scope', message, details);
  }
}

/** A tool could not do what was asked; the message goes to the model, so it says what to do instead. */
export class ToolError extends NightjarError {
  constructor(message: string, details?: ErrorDetails) {
    super('tool', message, details);
  }
}
