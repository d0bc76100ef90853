// The one place that knows a secret when it sees one: keys and tokens of services, key blocks, payment cards, passwords said
// outright. Pure, and linear in the text. It names only what is almost certainly one; a plain number such as the code of a
// door is none. Never keeps or repeats a value.

import { plainForm } from './plain-form.js';
import { cardNumbers, keyBlocks } from './secret-blocks.js';
import { codedSecrets } from './secret-codes.js';
import { columnSecrets } from './secret-columns.js';
import { placedSecrets } from './secret-commands.js';
import { cuedSecrets } from './secret-cues.js';
import { holdsMark, marksIn } from './secret-mark.js';
import { namedSecrets } from './secret-names.js';
import { seedPhrases } from './secret-seeds.js';
import { type Span, shapedSecrets } from './secret-shapes.js';
import { wrappedSecrets } from './secret-wrapped.js';

/** Where the secrets of a text stand, in order and apart. What is a mark already is none. */
export function secretSpans(text: string): Span[] {
  const { plain, originOf } = plainForm(text);
  const cards = cardNumbers(plain);
  const found = [
    ...keyBlocks(plain),
    ...shapedSecrets(plain),
    ...wrappedSecrets(plain),
    ...placedSecrets(plain),
    ...cards,
    ...codedSecrets(plain, cards),
    ...namedSecrets(plain),
    ...columnSecrets(plain),
    ...seedPhrases(plain),
    ...cuedSecrets(plain),
  ];
  if (found.length === 0) return [];
  const spans = found.map(({ from, to, kind }) => ({ ...originOf(from, to), kind }));
  return outside(apart(spans), marksIn(text));
}

/**
 * What of a text is a secret because of what its author said right before it: "my password is", or the first half of a key that
 * was cut. `glue` stands where one message ended and the next began. What the text shows by itself is not in it.
 */
export function continuedSpans(before: string, glue: '\n' | '', text: string): Span[] {
  const next = text.trimStart();
  const cut = before.length + glue.length;
  const moved = text.length - next.length - cut;
  return secretSpans(before + glue + next)
    .filter(({ from, to }) => from <= cut && to > cut)
    .map(({ from, to, kind }) => ({ from: Math.max(from, cut) + moved, to: to + moved, kind }));
}

export function holdsSecret(text: string): boolean {
  return secretSpans(text).length > 0;
}

/** Whether a text that is to be kept holds a secret, or what only stands for one. */
export function holdsSecretOrMark(text: string): boolean {
  return holdsMark(text) || holdsSecret(text);
}

/** Whether a text has a secret, or the mark of one, that the text which it replaces had not. */
export function addsSecret(before: string, after: string): boolean {
  if (after === before) return false;
  const known = new Set([...secretSpans(before), ...marksIn(before)].map(({ from, to }) => before.slice(from, to)));
  const held = [...secretSpans(after), ...marksIn(after)].map(({ from, to }) => after.slice(from, to));
  return held.some((one) => !known.has(one)) || (after.includes('[secret]') && !before.includes('[secret]'));
}

/** Of those that overlap one is left, as long as both: the kind that was found first names it. */
function apart(spans: readonly Span[]): Span[] {
  const order = spans
    .map((span, rank) => ({ span, rank }))
    .sort((a, b) => a.span.from - b.span.from || a.rank - b.rank);
  const merged: { span: Span; rank: number }[] = [];
  for (const { span, rank } of order) {
    const last = merged.at(-1);
    if (!last || span.from >= last.span.to) {
      merged.push({ span: { ...span }, rank });
      continue;
    }
    last.span.to = Math.max(last.span.to, span.to);
    if (rank < last.rank) {
      last.rank = rank;
      last.span.kind = span.kind;
    }
  }
  return merged.map(({ span }) => span);
}

/** The pieces of spans that lie in no mark. Both in order. */
function outside(spans: readonly Span[], marks: readonly { from: number; to: number }[]): Span[] {
  if (marks.length === 0) return [...spans];
  const left: Span[] = [];
  let next = 0;
  for (const span of spans) {
    while (next < marks.length && (marks[next]?.to ?? 0) <= span.from) next++;
    let { from } = span;
    for (let i = next; i < marks.length; i++) {
      const mark = marks[i];
      if (!mark || mark.from >= span.to) break;
      if (mark.from > from) left.push({ ...span, from, to: mark.from });
      from = Math.max(from, mark.to);
    }
    if (from < span.to) left.push({ ...span, from });
  }
  return left;
}
