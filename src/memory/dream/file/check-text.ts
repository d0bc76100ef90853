// What a proposed text, or a topic, may look like at all. Pure. Its sentences for people never repeat a secret.

import { holdsSecret } from '../../../text/secrets.js';
import { oneLine } from '../../../text/truncate.js';
import { flattenNote } from '../../daily-log.js';
import { asksToAct } from './attribution.js';
import { dayOfNote } from './long-term.js';
import { isPointer } from './long-term-blocks.js';

/** UTF-16 units. */
const MOST_CHARS = 400;
const MOST_QUOTED = 80;
const MOST_TOPIC = 40;

/** UTF-16 units: what is behind them is never shown. */
const MOST_JUDGED = 2_000;

/** A text as a sentence for people may show it. */
export function quoted(text: string): string {
  return holdsSecret(text.slice(0, MOST_JUDGED))
    ? 'A text with a password or a key in it'
    : `“${oneLine(text, MOST_QUOTED)}”`;
}

/** The text as one plain line, or why it is none: what follows "… was left out, because …". */
export function plainText(
  raw: string,
  whyNoMemory: (text: string) => string | undefined,
): { text: string } | { why: string } {
  if (raw.length > MOST_CHARS) return { why: `it is longer than ${MOST_CHARS} characters` };
  if (holdsSecret(raw)) return { why: 'secrets are not written down' };
  const lines = flattenNote(raw);
  const [text = ''] = lines;
  if (lines.length > 1) return { why: 'it has more than one line' };
  if (text === '') return { why: 'it says nothing' };
  if (/<!-*|-->/.test(raw)) return { why: 'it holds a hidden comment' };
  if (/^\s*#{1,6}(?:\s|$)/.test(raw)) return { why: 'it is a heading' };
  if (/^\s*(?:```|~~~)/.test(raw)) return { why: 'it is code' };
  if (dayOfNote(`  - ${text}`) !== undefined) return { why: 'it would read as a dated note' };
  if (isPointer(text)) return { why: 'it only points to a file' };
  if (holdsSecret(text)) return { why: 'secrets are not written down' };
  const why = whyNoMemory(text);
  return why === undefined ? { text } : { why: why.replace(/[.。]\s*$/u, '') };
}

/** A few plain words: they become the name of a file and its heading. */
export function isTopic(topic: string): boolean {
  const words = topic.trim().split(/[\s-]+/u);
  if (topic.length > MOST_TOPIC || words.length > 3 || !/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} _-]*$/u.test(topic.trim()))
    return false;
  return !holdsSecret(topic) && !asksToAct(topic);
}
