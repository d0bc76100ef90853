// Which of what was said corrects a line of long-term memory, or another statement that could be one. Pure. Only what says by its
// words that something is over is looked at.

import type { Claim, LongTermEntry } from '../../../contracts/index.js';
import { importanceOf } from './importance.js';
import { sayingIndex } from './saying-index.js';
import { mayTurn } from './turned-from.js';

export function correctionsOf(claims: readonly Claim[], entries: readonly LongTermEntry[]): (claim: Claim) => boolean {
  const index = sayingIndex<string | undefined>();
  for (const { text } of entries) index.add(text, undefined);
  for (const { key, text, entries: told } of claims) {
    if (told.some(({ asked }) => asked) || importanceOf(text) !== 'none') index.add(text, key);
  }
  return ({ key, text }) => mayTurn(text) && index.overturnedBy(text).some((other) => other !== key);
}
