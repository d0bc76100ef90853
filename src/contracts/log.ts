// The log as the core sees it: an event name, and fields that are redacted before they are written.

type LogMethod = (event: string, fields?: Record<string, unknown>) => void;

/** `event` is a short constant ('turn.failed'); whatever varies goes into `fields`. Never throws. */
export interface Log {
  debug: LogMethod;
  info: LogMethod;
  warn: LogMethod;
  error: LogMethod;
  /** A log whose every line carries these fields too. */
  with(fields: Record<string, unknown>): Log;
}
