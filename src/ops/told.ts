// What comes of a command that an operator gives: data for programs, and the same in words.

import { forTerminal } from '../text/terminal.js';

export interface Told<Data = unknown> {
  data: Data;
  /** Nothing in it can steer a terminal. */
  text: string;
  /** Whatever was asked for did not work out, or does not hold: exit code 1. */
  failed?: boolean;
  /** What people should know beside it. */
  note?: string;
}

export function told(data: unknown, lines: readonly string[], failed = false): Told & { failed: boolean } {
  return { data, text: forTerminal(lines.join('\n')), failed };
}
