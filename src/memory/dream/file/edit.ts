// Puts checked operations into the text of a long-term file, and says of each line that comes or goes why. Pure. Every byte that
// no operation is about stays as it is: ends of lines, blank lines, comments, order.

import type { Claim, Importance, LongTermEntry, PlannedLine, SourceLines, Trust } from '../../../contracts/index.js';
import { endOfLine, splitLines, withoutEnd } from '../../lines.js';
import { pinnedLines } from '../../pins.js';
import { type CheckedOperation, targetsOf } from './check-operations.js';
import { dayOfNote } from './long-term.js';
import { rejoined } from './long-term-blocks.js';
import { kindOf, withBullet } from './long-term-sections.js';

/** Dated notes below one line. */
const MOST_NOTES = 3;
/** Of the source lines of one planned line. */
const MOST_SOURCES = 12;

export interface EditParts {
  /** The night's day, YYYY-MM-DD. */
  night: string;
  path: string;
  importanceOf(text: string): Importance;
}

type Written = Exclude<CheckedOperation, { op: 'move' }>;

/** `entries`: of this very text. Moves are not done here. */
export function editLongTerm(
  text: string,
  entries: readonly LongTermEntry[],
  accepted: readonly CheckedOperation[],
  { night, path, importanceOf }: EditParts,
): { text: string; lines: PlannedLine[] } {
  const eol = endOfLine(text);
  const lines = splitLines(text);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const planned: PlannedLine[] = [];
  /** What stands in the place of a line instead, by index; nothing where it only goes. */
  const instead = new Map<number, string[]>();

  for (const operation of accepted) {
    if (operation.op === 'add' || operation.op === 'move') continue;
    // In the order of the file; what is gone or taken is not touched again.
    const targets = targetsOf(operation)
      .flatMap(({ id }) => byId.get(id) ?? [])
      .sort((a, b) => a.lines.from - b.lines.from);
    if (targets.some(({ lines: { from, to } }) => from < 1 || to > lines.length || instead.has(from - 1))) continue;
    const news = 'text' in operation ? replacement(operation, operation.text, targets, lines, night) : [];
    const kept = news.flatMap(({ line, isKept }) => (isKept ? [line] : []));
    for (const [index, target] of targets.entries()) replace(operation, target, index === 0 ? news : [], kept);
    planned.push(...news.filter(({ isKept }) => !isKept).map((one) => comes(operation, one)));
  }

  let result = splitLines(rejoined(lines, instead, eol).join(''));
  for (const operation of accepted) {
    if (operation.op !== 'add') continue;
    const bullet = `- ${operation.text}`;
    result = withBullet(result, bullet, kindOf(importanceOf(operation.text)), eol);
    planned.push(comes(operation, { line: bullet, trust: operation.trust }));
  }
  return { text: result.join(''), lines: planned };

  function replace(
    operation: Written,
    { lines: { from, to }, hand }: LongTermEntry,
    news: readonly NewLine[],
    kept: string[],
  ): void {
    for (let index = from - 1; index < to; index++) {
      instead.set(index, []);
      const line = withoutEnd(lines[index] ?? '');
      const stays = kept.indexOf(line);
      if (stays >= 0) kept.splice(stays, 1);
      else if (line.trim() !== '') planned.push(goes(operation, line, hand));
    }
    const isLast = to === lines.length && !(lines[to - 1] ?? '').endsWith('\n');
    const put = news.map(({ line }) => line + eol);
    if (isLast && put.length > 0) put.push(withoutEnd(put.pop() ?? ''));
    instead.set(from - 1, news.length === 0 && from === 1 && lines[0]?.startsWith('\ufeff') ? ['\ufeff'] : put);
  }

  function goes(operation: Written, line: string, hand: boolean): PlannedLine {
    return { sign: '-', path, text: line, ...why(operation, operation.trust), ...(hand ? { hand } : {}) };
  }

  function comes(operation: Written, { line, trust }: NewLine): PlannedLine {
    return { sign: '+', path, text: line, ...why(operation, trust) };
  }
}

interface NewLine {
  line: string;
  trust: Trust;
  /** It stood there already. */
  isKept?: boolean;
}

/** The new bullet in the manner of the first target's, and below it what was so before, newest first. */
function replacement(
  operation: Written,
  text: string,
  targets: readonly LongTermEntry[],
  lines: readonly string[],
  night: string,
): NewLine[] {
  const first = targets[0];
  if (!first) return [];
  const old = withoutEnd(lines[first.lines.from - 1] ?? '');
  const [, mark = '', indent = '', bullet = '- '] = /^(\ufeff?)([ \t]*)((?:[-*+•]|\d{1,9}[.)])[ \t]+)?/.exec(old) ?? [];
  const below = `${indent}${' '.repeat(Math.min(6, Math.max(2, bullet.trimEnd().length + 1)))}`;
  const of = (target: LongTermEntry) => lines.slice(target.lines.from - 1, target.lines.to).map(withoutEnd);
  const isPinned = targets.flatMap(of).some((line) => pinnedLines([line])[0]);
  const pin = isPinned && !text.includes('📌') ? ' 📌' : '';
  const fresh =
    operation.op === 'supersede'
      ? targets.map((target) => ({
          line: `${below}- until ${newsDay(operation, night)}: ${once(target.text)}`,
          trust: target.trust,
        }))
      : [];
  const earlier = targets
    .flatMap((target) =>
      of(target).flatMap((line) => (dayOfNote(line) === undefined ? [] : [noteBelow(line, below, target, first)])),
    )
    .sort((a, b) => (dayOfNote(b.line) ?? '').localeCompare(dayOfNote(a.line) ?? ''));
  const byLine = new Map([...fresh, ...earlier].map((note) => [note.line, note]));
  const notes = [...byLine.values()].slice(0, MOST_NOTES);
  return [{ line: `${mark}${indent}${bullet}${text}${pin}`, trust: operation.trust }, ...notes];
}

function noteBelow(line: string, below: string, target: LongTermEntry, first: LongTermEntry): NewLine {
  const placed = target === first ? line : below + line.trimStart();
  return { line: placed, trust: target.trust, ...(placed === line ? { isKept: true } : {}) };
}

/** What was so, as one line; it is kept in sight no longer. */
function once(text: string): string {
  return text
    .replaceAll('📌', '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' · ');
}

function why({ sources, passedOn }: Written, trust: Trust): Pick<PlannedLine, 'sources' | 'trust' | 'passedOn'> {
  return { sources: linesOf(sources), trust, ...(passedOn ? { passedOn } : {}) };
}

function linesOf(claims: readonly Claim[]): SourceLines[] {
  const found = new Map<string, SourceLines>();
  for (const { source } of claims.flatMap(({ entries }) => entries)) {
    found.set(`${source.path}:${source.from}-${source.to}`, source);
  }
  return [...found.values()].slice(-MOST_SOURCES);
}

/** The last day on which the news was told; the night's where no source knows one. */
function newsDay({ sources }: Written, night: string): string {
  const days = sources.flatMap((claim) => claim.days.at(-1) ?? []).sort();
  return days.at(-1) ?? night;
}
