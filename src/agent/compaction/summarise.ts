// Placeholder.
import type { ChatModel, Clock, Entry, Log, Scope } from '../../contracts/index.js';
export interface SummaryParts {
  model: ChatModel | undefined;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  timeoutMs: number;
}
export interface SummarySource {
  scope: Scope;
  entries: readonly Entry[];
  edits: ReadonlyMap<string, string | undefined>;
  previous?: string;
  focus?: string;
  maxTokens: number;
}
export type SummaryOutcome =
  | { ok: true; text: string; by: 'model' | 'code' }
  | { ok: false; why: 'failed' | 'empty' | 'overflow' | 'timeout'; says: string };
export async function summarise(_parts: SummaryParts, _source: SummarySource): Promise<SummaryOutcome> {
  return { ok: false, why: 'failed', says: 'x' };
}
