// How a command of the command line tells what came of it: as data for programs, or in words, and by its exit code.

import type { Lent } from './cli-lent.js';
import type { Told } from './ops/told.js';

export function tell(
  { data, text, failed = false, note }: Told,
  json: boolean | undefined,
  { print, say }: Pick<Lent, 'print'> & Partial<Pick<Lent, 'say'>>,
): void {
  print(json ? JSON.stringify(data) : text);
  if (note !== undefined) say?.(note);
  if (failed) process.exitCode = 1;
}
