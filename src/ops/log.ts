// The structured log: JSON lines for the operator. Never holds message text, credentials or a known secret,
// and never makes its caller fail.

import { pino } from 'pino';
import type { Log } from '../contracts/index.js';
import { type LogFile, logFile } from './log-file.js';
import { traceFields } from './log-trace.js';
import { sanitise } from './sanitise.js';
import { secretFilter } from './secret-filter.js';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface LogOptions {
  /** Where the lines go (0600, rotated at 10 MB with one old file kept); absent: no file. */
  file?: string;
  level: LogLevel;
  /** Values that must never appear, in any field. */
  secrets: readonly string[];
  /** Hides what else must not appear at the moment. */
  hide?: (text: string) => string;
  /** The lines go to standard error too. */
  stderr?: boolean;
}

/**
 * `flush` returns once everything logged so far is on the disk. Lines are written as they come; nothing is buffered. Each one
 * carries the ids of the work that it was written in.
 */
export function createLog(options: LogOptions): Log & { flush(): void } {
  const { secrets, hide = (text) => text } = options;
  const known = secretFilter(secrets);
  const filter = (text: string) => hide(known(text));
  const file = options.file === undefined ? undefined : logFile(options.file, tell);
  const logger = pino(
    {
      level: options.level,
      base: { pid: process.pid },
      messageKey: 'event',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => put(line, file, options.stderr === true) },
  );
  const safe = (fields: Record<string, unknown>) => sanitise(fields, { filter, stacks: options.level === 'debug' });
  const line = (fields: Record<string, unknown> = {}) => safe({ ...traceFields(), ...fields });
  const over = (target: pino.Logger): Log => ({
    debug: (event, fields) => target.debug(line(fields), filter(event)),
    info: (event, fields) => target.info(line(fields), filter(event)),
    warn: (event, fields) => target.warn(line(fields), filter(event)),
    error: (event, fields) => target.error(line(fields), filter(event)),
    with: (fields) => over(target.child(safe(fields))),
  });
  return { ...over(logger), flush: () => file?.flush() };
}

function put(line: string, file: LogFile | undefined, stderr: boolean): void {
  file?.write(line);
  if (stderr) process.stderr.write(line);
}

/** The one thing that is said when the log itself cannot be written; said again only after it has worked in between. */
function tell(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  process.stderr.write(`nightjar: the log file cannot be written${code}; going on without it.\n`);
}
