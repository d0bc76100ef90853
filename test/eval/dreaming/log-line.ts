// One line of a made-up log, and what is known of it. A type only.

import type { Trust } from '../../../src/contracts/index.js';
import type { NoiseKind } from './noise-words.js';

export interface LogLine {
  day: string;
  /** As it stands in the file. */
  line: string;
  trust: Trust;
  /** tool: a person asked the assistant to write it down; flush: it was taken from a conversation; run: nobody began that one. */
  by: 'tool' | 'flush' | 'run';
  noise?: NoiseKind;
  /** The fact it tells, and whether in its final state or an earlier one. */
  fact?: { id: string; state: 'now' | 'before'; said: string };
}
