// Reads a model's Markdown, once for all channels: CommonMark with GitHub's tables, task lists, strikethrough, autolinks
// and footnotes. HTML is text. The only importer of the parser. Never throws, whatever the text, finished or not.

import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Block, Run } from './blocks.js';
import { markCjkEmphasis } from './cjk-emphasis.js';
import { type Piece, piecesOf } from './markdown-pieces.js';
import { blocksOf } from './markdown-tree.js';

/**
 * Off are HTML, which would hide text or Markdown in it, and underlined headings: in a draft that breaks off behind
 * `- ` the whole paragraph before would be one. A single tilde means "about".
 */
const syntax = [gfm({ singleTilde: false }), { disable: { null: ['htmlFlow', 'htmlText', 'setextUnderline'] } }];
/** Without the second search for addresses through the finished tree, which costs as much as the rest. */
const tree = [gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension)];

/**
 * The blocks of a text, in order; none if nothing is to be seen. Line breaks stay, control characters go, lone surrogates
 * become U+FFFD. A text of excessive length or nesting is understood in part and shown as it was written for the rest.
 */
export function parseMarkdown(markdown: string): Block[] {
  const source = cleaned(markdown);
  const blocks = piecesOf(source).flatMap(parsePiece);
  if (blocks.length > 0) return blocks;
  return plainBlocks(source, false);
}

/** Line separators are line ends; the object replacement character stands for nothing, so it is free as a mark. */
function cleaned(markdown: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to go.
  if (!/[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029\ud800-\udfff\ufeff\ufffc]/.test(markdown)) return markdown;
  return (
    markdown
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
      .replace(/\r\n?|[\u000b\u000c\u2028\u2029]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufeff\ufffc]/g, '')
      .replace(/\p{Cs}/gu, '\ufffd')
  );
}

function parsePiece(piece: Piece): Block[] {
  if (piece.kind === 'code') return codeBlock(piece);
  if (piece.kind === 'plain') return plainBlocks(piece.text, piece.apart);
  try {
    const marked = markCjkEmphasis(piece.text);
    const root = fromMarkdown(marked, { extensions: syntax, mdastExtensions: tree });
    const blocks = blocksOf(root, marked);
    if (blocks[0]) blocks[0].apart = piece.apart;
    return blocks;
  } catch {
    return plainBlocks(piece.text, piece.apart);
  }
}

function codeBlock({ text, info = '', apart }: Piece): Block[] {
  if (text.trim() === '') return [];
  const language = /^[\w+#.-]{1,30}(?=\s|$)/.exec(info)?.[0];
  return [{ kind: 'code', text, apart, ...(language && { language }) }];
}

/** Paragraphs between blank lines, white space at the ends of lines taken away. */
function plainBlocks(text: string, apart: boolean): Block[] {
  return text
    .split(/\n(?:[ \t]*\n)+/)
    .map((paragraph): Run => ({ text: paragraph.replace(/[ \t]+$/gm, '').replace(/^\n+|\n+$/g, '') }))
    .filter((run) => run.text.trim() !== '')
    .map((run, index) => ({ kind: 'paragraph', runs: [run], apart: index > 0 || apart }));
}
