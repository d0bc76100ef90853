// A fetched page as lines of readable text, whatever kind of page it is. Pure.

import { ToolError } from '../../contracts/index.js';
import { truncate } from '../../text/truncate.js';
import { decodePage, type Written } from './charset.js';
import { cleanText } from './clean-text.js';
import { feedText, isFeed } from './feed-text.js';
import { htmlText, type PageText } from './html-text.js';
import { addressesIn } from './named-addresses.js';
import { kindByLook } from './page-kind.js';

/** Of a line, in UTF-16 units: short enough that a page of lines can end anywhere. */
const LONGEST_LINE = 300;
/** A link with its address, which is not torn, or a word. */
const PIECE = /\[[^\][\n]{1,200}\]\([^\s)]{1,400}\)|[^\s[]+|\s+|./gs;
const LINK = /^\[.+\]\(/s;

export interface ReadablePage {
  title: string;
  lines: string[];
  /** Addresses that stand in the lines. */
  links: string[];
}

/** Throws a ToolError for what turns out to be no text. */
export function readablePage(page: Written & { final: URL }): ReadablePage {
  const raw = decodePage(page);
  const kind = page.kind === 'unknown' ? kindByLook(raw) : page.kind;
  if (kind === undefined) throw new ToolError('It is no text, and web_fetch reads nothing else.');
  const { title, text, links } = textOf(raw, kind, page.final);
  return { title, lines: text === '' ? [] : text.split('\n').flatMap(wrapped), links };
}

function textOf(raw: string, kind: 'html' | 'text' | 'json' | 'xml', base: URL): PageText {
  if (kind === 'html' || (kind === 'xml' && /<html[\s>]/i.test(raw.slice(0, 1_024)))) return htmlText(raw, base);
  if (kind === 'xml' && isFeed(raw)) return feedText(raw, base);
  const text = cleanText(kind === 'json' ? indented(raw) : raw)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { title: '', text, links: [...addressesIn(text)] };
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 1);
  } catch {
    return json;
  }
}

/** One line as several of at most about LONGEST_LINE, which is how Markdown reads a paragraph anyway. */
function wrapped(line: string): string[] {
  if (line.length <= LONGEST_LINE) return [line];
  const lines: string[] = [];
  let now = '';
  for (const [piece] of line.matchAll(PIECE)) {
    if (now !== '' && now.length + piece.length > LONGEST_LINE) {
      lines.push(now.trimEnd());
      now = '';
    }
    let rest = now === '' ? piece.trimStart() : piece;
    while (rest.length > LONGEST_LINE && !LINK.test(rest)) {
      const part = truncate(rest, LONGEST_LINE, '') || rest.slice(0, LONGEST_LINE);
      lines.push(part);
      rest = rest.slice(part.length);
    }
    now += rest;
  }
  if (now.trim() !== '') lines.push(now.trimEnd());
  return lines;
}
