// What of a history counts for its summary: what was said, without the assistant's words for saying nothing. Pure.

import { spoken } from '../../text/control-words.js';
import { type Said, saidIn } from '../said.js';
import type { SummarySource } from './summary-source.js';

export function heardIn({ entries, scope, edits }: Pick<SummarySource, 'entries' | 'scope' | 'edits'>): Said[] {
  return saidIn(entries, scope, edits).filter(({ kind, text }) => kind !== 'assistant' || spoken(text) !== '');
}
