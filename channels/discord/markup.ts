// Writes styled stretches in Discord's Markdown. Discord reads it with regular expressions, one mark after the other, so
// what is safe here follows from those and not from CommonMark. Decides no cuts.

import type { Stretch } from '../../src/text/reply-layout.js';
import { type Step, stepsOf } from '../../src/text/reply-slice.js';
import { addressOf, isBare, isLabel } from './dialect.js';
import { escaped } from './escape.js';

/** Nobody sees it, and it belongs to no mark: it parts what Discord would read as one. */
const NOTHING = '\u200b';

/** One message. Every mark that is opened is closed in it. */
export function markup(stretches: readonly Stretch[]): string {
  const steps = stepsOf(stretches);
  const writer = new Writer(stretches);
  const closing: string[] = [];
  steps.forEach((step, index) => {
    const { stretch } = step;
    if (step.does === 'text') writer.text(stretch, closing.includes('>'));
    else if (step.mark === 'box') writer.fence(stretch, step.does === 'open');
    else if (step.does === 'close') writer.close(closing.pop() ?? '', stretch);
    else {
      // Nothing in an address is a mark.
      const [opens, closes] = closing.includes('>') ? ['', ''] : signsOf(step.mark, steps, index);
      writer.open(opens, stretch);
      closing.push(closes);
    }
  });
  return writer.result();
}

function signsOf(mark: string, steps: readonly Step[], index: number): [opens: string, closes: string] {
  if (mark === 'bold') return ['**', '**'];
  if (mark === 'strike') return ['~~', '~~'];
  const inside = steps.slice(
    index + 1,
    steps.findIndex((one, at) => at > index && one.does === 'close' && one.mark === mark),
  );
  const url = steps[index]?.stretch.url ?? '';
  if (mark === 'url') {
    const label = inside.map((one) => (one.does === 'text' ? one.stretch.text : '')).join('');
    if (isBare(url, label)) return ['<', '>'];
    return isLabel(label) ? ['[', `](${addressOf(url)})`] : ['', ''];
  }
  if (mark !== 'italic') return ['', ''];
  // An underscore in an address would end italics that began with one.
  return inside.some((one) => one.stretch.url?.includes('_')) ? ['*', '*'] : ['_', '_'];
}

class Writer {
  private readonly marks: { brackets: boolean; underscores: boolean };
  private out = '';
  private lineStart = true;
  /** Whether a mark of a block could stand here: at the beginning of a line, or behind the sign of an item. */
  private blockStart = true;
  private closed = '';

  constructor(stretches: readonly Stretch[]) {
    const text = stretches.map((one) => `${one.text}${one.url ?? ''}`).join('\n');
    const italics = stretches.some((one) => one.italic);
    this.marks = {
      brackets: text.includes('](') || stretches.some((one) => one.url !== undefined),
      underscores: italics || /(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/.test(text),
    };
  }

  result(): string {
    return this.out;
  }

  text(stretch: Stretch, asIs: boolean): void {
    if (stretch.box) this.put(withoutFences(this.code(stretch)), stretch);
    else if (stretch.code) this.put(inlineCode(this.code(stretch)), stretch);
    else if (stretch.marker || asIs) this.put(stretch.text, stretch);
    else this.put(escaped(stretch.text, { ...this.marks, lineStart: this.blockStart }), stretch);
    if (stretch.marker) this.blockStart = true;
  }

  open(sign: string, stretch: Stretch): void {
    if (sign !== '' && this.closed.startsWith(sign.charAt(0))) this.put(NOTHING, stretch);
    this.put(sign, stretch);
  }

  close(sign: string, stretch: Stretch): void {
    if (sign === '~~' && this.out.endsWith('~')) this.put(NOTHING, stretch);
    this.put(sign, stretch);
    if (sign !== '') this.closed = sign;
  }

  fence(stretch: Stretch, opens: boolean): void {
    if (!opens) this.put('\n```', stretch);
    else this.put(`${this.lineStart ? '' : '\n'}\`\`\`${stretch.box?.language ?? ''}\n`, stretch);
  }

  /** A link that was begun above would end at such a bracket, and code knows no backslash. */
  private code({ text }: Stretch): string {
    return this.marks.brackets ? text.replace(/(?<=(?:^|\])[^[\]]*\])(?=\()/g, NOTHING) : text;
  }

  /** Each line of a quote and of a heading gets its sign. */
  private put(raw: string, { quote, heading }: Stretch): void {
    if (raw === '') return;
    if (isOneWith(this.closed, raw) || (raw.startsWith('`') && this.out.endsWith('`'))) this.out += NOTHING;
    this.closed = '';
    raw.split('\n').forEach((line, index) => {
      if (index > 0) {
        if (this.lineStart && quote) this.out += '> ';
        this.out += '\n';
        this.lineStart = true;
        this.blockStart = true;
      }
      if (line === '') return;
      if (this.lineStart) this.out += `${quote ? '> ' : ''}${heading ? `${'#'.repeat(heading)} ` : ''}`;
      this.out += line;
      this.lineStart = false;
      this.blockStart &&= line.trim() === '';
    });
  }
}

/** Whether Discord would not see a mark end because of what stands behind it. */
function isOneWith(closed: string, next: string): boolean {
  if (closed === '_') return /^[A-Za-z0-9_]/.test(next);
  return closed === '~~' && /^[_~]/.test(next);
}

/** A fence is three backticks to Discord and never more, so none may stand in the code. */
function withoutFences(code: string): string {
  return code.replace(/`(?=``)/g, `\`${NOTHING}`);
}

/** As above: two backticks around code with single ones, and a space where both would meet, which Discord takes away. */
function inlineCode(code: string): string {
  if (!code.includes('`')) return `\`${code}\``;
  const inside = code.replace(/`(?=`)/g, `\`${NOTHING}`);
  return `\`\`${inside.startsWith('`') ? ' ' : ''}${inside}${inside.endsWith('`') ? ' ' : ''}\`\``;
}
