// What a text in Markdown says, free of its syntax: blocks of runs. Both renderers read this and nothing else.
// Holds no offsets into the source and knows no platform.

/** Text in one style. Code carries no other style but a link; `url` is as written, of any scheme, without white space. */
export interface Run {
  text: string;
  bold?: true;
  italic?: true;
  strike?: true;
  code?: true;
  url?: string;
}

export interface ListItem {
  /** Whether a blank line stood before it; false for the first. */
  apart: boolean;
  /** Of a task list. */
  checked?: boolean;
  blocks: Block[];
}

export type Alignment = 'left' | 'right' | 'center';

/** `apart`: whether a blank line stood before the block; false for the first. */
export type Block = { apart: boolean } & (
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'heading'; depth: number; runs: Run[] }
  | { kind: 'code'; text: string; language?: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start?: number; items: ListItem[] }
  | { kind: 'table'; align: (Alignment | undefined)[]; head: Run[][]; rows: Run[][][] }
  | { kind: 'rule' }
);

export type TableBlock = Extract<Block, { kind: 'table' }>;

/** Whether anybody sees anything of a text: white space, control, format and filler characters are nothing. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
