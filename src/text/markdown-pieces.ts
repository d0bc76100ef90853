// Cuts Markdown where its parts do not depend on each other, so that a parser sees only what needs one and never more
// than it can take at once. Fenced code is taken out here; everything else keeps its source, character by character.

export interface Piece {
  /** 'plain' holds no syntax, or too much of it; `text` of 'code' is what stands between the fences. */
  kind: 'plain' | 'markdown' | 'code';
  text: string;
  /** Whether a blank line stood before it. */
  apart: boolean;
  /** Behind the opening fence. */
  info?: string;
}

/** Longest piece for the parser in UTF-16 units: some of its steps cost the square of it. */
const MAX_PIECE = 8_000;
/** Neighbours are parsed as one up to this length, because every call has its price. */
const MERGED = 4_000;
/** A text with reference definitions is one piece up to this length: its links may point anywhere. */
const MAX_WHOLE = 8_000;
/** Marks of emphasis or brackets in one piece, which are paired by looking at all of them. */
const MAX_PAIRED = 1_000;
/** Signs of syntax in the whole text, weighed by what they cost. What stands behind is shown as it was written. */
const MAX_SIGNS = 20_000;
const BLOCK_WEIGHT = 5;

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:/m;
const FENCE = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
/** A fence inside a list, or one that is indented: which of both only a parser knows. */
const INNER_FENCE = /^(?=[ \t]|[-+*]|\d)[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const LIST_ITEM = /^[ \t]*(?:[-+*]|\d{1,9}[.)])(?:[ \t]|$)/;
const BLOCK_SIGN = /^[ \t]*(?:[-+*#>|]|\d{1,9}[.)])/gm;
/** Anything that Markdown could read as syntax, generously. */
const SYNTAX = /[\\`*_~[\]<>&|@]|:\/\/|www\.|mailto:|xmpp:|^[ \t#+:-]|^\d{1,9}[.)]/im;
/** More containers on one line than people write; the parser would go as deep. */
const TOO_DEEP =
  /^(?![-*_ \t]+$)(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){11}/m;

/** The pieces of a text in order. `source` has `\n` line ends. */
export function piecesOf(source: string): Piece[] {
  if (!SYNTAX.test(source)) return [{ kind: 'plain', text: source, apart: false }];
  const whole = source.length <= MAX_WHOLE && DEFINITION.test(source);
  const found: Piece[] = whole ? [{ kind: 'markdown', text: source, apart: false }] : cutAtBlanks(source);
  let signs = 0;
  return merged(found)
    .flatMap((piece) => (piece.kind === 'markdown' && piece.text.length > MAX_PIECE ? chopped(piece) : piece))
    .map((piece) => {
      if (piece.kind !== 'markdown') return piece;
      signs += count(piece.text, /[^\p{L}\p{M}\p{N} ]/gu) + BLOCK_WEIGHT * count(piece.text, BLOCK_SIGN);
      return signs > MAX_SIGNS || isTooMuch(piece.text) ? { ...piece, kind: 'plain' } : piece;
    });
}

function isTooMuch(text: string): boolean {
  return TOO_DEEP.test(text) || count(text, /[*_~]+/g) > MAX_PAIRED || count(text, /\[/g) > MAX_PAIRED;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * A line at the margin behind a blank one continues nothing, unless it is an item of an open list or stands in fenced
 * code; a fence at the margin always begins a block of its own.
 */
function cutAtBlanks(source: string): Piece[] {
  const found: Piece[] = [];
  const lines = source.split('\n');
  let from = 0;
  let apart = false;
  let listed = false;
  let inner: string | undefined;
  const flush = (to: number) => {
    const text = lines.slice(from, to).join('\n');
    if (text.trim() !== '') found.push({ kind: SYNTAX.test(text) ? 'markdown' : 'plain', text, apart });
    from = to;
    listed = false;
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (isBlank(line)) continue;
    const blankBefore = i > 0 && isBlank(lines[i - 1] ?? '');
    const fence = FENCE.exec(line);
    if (fence && inner !== undefined) break;
    if (fence) {
      flush(i);
      const end = closingFence(lines, i + 1, fence[1] ?? fence[3] ?? '');
      const info = (fence[2] ?? fence[4] ?? '').trim();
      found.push({ kind: 'code', text: lines.slice(i + 1, end).join('\n'), apart: blankBefore, info });
      i = end;
      from = end + 1;
      apart = isBlank(lines[end + 1] ?? '');
      continue;
    }
    const item = LIST_ITEM.test(line);
    if (blankBefore && inner === undefined && !/^[ \t]/.test(line) && !(item && listed)) {
      flush(i);
      apart = true;
    }
    listed ||= item;
    inner = innerFence(line, inner);
  }
  flush(lines.length);
  return found;
}

/** Other white space than these is text to Markdown. */
function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** The line that closes a fence, or the end of the text. */
function closingFence(lines: readonly string[], from: number, fence: string): number {
  for (let i = from; i < lines.length; i += 1) if (closes(lines[i] ?? '', fence)) return i;
  return lines.length;
}

function closes(line: string, fence: string): boolean {
  const marks = /^ {0,3}(`+|~+)[ \t]*$/.exec(line)?.[1];
  return marks !== undefined && marks[0] === fence[0] && marks.length >= fence.length;
}

function innerFence(line: string, open: string | undefined): string | undefined {
  if (open !== undefined) return closes(line.trimStart(), open) ? undefined : open;
  return INNER_FENCE.exec(line)?.[1];
}

function merged(found: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of found) {
    const last = result.at(-1);
    const joins = last?.kind === 'markdown' && piece.kind === 'markdown' && piece.apart;
    if (joins && last.text.length + piece.text.length < MERGED) last.text += `\n\n${piece.text.replace(/^\s*\n/, '')}`;
    else result.push({ ...piece });
  }
  return result;
}

/** At line ends. A line that is too long alone is shown as it was written. */
function chopped(piece: Piece): Piece[] {
  const result: Piece[] = [];
  let rest = piece.text;
  let apart = piece.apart;
  while (rest.length > MAX_PIECE) {
    const before = rest.lastIndexOf('\n', MAX_PIECE);
    const at = before > 0 ? before : rest.indexOf('\n', MAX_PIECE);
    const end = at < 0 ? rest.length : at;
    result.push({ kind: before > 0 ? 'markdown' : 'plain', text: rest.slice(0, end), apart });
    apart = rest.startsWith('\n\n', end);
    rest = rest.slice(end + 1);
  }
  return [...result, { kind: 'markdown', text: rest, apart }];
}
