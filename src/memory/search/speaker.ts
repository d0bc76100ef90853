// Who says a line: `- Anna: …`, `14:05 Anna Smith: …`, `刘琳：…`. A label (`TODO: …`) is taken for a speaker too. Pure.

import { indexTerms } from '../../text/index-terms.js';

/** A bullet, a time, a name of a few words, a colon. */
const SPEAKER = /^\s*(?:[-*+>]\s+|\d+[.)]\s+)?(?:\[?\d{1,2}:\d\d\]?\s+)?(?:\*\*)?([^\s:：][^:：]{0,39}?)(?:\*\*)?[:：]/;

/** Whether a name of the speaker is one of these (terms of the index). */
export function isSpokenBy(line: string, names: ReadonlySet<string>): boolean {
  const speaker = SPEAKER.exec(line)?.[1];
  return speaker !== undefined && termsOf(speaker).some((term) => names.has(term));
}

/** The same few speak most lines of a memory. */
const MAX_KEPT = 1_000;
const kept = new Map<string, readonly string[]>();

function termsOf(speaker: string): readonly string[] {
  let terms = kept.get(speaker);
  if (!terms) {
    if (kept.size >= MAX_KEPT) kept.clear();
    terms = indexTerms(speaker);
    kept.set(speaker, terms);
  }
  return terms;
}
