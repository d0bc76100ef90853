// Lays blocks out as one text with styled stretches, as a platform's readers shall see it, and notes where it may be cut.
// Knows the platform by its dialect alone; limits and syntax are the business of those who read the layout.

import { type Block, isVisible, type ListItem, type Run, type TableBlock } from './blocks.js';
import { isSameStyle } from './markdown-runs.js';
import { gridOf, listOf } from './reply-table.js';

/** What a platform can show. */
export interface Dialect {
  /** What stands before an item of a list, and before open and done tasks. */
  signs: { item: string; open: string; done: string };
  /** Headings are shown as such down to this level, others as bold lines. */
  headings: number;
  /** Widest table that is shown as columns; a wider one becomes a list. */
  tableColumns: number;
  /** What a tab in code becomes. */
  tab: string;
  /** Whether the platform can show `label` as a link to `url`; if not, the address follows the label. */
  links(url: string, label: string): boolean;
}

/** Code or a table. Neighbours are told apart by being two objects. */
export interface Box {
  language?: string;
  /** Of a table: its first lines, to be shown again where a later part begins in it. */
  head?: string;
}

/** A stretch of one style. A box has no other style but being quoted. */
export interface Stretch extends Run {
  /** Offset in the layout's text, in UTF-16 units. */
  at: number;
  quote?: true;
  box?: Box;
  heading?: number;
  /** The sign before an item of a list: what follows is the beginning of a line. */
  marker?: true;
}

/** Where a new part may begin; 0 is the best rank. */
export interface Break {
  at: number;
  rank: number;
}

export interface Layout {
  text: string;
  stretches: Stretch[];
  breaks: Break[];
}

type Style = Omit<Stretch, 'at' | 'text'>;

/** Where blocks stand: `indent` begins each of their lines but the first. */
interface Place {
  indent: string;
  rank: number;
  quote: boolean;
  listed: boolean;
}

const DEEPEST_INDENT = 16;
const LAST_RANK = 15;

/** `prefix` is plain text in front, on a line of its own unless a paragraph follows. */
export function layOut(blocks: readonly Block[], dialect: Dialect, prefix = ''): Layout {
  const builder = new Builder(dialect);
  if (prefix !== '') {
    if (blocks[0]?.kind === 'paragraph') builder.add(prefix, {});
    else builder.add(`${prefix.trimEnd()}\n`, {});
  }
  builder.blocks(blocks, { indent: '', rank: 0, quote: false, listed: false });
  return builder.layout();
}

class Builder {
  private readonly dialect: Dialect;
  private readonly stretches: Stretch[] = [];
  private readonly breaks: Break[] = [];
  private length = 0;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  layout(): Layout {
    return { text: this.stretches.map((one) => one.text).join(''), stretches: this.stretches, breaks: this.breaks };
  }

  add(text: string, style: Style): void {
    if (text === '') return;
    const last = this.stretches.at(-1);
    if (last && isSameStretch(last, style)) last.text += text;
    else this.stretches.push({ at: this.length, text, ...style });
    this.length += text.length;
  }

  blocks(blocks: readonly Block[], place: Place): void {
    blocks.forEach((block, index) => {
      const before = blocks[index - 1];
      if (before) {
        this.newLine(block.apart, place, this.isBoxed(block, place));
        this.mayBreak(place.rank + (announces(before) ? 1 : 0));
      }
      this.block(block, place);
    });
  }

  private newLine(apart: boolean, place: Place, atMargin = false): void {
    this.add(`${apart ? '\n\n' : '\n'}${atMargin ? '' : place.indent}`, quoted(place));
  }

  private mayBreak(rank: number): void {
    this.breaks.push({ at: this.length, rank: Math.min(rank, LAST_RANK) });
  }

  /** Whether a block begins at the margin, however deep it stands. */
  private isBoxed(block: Block, place: Place): boolean {
    if (block.kind === 'table') return gridOf(block, this.dialect.tableColumns) !== undefined;
    return block.kind === 'code' || (block.kind === 'quote' && !place.quote);
  }

  private block(block: Block, place: Place): void {
    switch (block.kind) {
      case 'paragraph':
        this.runs(block.runs, place);
        break;
      case 'heading': {
        const shown = block.depth <= this.dialect.headings && !place.listed;
        this.runs(shown ? block.runs : bold(block.runs), place, shown ? { heading: block.depth } : {});
        break;
      }
      case 'code': {
        const box: Box = block.language === undefined ? {} : { language: block.language };
        this.code(block.text.replaceAll('\t', this.dialect.tab), box, place);
        break;
      }
      case 'quote':
        this.quote(block.blocks, { ...place, rank: place.rank + 1 });
        break;
      case 'list':
        this.list(block.items, block.start, place);
        break;
      case 'table':
        this.table(block, place);
        break;
      case 'rule':
        this.add('———', quoted(place));
        break;
    }
  }

  /** A quote within a quote shows its sign: platforms know one level only. */
  private quote(inside: readonly Block[], place: Place): void {
    if (place.quote) this.add('> ', quoted(place));
    const indent = place.quote ? deeper(place.indent, '> ') : '';
    this.blocks(inside, { ...place, quote: true, indent });
  }

  /** Empty lines in code are good places to cut, unless what follows belongs to what stands above. */
  private code(text: string, box: Box, place: Place): void {
    const style: Style = { ...quoted(place), box };
    const lines = text.replace(/^(?:[ \t]*\n)+|\s+$/g, '').split('\n');
    lines.forEach((line, index) => {
      if (index > 0) this.add('\n', style);
      if (index > 0 && lines[index - 1] === '' && /^\S/.test(line)) this.mayBreak(place.rank + 1);
      this.add(line, style);
    });
  }

  private list(items: readonly ListItem[], start: number | undefined, place: Place): void {
    items.forEach((item, index) => {
      if (index > 0) {
        this.newLine(item.apart, place);
        this.mayBreak(place.rank + 1);
      }
      const { signs } = this.dialect;
      const box = item.checked === undefined ? signs.item : item.checked ? signs.done : signs.open;
      const number = start === undefined ? '' : `${start + index}.`;
      const sign = number === '' ? box : item.checked === undefined ? number : `${number} ${box.slice(-1)}`;
      this.add(`${sign} `, { ...quoted(place), marker: true });
      const indent = deeper(place.indent, ' '.repeat((number || signs.item).length + 1));
      const inside = { ...place, listed: true, rank: place.rank + 2, indent };
      const first = item.blocks[0];
      if (first && this.isBoxed(first, inside)) this.add('\n', quoted(place));
      this.blocks(item.blocks, inside);
    });
  }

  private table(block: TableBlock, place: Place): void {
    const grid = gridOf(block, this.dialect.tableColumns);
    if (!grid) {
      this.list(listOf(block), undefined, place);
      return;
    }
    const style: Style = { ...quoted(place), box: { head: grid.head } };
    this.add(grid.rows.length > 0 ? grid.head : grid.head.trimEnd(), style);
    grid.rows.forEach((row, index) => {
      if (index > 0) this.add('\n', style);
      if (index > 0) this.mayBreak(place.rank + 1);
      this.add(row, style);
    });
  }

  private runs(runs: readonly Run[], place: Place, style: Style = {}): void {
    const base = { ...quoted(place), ...style };
    const put = ({ text, ...rest }: Run) =>
      this.add(text.includes('\n') ? text.replaceAll('\n', `\n${place.indent}`) : text, { ...rest, ...base });
    for (let i = 0; i < runs.length; ) {
      const url = runs[i]?.url;
      let end = i + 1;
      while (url !== undefined && runs[end]?.url === url) end += 1;
      const group = runs.slice(i, end);
      for (const run of url === undefined ? group : this.link(group, url)) put(run);
      i = end;
    }
  }

  private link(group: readonly Run[], url: string): Run[] {
    const label = group.map((run) => run.text).join('');
    if (isVisible(label) && this.dialect.links(url, label)) return [...group];
    const plain = group.map(({ url: _, ...run }) => run);
    const address = url.replace(/^mailto:/i, '');
    if (label === url || label === address) return plain;
    const shown: Run = this.dialect.links(url, url) ? { text: address, url } : { text: address };
    return [...plain, { text: ' (' }, shown, { text: ')' }];
  }
}

/** Whether what stands below belongs to it: then a part should not end here. */
function announces(block: Block): boolean {
  if (block.kind === 'heading') return true;
  return block.kind === 'paragraph' && /[:：]\s*$/.test(block.runs.at(-1)?.text ?? '');
}

function bold(runs: readonly Run[]): Run[] {
  return runs.map((run) => (run.code ? run : { ...run, bold: true }));
}

function quoted(place: Place): Style {
  return place.quote ? { quote: true } : {};
}

function deeper(indent: string, by: string): string {
  return indent.length >= DEEPEST_INDENT ? indent : indent + by;
}

function isSameStretch(a: Style, b: Style): boolean {
  return (
    isSameStyle(a, b) && a.quote === b.quote && a.box === b.box && a.heading === b.heading && a.marker === b.marker
  );
}
