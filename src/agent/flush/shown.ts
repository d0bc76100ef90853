// A piece of the history as it is shown to whoever writes it down: a label, the time, who, and the words. No words in it can
// pass for a label: they are set in, line by line. Pure.

import { endsOf, endsWithin } from '../../text/ends.js';
import { localClock } from '../../text/local-time.js';
import { estimateTokens } from '../../text/tokens.js';
import { truncate } from '../../text/truncate.js';
import type { Said } from '../said.js';

/** UTF-16 units. What a tool returned is looked up again; what people said is not. */
const RESULT_CHARS = 1_500;
const CALL_CHARS = 400;
/** The label and the names in front of the words, in tokens. */
const LEAD = 24;

/** `words`: the most tokens that one person's or the assistant's words may have; longer ones lose their middle. */
export interface ShownLimits {
  words: number;
  timezone: string;
}

export function showSaid(said: readonly Said[], limits: ShownLimits): string {
  return said.map((one, index) => showOne(one, `n${index + 1}`, limits)).join('\n');
}

/** More than so many parts of one message are a pasted text, whose middle can be found where it was said. */
const MOST_PARTS = 8;

/** What people said at greater length than `words` tokens, in parts under the same id, so that none of it goes unread. */
export function inParts(said: readonly Said[], words: number): Said[] {
  return said.flatMap((one) => {
    const tokens = estimateTokens(one.text);
    if (one.kind !== 'person' || tokens <= words) return [one];
    const size = Math.max(200, Math.floor((one.text.length * words) / tokens));
    const parts: Said[] = [];
    let rest = endsOf(one.text, size * MOST_PARTS);
    while (rest !== '') {
      const text = truncate(rest, size, '') || rest;
      parts.push({ ...one, text, passed: parts.length === 0 ? one.passed : '' });
      rest = rest.slice(text.length);
    }
    return parts;
  });
}

/** About what `showSaid` makes of it, in tokens. */
export function costOf(said: Said, words: number): number {
  const { text, passed } = shortened(said, words);
  return LEAD + estimateTokens(text) + estimateTokens(passed) + 2 * linesIn(text + passed);
}

function showOne(said: Said, label: string, { words, timezone }: ShownLimits): string {
  const { text, passed } = shortened(said, words);
  const lead = `[${label}] ${localClock(said.at, timezone)} ${leadOf(said)}`;
  return [
    lead,
    ...(text === '' ? [] : setIn(text, '  ')),
    ...(passed === '' ? [] : ['  (passed on, not their own words:)', ...setIn(passed, '  > ')]),
  ].join('\n');
}

function leadOf({ kind, who, entry }: Said): string {
  const name = who.replace(/[[\]():]+/g, ' ').trim();
  if (kind === 'person' && entry.type === 'user') return `${name} (${entry.from.role}):`;
  if (kind === 'assistant') return 'you, the assistant:';
  return kind === 'call' ? `you call the tool ${name} with:` : `the tool ${name} returned:`;
}

function shortened({ kind, text, passed }: Said, words: number): { text: string; passed: string } {
  if (kind === 'call') return { text: endsOf(text, CALL_CHARS), passed };
  if (kind === 'result') return { text: endsOf(text, RESULT_CHARS), passed };
  return { text: endsWithin(text, words), passed: endsWithin(passed, Math.ceil(words / 2)) };
}

function setIn(text: string, mark: string): string[] {
  return text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => `${mark}${line}`);
}

function linesIn(text: string): number {
  return text.split('\n').length;
}
