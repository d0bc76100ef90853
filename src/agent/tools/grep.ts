// The tool `grep`: lines that hold a text, in the files of the workspace that this chat may read. Literal text alone: nothing
// that a model writes can make it slow.

import { z } from 'zod';
import { MemoryError, type MemoryView, type Tool, ToolError } from '../../contracts/index.js';
import { foldText } from '../../text/segment.js';
import { oneLine, truncate } from '../../text/truncate.js';
import { lowestTrust } from '../../text/trust.js';
import { filesBelow } from './list.js';

const MAX_FILES = 1_000;
const MAX_HITS = 50;
const MAX_LINE = 240;
/** Of a line before its hit. */
const BEFORE = 80;
const MOST_MARKS = 20;
const MAX_FILE_BYTES = 1_000_000;
const MAX_BYTES = 8_000_000;
const MAX_MS = 3_000;

const args = z.object({
  text: z.string().min(1).max(200).describe('The words as they stand there, in any language; no pattern'),
  folder: z.string().max(500).optional().describe('Only below it; default: all'),
});

export const grepTool: Tool<z.infer<typeof args>> = {
  name: 'grep',
  description: `Finds exact words in files of the workspace, whatever their case, as path:line: text, at most ${MAX_HITS} lines. For facts and earlier talk memory_search finds more.`,
  args,
  group: 'files',
  profile: 'assistant',
  apart: 'free',
  allowed: () => true,
  async run({ text, folder = '' }, { memory, signal }) {
    const wanted = foldText(text.replaceAll('\r\n', '\n'));
    if (wanted.trim() === '' || wanted.includes('\n')) throw new ToolError('Give words that stand in one line.');
    const list = await filesBelow(memory.files({ folder, limit: MAX_FILES }), folder);
    const until = performance.now() + MAX_MS;
    const found: Found[] = [];
    let count = 0;
    let bytes = 0;
    let skipped = list.left;
    for (const { path, bytes: size } of list.files) {
      const isOver = found.length >= MAX_HITS || performance.now() > until || signal.aborted;
      if (isOver || size > MAX_FILE_BYTES || bytes + size > MAX_BYTES) {
        skipped++;
        continue;
      }
      bytes += size;
      const hits = hitsIn(path, await textOf(memory, path), wanted);
      count += hits.length;
      found.push(...hits.slice(0, MAX_HITS - found.length));
    }
    const notes = [
      ...(count > found.length ? [`(${count - found.length} more lines left out. Give more words.)`] : []),
      ...(skipped > 0 || list.more ? [`(${skipped || 'Some'} files not looked into. Name a folder.)`] : []),
    ];
    const lines = found.map(({ path, line, at, whole }) => `${oneLine(path, 500)}:${line}: ${around(whole, at)}`);
    const trust = lowestTrust(found.flatMap(({ path, whole }) => memory.trustOf(path, [whole])));
    return {
      content: [...(lines.length > 0 ? lines : ['Nothing found.']), ...notes].join('\n'),
      details: { trust: lines.length > 0 ? trust : 'tool' },
    };
  },
};

interface Found {
  path: string;
  line: number;
  whole: string;
  /** Where in the line, nearly: folding may make a text longer or shorter. */
  at: number;
}

/** What is gone, or not to be read, holds nothing. */
async function textOf(memory: MemoryView, path: string): Promise<string> {
  try {
    const { text } = await memory.read(path);
    return text.includes('\0') ? '' : text;
  } catch (error) {
    if (error instanceof MemoryError) return '';
    throw error;
  }
}

function hitsIn(path: string, text: string, wanted: string): Found[] {
  const folded = foldText(text);
  if (!folded.includes(wanted)) return [];
  // Folding makes and takes no ends of line.
  const lines = text.split('\n');
  return folded.split('\n').flatMap((line, index): Found[] => {
    const at = line.indexOf(wanted);
    return at < 0 ? [] : [{ path, line: index + 1, whole: lines[index] ?? '', at }];
  });
}

/** The part of a line around its hit; begins and ends between characters. */
function around(line: string, at: number): string {
  if (line.length <= MAX_LINE) return line;
  let from = Math.max(0, Math.min(at, line.length) - BEFORE);
  const least = from - MOST_MARKS;
  while (from > Math.max(0, least) && /^[\p{M}\p{Cf}\udc00-\udfff]/u.test(line.slice(from))) from--;
  return `${from > 0 ? '…' : ''}${truncate(line.slice(from), MAX_LINE)}`;
}
