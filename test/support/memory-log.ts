// A log that tests can read: every event with its level and fields, in order.

import type { Log } from '../../src/contracts/index.js';

export interface LoggedEvent {
  level: 'debug' | 'info' | 'warn' | 'error';
  event: string;
  fields: Record<string, unknown>;
}

/** Fields are kept as they were given, unredacted. */
export function memoryLog(): Log & { events: LoggedEvent[] } {
  const events: LoggedEvent[] = [];
  const over = (bound: Record<string, unknown>): Log => {
    const record =
      (level: LoggedEvent['level']) =>
      (event: string, fields: Record<string, unknown> = {}) => {
        events.push({ level, event, fields: { ...bound, ...fields } });
      };
    return {
      debug: record('debug'),
      info: record('info'),
      warn: record('warn'),
      error: record('error'),
      with: (fields) => over({ ...bound, ...fields }),
    };
  };
  return { ...over({}), events };
}
