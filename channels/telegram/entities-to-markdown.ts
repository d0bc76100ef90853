// A text with Telegram's entities as Markdown. Pure. Whatever stands in the text stays: only marks are added, and what a
// person typed as Markdown is left as typed.

/** As much of a MessageEntity as matters here; offsets and lengths are UTF-16 units. */
export interface Entity {
  type: string;
  offset: number;
  length: number;
  url?: string | undefined;
  language?: string | undefined;
}

interface Span {
  type: string;
  from: number;
  to: number;
  url: string | undefined;
  language: string | undefined;
}

const MARKS: Record<string, string> = { bold: '**', italic: '_', strikethrough: '~~', spoiler: '||' };
const SHOWN = new Set([...Object.keys(MARKS), 'code', 'pre', 'text_link', 'blockquote', 'expandable_blockquote']);

/** Ranges that lie outside the text, cut a character or overlap in part are mended; other entities show as plain text. */
export function entitiesToMarkdown(text: string, entities: readonly Entity[] = []): string {
  const spans = entities.filter(({ type }) => SHOWN.has(type)).map((entity) => toSpan(entity, text));
  return spans.length === 0 ? text : render(text, 0, text.length, nested(spans));
}

function toSpan({ type, offset, length, url, language }: Entity, text: string): Span {
  return { type, from: between(text, offset), to: between(text, offset + length), url, language };
}

/** The place, or the one before it when it is amid a surrogate pair. */
function between(text: string, at: number): number {
  const place = Math.min(Math.max(0, at), text.length);
  return /[\udc00-\udfff]/.test(text.charAt(place)) && /[\ud800-\udbff]/.test(text.charAt(place - 1))
    ? place - 1
    : place;
}

/** Outer before inner, and every one inside or outside of each other: one that crosses an end is cut there. */
function nested(spans: Span[]): Span[] {
  const waiting = spans.filter(({ from, to }) => to > from).sort(outerFirst);
  const done: Span[] = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { from, to } = next;
    const crossed = done.find((outer) => outer.from <= from && outer.to > from && outer.to < to);
    if (crossed) {
      waiting.push({ ...next, from: crossed.to });
      waiting.sort(outerFirst);
      next = { ...next, to: crossed.to };
    }
    done.push(next);
  }
  return done.sort(outerFirst);
}

function outerFirst(a: Span, b: Span): number {
  return a.from - b.from || b.to - a.to;
}

/** `spans` lie within from..to, in the order of `nested`. */
function render(text: string, from: number, to: number, spans: Span[]): string {
  let out = '';
  let at = from;
  let rest = spans;
  for (let span = rest[0]; span; span = rest[0]) {
    const end = span.to;
    const inside = rest.slice(1).filter((one) => one.from < end);
    rest = rest.slice(1 + inside.length);
    out += text.slice(at, span.from);
    const raw = span.type === 'pre' || span.type === 'code';
    const inner = raw ? text.slice(span.from, end) : render(text, span.from, end, inside);
    const block = span.type === 'pre' || span.type.endsWith('blockquote');
    if (block && out !== '' && !out.endsWith('\n')) out += '\n';
    out += dressed(span, inner);
    if (block && end < to) out += span.type === 'pre' ? gap(text, end, 1) : gap(text, end, 2);
    at = end;
  }
  return out + text.slice(at, to);
}

/** The newlines that are missing before what follows a block. */
function gap(text: string, at: number, wanted: number): string {
  const present = /^\n*/.exec(text.slice(at, at + wanted))?.[0].length ?? 0;
  return '\n'.repeat(wanted - present);
}

function dressed({ type, url, language }: Span, inner: string): string {
  switch (type) {
    case 'pre':
      return fenced(inner, language ?? '');
    case 'code':
      return code(inner);
    case 'text_link':
      return url === undefined || url === inner ? inner : `[${inner.replace(/[[\]]/g, '\\$&')}](${target(url)})`;
    case 'blockquote':
    case 'expandable_blockquote':
      return inner.replace(/^/gm, '> ');
    default:
      return emphasised(inner, MARKS[type] ?? '');
  }
}

/** A mark must touch a letter and may not span an empty line. */
function emphasised(inner: string, mark: string): string {
  return inner
    .split(/(\n[^\S\n]*\n\s*)/)
    .map((piece) => piece.replace(/^(\s*)(\S[\s\S]*?)(\s*)$/, `$1${mark}$2${mark}$3`))
    .join('');
}

function fenced(inner: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(inner) + 1));
  return `${fence}${language.replace(/[\s`]/g, '')}\n${inner}${inner.endsWith('\n') ? '' : '\n'}${fence}`;
}

function code(inner: string): string {
  const fence = '`'.repeat(longestRun(inner) + 1);
  const pad = /^`|`$/.test(inner) ? ' ' : '';
  return `${fence}${pad}${inner}${pad}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

function target(url: string): string {
  return /[\s()<>]/.test(url) ? `<${url.replace(/[\s<>]/g, encodeURIComponent)}>` : url;
}
