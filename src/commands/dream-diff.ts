// What a dream would change, line by line, each with where it comes from: short for a chat, as a unified diff for a
// terminal. Pure. Lines are others' words: none can pass for another line, for a source or for markup.

import { structuredPatch } from 'diff';
import type { DreamPlan, PlannedLine, Scope } from '../contracts/index.js';
import { isPointer } from '../memory/dream/file/long-term-blocks.js';
import { fenced } from '../text/fenced.js';
import { placeOf } from '../text/place.js';
import { forTerminal } from '../text/terminal.js';
import { truncate } from '../text/truncate.js';

const SHOWN_PLACES = 6;

export interface ShortView {
  /** So many lines at most, each of so many UTF-16 units. */
  lines: number;
  width: number;
  /** Whether each names the places that it comes from; what is worth a doubt is named always. */
  places: boolean;
}

/** As Markdown, one block for all files; '' of a plan that changes nothing. `left`: so many lines had no room. */
export function shortDiff(
  { lines }: Pick<DreamPlan, 'lines'>,
  scope: Scope,
  view: ShortView,
): { text: string; left: number } {
  const told = lines.filter(({ text }) => text.trim() !== '');
  const shown = told.slice(0, view.lines);
  const paths = [...new Set(shown.map(({ path }) => path))];
  const blocks = paths.map((path) =>
    [
      visible(path),
      ...shown.filter((line) => line.path === path).flatMap((line) => shortLines(line, scope, view)),
    ].join('\n'),
  );
  const text = blocks.length === 0 ? '' : fenced(blocks.join('\n\n'), 'diff');
  return { text, left: told.length - shown.length };
}

function shortLines(line: PlannedLine, scope: Scope, view: ShortView): string[] {
  const words = [
    ...(view.places ? placeWords(line, line.sign === '-' ? 'because of' : 'from') : []),
    ...doubts(line, scope),
  ];
  const to = line.sign === '>' ? moveWords(line) : [];
  const below = [...to, ...words].join(', ');
  return [`${line.sign} ${truncate(visible(line.text), view.width)}`, ...(below === '' ? [] : [`    ${below}`])];
}

/** Every file's difference, and behind each line that comes or goes where it is from. For a terminal. */
export function unifiedDiff(plan: Pick<DreamPlan, 'files' | 'lines'>, scope: Scope): string {
  const find = finder(plan.lines);
  const lines = plan.files.flatMap(({ path, before, after }) => {
    const { hunks } = structuredPatch(path, path, before ?? '', after, '', '', { context: 3 });
    if (hunks.length === 0) return [];
    const head = [`--- ${before === undefined ? '/dev/null' : visible(path)}`, `+++ ${visible(path)}`];
    const body = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`,
      ...lines.map((line) => `${visible(line)}${comment(line, path)}`),
    ]);
    return [...head, ...body];
  });
  return forTerminal(lines.join('\n'));

  // Behind every line with words stands one, so that nothing within a line can pass for it.
  function comment(line: string, path: string): string {
    const sign = line.charAt(0);
    const words = line.slice(1);
    if ((sign !== '+' && sign !== '-') || words.trim() === '') return '';
    const planned = find(path, sign, words);
    const from = isPointer(words)
      ? 'where the moved lines are'
      : planned
        ? origin(planned, sign, scope)
        : /^#{1,6}\s/.test(words)
          ? 'a heading'
          : 'no source';
    return `    ← ${from}`;
  }
}

/** Of no lines: the one that they stand behind. */
function rangeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function origin(line: PlannedLine, sign: '+' | '-', scope: Scope): string {
  const moved = line.sign === '>' ? moveWords(line, sign) : [];
  const words = [...moved, ...placeWords(line), ...doubts(line, scope)];
  return words.length > 0 ? words.join(', ') : 'no source';
}

/** From the words of a line in a file to what was planned about it; each is found once, where there are several alike. */
function finder(
  lines: readonly PlannedLine[],
): (path: string, sign: '+' | '-', text: string) => PlannedLine | undefined {
  const open = new Map<string, PlannedLine[]>();
  for (const line of lines) {
    for (const text of line.text.split('\n')) {
      // What is moved goes here and comes there.
      for (const sign of line.sign === '>' ? ['+', '-'] : [line.sign]) {
        const key = keyOf(line.sign === '>' ? '' : line.path, sign, text);
        const alike = open.get(key);
        if (alike) alike.push(line);
        else open.set(key, [line]);
      }
    }
  }
  return (path, sign, text) => {
    for (const where of [path, '']) {
      const alike = open.get(keyOf(where, sign, text));
      const [first] = alike ?? [];
      if (alike && alike.length > 1) alike.shift();
      if (first) return first;
    }
    return undefined;
  };
}

function keyOf(path: string, sign: string, text: string): string {
  return `${path}\n${sign}\n${bare(text)}`;
}

/** Without what makes it an item of a list, and without its end. */
function bare(text: string): string {
  return text.trim().replace(/^(?:[-*+]|\d{1,3}[.)])\s+/, '');
}

function placeWords({ sources }: PlannedLine, before = ''): string[] {
  if (sources.length === 0) return [];
  const places = [
    ...new Set(sources.map(({ path, from, to }) => visible(placeOf({ path, startLine: from, endLine: to })))),
  ];
  const more = places.length - SHOWN_PLACES;
  const named = [...places.slice(0, SHOWN_PLACES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return [before === '' ? named : `${before} ${named}`];
}

/** What somebody who is asked should know before they say yes. */
function doubts({ trust, passedOn, hand }: PlannedLine, scope: Scope): string[] {
  const said = trustWords(trust, scope);
  return [...(hand ? ['written by hand'] : []), ...(passedOn ? ['quoted'] : []), ...(said === undefined ? [] : [said])];
}

/** Undefined where they are the scope's own people's words. */
function trustWords(trust: PlannedLine['trust'], scope: Scope): string | undefined {
  switch (trust) {
    case 'owner':
      return undefined;
    case 'member':
      return scope.kind === 'main' ? 'somebody else’s words' : undefined;
    case 'model':
      return 'my own words';
    case 'tool':
      return 'by a tool';
    case 'web':
      return 'from the web';
  }
}

/** Where a moved line goes, or behind the line that comes where it was. */
function moveWords({ path, to = path }: PlannedLine, sign: '+' | '-' = '-'): string[] {
  return [sign === '-' ? `moved to ${visible(to)}` : `moved from ${visible(path)}`];
}

const UNSEEN = /(?!\u200c|\u200d|\ufe0f|\t)[\p{C}\p{Default_Ignorable_Code_Point}\u2800\u2028\u2029]/gu;

/** One line, and what the eye would not see in it spelled out: people agree to what they read. */
function visible(text: string): string {
  const line = text.replace(/\r$/, '').replace(/\s*\r?\n\s*/g, ' ');
  return line.replace(
    UNSEEN,
    (hidden) => `⟨U+${(hidden.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}
