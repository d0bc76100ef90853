// Where a line of memory comes from, as a sentence: for a chat without ids and accounts, for the operator with them. Pure.

import type { Hit, LineOrigin, Scope, Trust } from '../contracts/index.js';
import { localDay } from '../text/local-time.js';
import { holdsSecret } from '../text/secrets.js';
import { oneLine } from '../text/truncate.js';
import { focusOn } from './focus.js';

/** A line of a hit that says something. */
export interface FoundLine {
  path: string;
  /** From 1, in the file. */
  line: number;
  text: string;
}

const MOST_LINES = 3;

/** The lines of a hit that hold what was asked for, without headings; only of files that people read. */
export function foundLines(hit: Hit, query: string): FoundLine[] {
  if (hit.corpus !== 'memory' || /^[^/]*:/.test(hit.path)) return [];
  const focused = focusOn(hit, query);
  const lines = focused.snippet.split('\n').map((text, at) => ({
    path: focused.path,
    line: Math.min(focused.startLine + at, focused.endLine),
    text,
  }));
  return lines
    .filter(({ text }) => text.trim() !== '' && !/^\s*(?:#{1,6}\s|<!--|[-*_]{3,}\s*$)/.test(text))
    .slice(0, MOST_LINES);
}

/** Somebody's line, quoted; a key that was written down is not told once more. */
export function quotedLine(text: string): string {
  return holdsSecret(text) ? '> A line with a password or a key in it' : `> ${oneLine(text.trim(), 200)}`;
}

const WAYS: Record<NonNullable<LineOrigin['by']>, string> = {
  flush: 'I wrote it down from a conversation',
  dream: 'I kept it when I tidied my notes',
  tool: 'I noted it in a conversation',
  command: 'a command wrote it down',
  system: 'it is kept from the end of a conversation',
  hand: 'somebody wrote it by hand',
};

/** One sentence for people in the chat of that scope: how it came there, when, and whose words they are. */
export function originSentence(origin: LineOrigin, scope: Scope, timezone: string): string {
  const { by, at, row, entries = [] } = origin;
  if (by === undefined || by === 'hand') {
    const day = at === undefined ? '' : `, seen on ${localDay(at, timezone)}`;
    return `Somebody wrote it into the file by hand${day}${revision(row)}.`;
  }
  const day = at === undefined ? '' : ` on ${localDay(at, timezone)}`;
  const days = by === 'dream' ? logDays(entries) : [];
  const from = days.length > 0 ? `, from what was noted on ${days.join(', ')}` : '';
  return `${capital(WAYS[by])}${day}${from}; ${whoseWords(origin.trust, scope)}${revision(row)}.`;
}

/** Whose words these are, seen from a chat of the scope. */
function whoseWords(trust: Trust, scope: Scope): string {
  switch (trust) {
    case 'owner':
      return scope.kind === 'main' ? 'these are your own words' : 'these are the words of my owner';
    case 'member':
      if (scope.kind === 'person') return 'these are your own words';
      return scope.kind === 'group' ? 'this is what a member said' : 'this is what somebody else said';
    case 'web':
      return 'this is what a web page, or a text that somebody passed on, says';
    case 'tool':
      return 'this is what a tool answered';
    case 'model':
      return 'these are my own words: nobody said them';
  }
}

/** The days of the logs that it was taken from, at most three. */
function logDays(entries: readonly string[]): string[] {
  const days = entries.flatMap((entry) => /(?:^|\/)memory\/(?:.*\/)?(\d{4}-\d{2}-\d{2})[^/]*$/.exec(entry)?.[1] ?? []);
  return [...new Set(days)].sort().slice(0, 3);
}

const WRITERS: Record<NonNullable<LineOrigin['by']>, string> = {
  flush: 'the flush',
  dream: 'a dream',
  tool: 'a tool',
  command: 'a command',
  system: 'the end of a conversation',
  hand: 'a hand',
};

/**
 * The same for the operator: `written 2026-11-29 by the flush from what telegram:42 said, trust owner, revision 12`.
 * `speakers`: whose entries it rests on.
 */
export function originLine(origin: LineOrigin, speakers: readonly string[], timezone: string): string {
  const { trust, by, at, who, row, entries = [] } = origin;
  const day = at === undefined ? '' : ` ${localDay(at, timezone)}`;
  if (by === undefined || by === 'hand') return `by hand${day === '' ? '' : `, seen${day}`}${revisionTail(row)}`;
  const places = entries.filter((entry) => entry.includes(':') && entry.includes('/')).slice(0, MOST_LINES);
  const from = [
    ...(speakers.length > 0 ? [`from what ${speakers.join(', ')} said`] : []),
    ...(places.length > 0 ? [`from ${places.join(', ')}`] : []),
    ...(speakers.length === 0 && who !== undefined && who !== 'system' ? [`for ${who}`] : []),
  ];
  const words = [`written${day} by ${WRITERS[by]}`, ...from].join(' ');
  return `${words}, trust ${trust}${revisionTail(row)}`;
}

function revisionTail(row: number | undefined): string {
  return row === undefined ? '' : `, revision ${row}`;
}

function revision(row: number | undefined): string {
  return row === undefined ? '' : ` (revision ${row})`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
