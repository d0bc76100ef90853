// The short entry that a night leaves in DREAMS.md: what was learned, what changed, what was let go, what was on people's minds.
// Pure. It stands between marks by which it is known wherever it may be copied to: no dream reads it again.

import type { DreamPlan, PlannedLine, SourceLines } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';
import { isPointer } from './file/long-term-blocks.js';

/** What a dream wrote stands between these. */
const BEGIN = '<!-- nightjar:dream -->';
const END = '<!-- /nightjar:dream -->';
const SHOWN_LINES = 20;
const SHOWN_CHARS = 200;

/** `folder`: where the diary stands, with its slash; links are relative to it. */
export function diaryLines({ lines, moved, themes, refused }: DreamPlan, folder: string): string[] {
  const came = lines.filter(({ sign, text }) => sign === '+' && isEntry(text));
  const went = lines.filter(({ sign, text }) => sign === '-' && isEntry(text));
  return [
    BEGIN,
    ...part('Learned', came, (line) => `${words(line)}${from(line.sources, folder)}`),
    ...part('Let go or replaced', went, words),
    ...(moved.length === 0 ? [] : [`Moved for room: ${counted(moved.length)} to ${places(moved, folder)}.`, '']),
    ...(themes.length === 0
      ? []
      : [`On people's minds: ${themes.map(({ name }) => oneLine(name, 40)).join(', ')}.`, '']),
    ...themes.flatMap(({ open }) => (open === undefined ? [] : [`- Still open: ${oneLine(open, SHOWN_CHARS)}`])),
    ...(refused.length === 0 ? [] : [`Left out by the rules: ${refused.length}.`, '']),
    END,
  ];
}

export function undoneLines(): string[] {
  return [BEGIN, 'This was taken back.', END];
}

function part(title: string, lines: readonly PlannedLine[], say: (line: PlannedLine) => string): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - SHOWN_LINES;
  return [
    `${title}:`,
    '',
    ...lines.slice(0, SHOWN_LINES).map((line) => `- ${say(line)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    '',
  ];
}

function isEntry(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !/^\s*#/.test(text) && !isPointer(text);
}

function words({ text }: PlannedLine): string {
  return oneLine(text.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ''), SHOWN_CHARS);
}

function from(sources: readonly SourceLines[], folder: string): string {
  const [first] = sources;
  if (first === undefined) return '';
  const more = sources.length > 1 ? ` and ${sources.length - 1} more` : '';
  return ` ([${first.path}:${first.from}](${linkTo(first.path, folder)})${more})`;
}

function places(moved: DreamPlan['moved'], folder: string): string {
  return [...new Set(moved.map(({ path }) => path))].map((path) => `[${path}](${linkTo(path, folder)})`).join(', ');
}

function linkTo(path: string, folder: string): string {
  const relative = path.startsWith(folder) ? path.slice(folder.length) : path;
  return encodeURI(relative).replaceAll('(', '%28').replaceAll(')', '%29');
}

function counted(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}
