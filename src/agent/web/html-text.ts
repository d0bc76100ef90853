// What an HTML page says, without what only frames it and without what is hidden. Pure. Nothing in it is run or loaded.

import { Parser } from 'htmlparser2';
import { cleanText } from './clean-text.js';
import { type Attributes, isBlock, isFrame, isSilent } from './html-elements.js';
import { linkIn } from './link.js';
import { TextWriter } from './text-writer.js';

export interface PageText {
  title: string;
  text: string;
  /** Absolute addresses of the links in it. */
  links: string[];
}

/** Deeper than any page is meant to be; what comes behind that is not read. */
const DEEPEST = 500;
/** Less than this is no page: then what seemed its frame is what it says. */
const WORTH = 200;

/** `html` may be cut anywhere; `base` is where it came from. */
export function htmlText(html: string, base: URL): PageText {
  const clean = cleanText(html);
  const page = read(clean, base, true);
  if (page.text.length >= WORTH) return page;
  const whole = read(clean, base, false);
  return whole.text.length > 2 * page.text.length ? whole : page;
}

function read(html: string, base: URL, frameless: boolean): PageText {
  const page = new Reading(base);
  let depth = 0;
  /** The depth of the element that is left out with all it holds. */
  let silence: number | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++;
      if (depth > DEEPEST) parser.pause();
      if (silence !== undefined || depth > DEEPEST) return;
      if (isSilent(name, attributes) || (frameless && isFrame(name, attributes))) silence = depth;
      else page.open(name, attributes);
    },
    onclosetag(name) {
      if (silence === undefined) page.close(name);
      else if (silence === depth) silence = undefined;
      depth--;
    },
    ontext(text) {
      if (silence === undefined) page.text(text);
    },
  });
  parser.write(html);
  if (depth <= DEEPEST) parser.end();
  return page.end();
}

type OpenLink = ReturnType<TextWriter['beginLink']> & { address: string };

/** What was written of a page so far, and inside what. */
class Reading {
  readonly #writer = new TextWriter();
  readonly #lists: { count: number | undefined }[] = [];
  readonly #links: (OpenLink | undefined)[] = [];
  #base: URL;
  #title: string | undefined;
  #inTitle = false;
  /** Text as it stands, inside `pre`. */
  #code: string | undefined;

  constructor(base: URL) {
    this.#base = base;
  }

  text(text: string): void {
    if (this.#inTitle) this.#title = `${this.#title ?? ''}${text}`;
    else if (this.#code !== undefined) this.#code += text;
    else this.#writer.text(text);
  }

  open(name: string, attributes: Attributes): void {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) this.#writer.begin(`${'#'.repeat(Number(level))} `);
    else if (isBlock(name)) this.#writer.block();
    else this.#opens.get(name)?.(attributes);
  }

  close(name: string): void {
    if (isBlock(name)) this.#writer.block();
    else if (/^h[1-6]$/.test(name)) this.#writer.finish();
    else this.#closes.get(name)?.();
  }

  end(): PageText {
    // What was written as &#8203; and the like came only out of the parser.
    const title = cleanText(this.#title ?? '').replace(/\s+/g, ' ');
    return { title: title.trim(), text: cleanText(this.#writer.end()), links: [...this.#writer.links] };
  }

  readonly #opens = byName<(attributes: Attributes) => void>({
    title: () => {
      this.#inTitle = this.#title === undefined;
    },
    base: ({ href }) => {
      this.#base = linkIn(href, this.#base)?.url ?? this.#base;
    },
    br: () => {
      if (this.#code === undefined) this.#writer.line();
      else this.#code += '\n';
    },
    hr: () => this.#writer.block(),
    ul: () => this.#beginList(undefined),
    ol: () => this.#beginList(0),
    li: () => this.#writer.begin(this.#itemMark(), true),
    tr: () => this.#writer.begin('', true),
    table: () => this.#writer.gap(),
    td: () => this.#writer.cell(),
    th: () => this.#writer.cell(),
    blockquote: () => this.#writer.quote(1),
    pre: () => {
      this.#code = '';
    },
    img: ({ alt = '' }) => {
      if (alt.trim() !== '') this.#writer.text(`(picture: ${alt.trim()})`);
    },
    a: ({ href }) => {
      const link = this.#code === undefined ? linkIn(href, this.#base) : undefined;
      this.#links.push(link && { ...this.#writer.beginLink(), address: link.address });
    },
  });

  readonly #closes = byName<() => void>({
    title: () => {
      this.#inTitle = false;
    },
    ul: () => this.#endList(),
    ol: () => this.#endList(),
    li: () => this.#writer.finish(),
    tr: () => this.#writer.finish(),
    table: () => this.#writer.gap(),
    blockquote: () => this.#writer.quote(-1),
    pre: () => {
      if (this.#code !== undefined) this.#writer.code(this.#code);
      this.#code = undefined;
    },
    a: () => {
      const link = this.#links.pop();
      if (link) this.#writer.endLink(link, link.address);
    },
  });

  #beginList(count: number | undefined): void {
    if (this.#lists.length > 0) this.#writer.block();
    else this.#writer.gap();
    this.#lists.push({ count });
  }

  #endList(): void {
    this.#lists.pop();
    if (this.#lists.length > 0) this.#writer.finish();
    else this.#writer.gap();
  }

  #itemMark(): string {
    const list = this.#lists.at(-1);
    const indent = '  '.repeat(Math.min(Math.max(0, this.#lists.length - 1), 4));
    if (list?.count === undefined) return `${indent}- `;
    list.count++;
    return `${indent}${list.count}. `;
  }
}

/** Names that a page makes up find nothing in a map. */
function byName<T>(entries: Record<string, T>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}
