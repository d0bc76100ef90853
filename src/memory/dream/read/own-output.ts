// Which files and lines dreams have written themselves, ours and those of other products, by path and by mark: read again as
// evidence they would prove themselves. Pure.

const PATH = /(?:^|\/)(?:DREAMS\.md$|topics\/|\.?dream(?:s|ing)?\/)/iu;
const OURS = /<!--\s*nightjar:dream\s*-->/i;
const OURS_END = /<!--\s*\/nightjar:dream\s*-->/i;
const OTHERS = /<!--[^>]{0,80}dream[^>]{0,80}:\s*start\s*-->/i;
const OTHERS_END = /<!--[^>]{0,80}dream[^>]{0,80}:\s*end\s*-->/i;

export function isDreamPath(path: string): boolean {
  return PATH.test(path);
}

interface Block {
  begin: RegExp;
  end: RegExp;
}

const BLOCKS: readonly Block[] = [
  { begin: OURS, end: OURS_END },
  { begin: OTHERS, end: OTHERS_END },
];

/**
 * For each line whether it stands in a dream's block, its marks included. A block without an end goes to the end of its section:
 * up to the next heading, or up to one of the same level where it begins with a heading itself.
 */
export function dreamLines(lines: readonly string[]): boolean[] {
  const found: boolean[] = [];
  while (found.length < lines.length) {
    const at = found.length;
    const line = lines[at] ?? '';
    const block = line.includes('<!--') ? BLOCKS.find(({ begin }) => begin.test(line)) : undefined;
    if (!block) found.push(OURS_END.test(line) || OTHERS_END.test(line));
    else for (let end = endOf(lines, at, block); found.length < end; ) found.push(true);
  }
  return found;
}

/** The first line behind the block. */
function endOf(lines: readonly string[], start: number, { begin, end }: Block): number {
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (end.test(line)) return at + 1;
    if (at > start && begin.test(line)) break;
  }
  let at = start + 1;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at++;
  const level = levelOf(lines[at] ?? '') || LOWEST;
  if (level === LOWEST) at--;
  for (at++; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const other = levelOf(line);
    if ((other > 0 && other <= level) || begin.test(line)) return at;
  }
  return lines.length;
}

const LOWEST = 6;

function levelOf(line: string): number {
  return /^ {0,3}(#{1,6})(?:\s|$)/.exec(line)?.[1]?.length ?? 0;
}
