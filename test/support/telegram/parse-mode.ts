// The parse modes HTML, Markdown and MarkdownV2, as strict as Telegram's about what does not parse.

import type { MessageEntity } from 'grammy/types';
import { badRequest } from './api-error.js';

interface Parsed {
  text: string;
  entities: MessageEntity[];
}

type Kind = 'bold' | 'italic' | 'underline' | 'strikethrough' | 'spoiler' | 'code' | 'pre' | 'blockquote';

interface Open {
  tag: string;
  offset: number;
  type: Kind | 'text_link' | 'nothing';
  url?: string;
}

const htmlTags = new Map<string, Open['type']>([
  ['a', 'text_link'],
  ['b', 'bold'],
  ['blockquote', 'blockquote'],
  ['code', 'code'],
  ['del', 'strikethrough'],
  ['em', 'italic'],
  ['i', 'italic'],
  ['ins', 'underline'],
  ['pre', 'pre'],
  ['s', 'strikethrough'],
  ['span', 'spoiler'],
  ['strike', 'strikethrough'],
  ['strong', 'bold'],
  ['tg-emoji', 'nothing'],
  ['tg-spoiler', 'spoiler'],
  ['u', 'underline'],
]);

/** Throws 400 "can't parse entities: …" where Telegram does. */
export function parseText(text: string, mode: string): Parsed {
  const lower = mode.toLowerCase();
  if (lower === 'none') return { text, entities: [] };
  if (lower === 'html') return parseHtml(text);
  if (lower === 'markdown') return parseMarkdown(text, markdownMarks, false);
  if (lower === 'markdownv2') return parseMarkdown(text, markdownV2Marks, true);
  throw badRequest('unsupported parse_mode');
}

function refuse(reason: string): never {
  throw badRequest(`can't parse entities: ${reason}`);
}

function bytes(text: string, at: number): number {
  return Buffer.byteLength(text.slice(0, at));
}

function parseHtml(text: string): Parsed {
  const entities: MessageEntity[] = [];
  const open: Open[] = [];
  let out = '';
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const symbol = /^&(lt|gt|amp|quot|#\d+|#x[0-9a-f]+);/i.exec(rest);
    if (symbol?.[1]) {
      out += symbolOf(symbol[1].toLowerCase());
      at += symbol[0].length;
      continue;
    }
    if (!rest.startsWith('<')) {
      out += text.charAt(at);
      at += 1;
      continue;
    }
    const tag = /^<(\/?)([^\s>/]*)([^>]*)>/.exec(rest);
    if (!tag) refuse(`Unclosed start tag at byte offset ${bytes(text, at)}`);
    const [whole, closing, name = '', attributes = ''] = tag;
    const lower = name.toLowerCase();
    if (closing) {
      const last = open.pop();
      if (!last) refuse(`Unexpected end tag at byte offset ${bytes(text, at)}`);
      if (lower !== '' && lower !== last.tag) {
        refuse(`Unmatched end tag at byte offset ${bytes(text, at)}, expected "</${last.tag}>", found "</${lower}>"`);
      }
      close(last, out.length, entities);
    } else {
      const type = htmlTags.get(lower);
      if (!type) refuse(`Unsupported start tag "${lower}" at byte offset ${bytes(text, at)}`);
      const url = /href\s*=\s*["']?([^"'>]*)/i.exec(attributes)?.[1];
      open.push({ tag: lower, offset: out.length, type, ...(url !== undefined && { url }) });
    }
    at += whole.length;
  }
  const left = open.pop();
  if (left) refuse(`Can't find end tag corresponding to start tag "${left.tag}"`);
  return { text: out, entities };
}

function symbolOf(name: string): string {
  const known: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };
  if (!name.startsWith('#')) return known[name] ?? '';
  return String.fromCodePoint(name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
}

function close(one: Open, end: number, entities: MessageEntity[]): void {
  const place = { offset: one.offset, length: end - one.offset };
  if (place.length === 0 || one.type === 'nothing') return;
  if (one.type === 'text_link') {
    if (one.url) entities.push({ type: 'text_link', ...place, url: one.url });
    return;
  }
  entities.push({ type: one.type, ...place });
}

const markdownMarks: readonly [string, Kind][] = [
  ['```', 'pre'],
  ['`', 'code'],
  ['*', 'bold'],
  ['_', 'italic'],
];
const markdownV2Marks: readonly [string, Kind][] = [
  ['```', 'pre'],
  ['`', 'code'],
  ['||', 'spoiler'],
  ['__', 'underline'],
  ['*', 'bold'],
  ['_', 'italic'],
  ['~', 'strikethrough'],
];

/** The second version nests, and refuses a reserved character that is not escaped. */
function parseMarkdown(text: string, marks: readonly [string, Kind][], second: boolean): Parsed {
  const entities: MessageEntity[] = [];
  const open: (Open & { at: number })[] = [];
  let out = '';
  let at = 0;
  while (at < text.length) {
    const last = open.at(-1);
    const verbatim = last?.type === 'code' || last?.type === 'pre';
    if (text.charAt(at) === '\\' && /[_*[\]()~`>#+\-=|{}.!\\]/.test(text.charAt(at + 1)) && (second || !verbatim)) {
      out += text.charAt(at + 1);
      at += 2;
      continue;
    }
    const mark = marks.find(([sign]) => text.startsWith(sign, at));
    const link = verbatim ? null : /^\]\(([^)]*)\)/.exec(text.slice(at));
    if (last && mark?.[0] === last.tag) {
      close(last, out.length, entities);
      open.pop();
      at += mark[0].length;
    } else if (last?.tag === '[' && link) {
      close({ ...last, url: link[1] ?? '' }, out.length, entities);
      open.pop();
      at += link[0].length;
    } else if (mark && !verbatim && (second || !last)) {
      open.push({ tag: mark[0], offset: out.length, type: mark[1], at });
      at += mark[0].length;
    } else if (text.charAt(at) === '[' && !verbatim && (second || !last)) {
      open.push({ tag: '[', offset: out.length, type: 'text_link', at });
      at += 1;
    } else {
      const sign = text.charAt(at);
      if (second && !verbatim && /[\](){}>#+\-=|.!]/.test(sign)) {
        refuse(`Character '${sign}' is reserved and must be escaped with the preceding '\\'`);
      }
      out += sign;
      at += 1;
    }
  }
  const left = open.pop();
  if (left) refuse(`Can't find end of the entity starting at byte offset ${bytes(text, left.at)}`);
  return { text: out, entities };
}
