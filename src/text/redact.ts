// The seam through which every inbound text passes before its first write: each secret gives way to a mark. Pure.

import { type SecretKind, secretMark } from './secret-mark.js';
import type { Span } from './secret-shapes.js';
import { continuedSpans, secretSpans } from './secrets.js';

/** Shorter ones stand in other words by chance. UTF-16 units. */
const LONG_ENOUGH = 8;
/** So many of a text are looked for once more. */
const LOOKED_FOR = 20;

export interface Redacted {
  text: string;
  /** The raw values taken out, in their order; they live in the receiving process for one turn and are never written. */
  secrets: readonly { mark: string; value: string }[];
}

/** `tagOf` gives marks something to be found again by. */
export function redactInbound(text: string, tagOf?: (value: string) => string): Redacted {
  return redactSpans(text, secretSpans(text), tagOf);
}

/** Only what is a secret by what the same person said just before; the rest of the text is still to be looked at. */
export function redactContinued(
  { before, glue, text }: { before: string; glue: '\n' | ''; text: string },
  tagOf?: (value: string) => string,
): Redacted {
  return redactSpans(text, continuedSpans(before, glue, text), tagOf);
}

function redactSpans(text: string, spans: readonly Span[], tagOf?: (value: string) => string): Redacted {
  if (spans.length === 0) return { text, secrets: [] };
  const secrets: { mark: string; value: string }[] = [];
  const pieces: { text: string; isMark: boolean }[] = [];
  let at = 0;
  for (const { from, to, kind } of spans) {
    const value = text.slice(from, to);
    const mark = markOf(kind, value, tagOf);
    secrets.push({ mark, value });
    pieces.push({ text: text.slice(at, from), isMark: false }, { text: mark, isMark: true });
    at = to;
  }
  pieces.push({ text: text.slice(at), isMark: false });
  // Said once more, without a word that tells what it is.
  const again = secrets.filter(({ value }) => value.length >= LONG_ENOUGH).slice(0, LOOKED_FOR);
  const hide = (piece: string) => again.reduce((left, { value, mark }) => left.replaceAll(value, () => mark), piece);
  return { text: pieces.map((one) => (one.isMark ? one.text : hide(one.text))).join(''), secrets };
}

function markOf(kind: SecretKind, value: string, tagOf: ((value: string) => string) | undefined): string {
  return secretMark(kind, tagOf?.(value));
}
