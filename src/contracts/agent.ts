// What one turn of the agent loop emits while it runs.

import type { Manifest } from './context.js';
import type { NightjarError } from './errors.js';
import type { Usage } from './model.js';

export type AgentEvent =
  /** A request goes out to the model. */
  | { type: 'asked'; manifest: Manifest }
  | { type: 'text'; delta: string }
  /** Text shown so far is void: the model starts over. */
  | { type: 'restart' }
  | { type: 'tool-call'; call: string; name: string }
  | { type: 'tool-result'; call: string; name: string; error: boolean }
  /** The last event of a turn that ended well. `using` names a model other than the configured one. */
  | { type: 'done'; text: string; usage?: Usage; using?: { model: string; configured: string } }
  /** The last event of a turn that somebody stopped; `text` is what stood there so far. */
  | { type: 'stopped'; text: string; usage?: Usage }
  /** The last event of a turn that failed. Whether to try again is the caller's decision. */
  | { type: 'failed'; error: NightjarError };
