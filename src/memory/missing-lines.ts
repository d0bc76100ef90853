// What one memory file says and another lacks, in pieces that can be added to it: an entry with what hangs on it, by the
// section that it stands in. Pure.

import { markLines, splitLines, withoutEnd } from './lines.js';

export interface MissingPiece {
  /** The heading as it was written; absent before the first one below the title. */
  heading?: string;
  /** Without their ends. */
  lines: string[];
}

/** Nothing is said twice: an entry of which the other file has every line, wherever, is not missing. */
export function missingPieces(from: string, there: string): MissingPiece[] {
  const known = new Set(splitLines(there).map(bare));
  const pieces: MissingPiece[] = [];
  const { blocks, headings } = blocksOf(from);
  for (const { heading: above, lines } of blocks) {
    if (lines.every((line) => known.has(bare(line)))) continue;
    // The title that both have is no section.
    const heading = above !== undefined && /^ {0,3}# /.test(above) && known.has(bare(above)) ? undefined : above;
    const last = pieces.at(-1);
    if (last && last.heading === heading) last.lines.push(...(isBullet(lines[0] ?? '') ? [] : ['']), ...lines);
    else pieces.push(heading === undefined ? { lines } : { heading, lines });
  }
  const used = new Set(pieces.map(({ heading }) => heading));
  // Of sections that say nothing of their own.
  const bareHeadings = headings.filter((one) => !known.has(bare(one)) && !used.has(one));
  return [...pieces, ...bareHeadings.map((one) => ({ lines: [one] }))];
}

/** Entries and paragraphs, each with the section that it stands in; a code fence is never cut. */
function blocksOf(text: string): { blocks: MissingPiece[]; headings: string[] } {
  const lines = splitLines(text);
  const { marks } = markLines(lines);
  const blocks: MissingPiece[] = [];
  const headings: string[] = [];
  let heading: string | undefined;
  let open: string[] | undefined;
  let fenced = false;
  for (const [index, raw] of lines.entries()) {
    const line = withoutEnd(raw).replace(/^\ufeff/, '');
    const level = marks[index]?.heading ?? 0;
    const isFence = level === 0 && /^\s*(`{3,}|~{3,})/.test(line);
    if (!fenced && (level > 0 || line.trim() === '')) {
      open = undefined;
      if (level === 0) continue;
      heading = line.trimEnd();
      headings.push(heading);
      continue;
    }
    if (!open || (!fenced && isBullet(line))) {
      open = [];
      blocks.push(heading === undefined ? { lines: open } : { heading, lines: open });
    }
    open.push(line);
    if (isFence) fenced = !fenced;
  }
  return { blocks, headings };
}

function isBullet(line: string): boolean {
  return /^ ?(?:[-*+]|\d+[.)])\s/.test(line);
}

function bare(line: string): string {
  return line.replace(/^\ufeff/, '').trim();
}
