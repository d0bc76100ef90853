// Writes what a page says as plain Markdown: blocks with a blank line between them, rows and items right below each other. Knows no
// HTML, and takes time in proportion to what it is given.

import { fenced } from '../../text/fenced.js';

/** An address that is longer says nothing to a reader, and is left out. */
const LONGEST_LINK = 300;
const DEEPEST_QUOTE = 3;

export class TextWriter {
  readonly links = new Set<string>();
  readonly #lines: string[] = [];
  /** The block under way. */
  #pieces: string[] = [];
  #endsWhite = true;
  /** What the next block begins with, and whether it stands right below another such. */
  #prefix = '';
  #tight = false;
  #wasTight = false;
  #quotes = 0;

  /** Text within a block; white space is folded. */
  text(text: string): void {
    const folded = text.replace(/\s+/g, ' ');
    const added = this.#endsWhite ? folded.trimStart() : folded;
    if (added === '') return;
    this.#pieces.push(added);
    this.#endsWhite = added.endsWith(' ');
  }

  line(): void {
    this.#pieces.push('\n');
    this.#endsWhite = true;
  }

  /** The next cell of a row. */
  cell(): void {
    if (this.#pieces.length === 0) return;
    this.#pieces.push(' | ');
    this.#endsWhite = true;
  }

  /** Ends the block under way, if it says anything. */
  block(): void {
    const text = trimmed(this.#pieces.join(''));
    this.#pieces = [];
    this.#endsWhite = true;
    if (text === '') return;
    this.#write(`${this.#prefix}${text}`, this.#tight);
    this.#prefix = '';
    this.#tight = false;
  }

  /** What follows begins with `prefix`, whatever block it stands in. */
  begin(prefix: string, tight = false): void {
    this.block();
    this.#prefix = prefix;
    this.#tight = tight;
  }

  /** The end of what `begin` began. */
  finish(): void {
    this.begin('');
  }

  /** Behind the last row or item. */
  gap(): void {
    this.finish();
    this.#wasTight = false;
  }

  quote(by: 1 | -1): void {
    this.block();
    this.#quotes = Math.max(0, this.#quotes + by);
  }

  /** Text as it stands. */
  code(text: string): void {
    this.block();
    const shown = text.replace(/^\n/, '').trimEnd();
    if (shown !== '') this.#write(fenced(shown), false);
  }

  /** Where a link begins: for `endLink`. */
  beginLink(): { lines: number; at: number } {
    return { lines: this.#lines.length, at: this.#pieces.length };
  }

  endLink({ lines, at }: { lines: number; at: number }, address: string): void {
    // A link around whole blocks stands behind them.
    const isWithin = this.#lines.length === lines;
    const shown = isWithin ? this.#pieces.slice(at).join('') : 'link';
    const text = shown.replace(/[[\]\s]+/g, ' ').trim();
    if (text === '' || address.length > LONGEST_LINK) return;
    this.links.add(address);
    if (isWithin) this.#pieces.length = at;
    const gap = isWithin && /^\s/.test(shown) ? ' ' : '';
    this.#pieces.push(`${gap}${text === address ? address : `[${text}](${address})`}`);
    this.#endsWhite = false;
    if (isWithin && /\s$/.test(shown)) this.text(' ');
  }

  end(): string {
    this.block();
    return this.#lines.join('\n').trim();
  }

  #write(text: string, tight: boolean): void {
    if (this.#lines.length > 0 && !(tight && this.#wasTight)) this.#lines.push('');
    const quote = '> '.repeat(Math.min(this.#quotes, DEEPEST_QUOTE));
    const lines = text.replace(/[ \t]*\n(?:[ \t]*\n){2,}/g, '\n\n').split('\n');
    for (const line of lines) this.#lines.push(`${quote}${line.trimEnd()}`);
    this.#wasTight = tight;
  }
}

/** Without white space around it, and without the marks of empty cells behind it. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s|]/.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end).trimStart();
}
