// Where the evidence of a question stands: a piece of text and its file become a line number. Pure. Texts and not numbers
// are written into a fixture, so that its files can be edited.

import type { Evidence } from './fixture-schema.js';

/** A piece of evidence, found. */
export interface Located extends Evidence {
  /** From 1. */
  line: number;
}

/** Throws an Error with a sentence when the text does not stand exactly once in its file, within one line. */
export function locate(evidence: Evidence, text: string): Located {
  const at = text.indexOf(evidence.text);
  if (at < 0) throw new Error(`${evidence.path} does not hold the text ${JSON.stringify(evidence.text)}`);
  if (text.indexOf(evidence.text, at + 1) >= 0) {
    throw new Error(`${evidence.path} holds the text ${JSON.stringify(evidence.text)} more than once`);
  }
  if (evidence.text.includes('\n')) throw new Error(`the evidence of ${evidence.path} goes over a line's end`);
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', end + 1)) line++;
  return { ...evidence, line };
}
