// The lines of a text that hold what must not be written down again. Pure.

import { redactInbound } from '../../text/redact.js';
import { holdsSecret } from '../../text/secrets.js';

const BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY/;
const END = /-----END [A-Z0-9 ]*PRIVATE KEY/;

export interface SiftedText {
  /** Without those lines. */
  text: string;
  /** Their numbers, from 1. */
  lines: number[];
}

/** A key that goes over several lines is one from its beginning to its end. */
export function siftSecrets(text: string): SiftedText {
  const kept: string[] = [];
  const found: number[] = [];
  let inKey = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (BEGIN.test(line)) inKey = true;
    if (inKey || holdsSecret(line) || redactInbound(line).text !== line) found.push(at + 1);
    else kept.push(line);
    if (END.test(line)) inKey = false;
  }
  return { text: kept.join('\n'), lines: found };
}
