// Helpers around a model's stream: collecting events, a log that keeps its lines, a clock that waits at once.

import type { ChatModel, Log, ModelEvent, ModelRequest } from '../../src/contracts/index.js';
import { FakeClock } from './fake-clock.js';

/** A request with one user message. */
export function ask(text = 'hi', more: Partial<ModelRequest> = {}): ModelRequest {
  return { system: '', messages: [{ role: 'user', text }], tools: [], ...more };
}

/** Every event of one call. */
export async function eventsOf(
  model: ChatModel,
  request: ModelRequest = ask(),
  signal: AbortSignal = new AbortController().signal,
): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

/** The text that counts: what came after the last restart. */
export function textOf(events: readonly ModelEvent[]): string {
  const from = events.findLastIndex((event) => event.type === 'restart');
  return events
    .slice(from + 1)
    .map((event) => (event.type === 'text' ? event.delta : ''))
    .join('');
}

export interface KeptLog extends Log {
  lines: { level: string; event: string; fields: Record<string, unknown> }[];
}

/** A log in memory. */
export function keptLog(): KeptLog {
  const lines: KeptLog['lines'] = [];
  const method =
    (level: string) =>
    (event: string, fields: Record<string, unknown> = {}) =>
      void lines.push({ level, event, fields });
  const log: KeptLog = {
    lines,
    debug: method('debug'),
    info: method('info'),
    warn: method('warn'),
    error: method('error'),
    with: () => log,
  };
  return log;
}

/** A FakeClock whose sleeps pass at once and are written down; alarms still wait for `advance`. */
export class HastyClock extends FakeClock {
  readonly slept: number[] = [];

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return;
    this.slept.push(ms);
    await this.advance(ms);
  }
}
