// What is told of a wish to forget: how much goes or went, what stays because it rests on more, what could not be done. Pure; of what
// goes it shows words only where whoever asked may read them anyway.

import { oneLine } from '../text/truncate.js';

/** What came of it, or would. */
export interface Forgetting {
  dry: boolean;
  memory: readonly { path: string; lines: number }[];
  conversations: readonly { session: string; entries: number }[];
  rows: Readonly<Record<string, number>>;
  received: number;
  mixed: readonly { path: string; line: number; owner: string }[];
  left: readonly string[];
  shown: readonly string[];
  /** Of the rows in a chat: earlier requests to forget it, which say it as well. */
  asking?: number;
  /** It was begun before, and went on. */
  again?: boolean;
}

/** Nothing says it but whoever asked. */
export function isAskingAlone({ memory, conversations, rows, received, asking = 0 }: Forgetting): boolean {
  const all = Object.values(rows).reduce((sum, one) => sum + one, 0);
  return memory.length + conversations.length + received === 0 && all === asking;
}

const YES = /^(?:yes|ja|oui|sí|si|是|はい|네)[.!。！]?$/iu;

export function isYes(text: string): boolean {
  return YES.test(text);
}

const SHOWN_CHARS = 120;
const MOST = 20;

export function isNothing({ memory, conversations, rows, received }: Forgetting): boolean {
  return memory.length + conversations.length + Object.keys(rows).length + received === 0;
}

/** In a chat nobody is told how the database is made. */
export function forgettingLines(of: Forgetting, chat = false): string[] {
  const { dry, memory, conversations, rows, received, mixed, left, again = false } = of;
  const lines = memory.reduce((sum, one) => sum + one.lines, 0);
  const entries = conversations.reduce((sum, one) => sum + one.entries, 0);
  const all = Object.values(rows).reduce((sum, one) => sum + one, 0);
  const head = isNothing(of)
    ? again
      ? 'Forgotten: it went before I was started anew.'
      : 'I found nothing of it.'
    : [
        dry ? 'This would be forgotten:' : 'Forgotten:',
        ...(lines === 0 ? [] : [`- ${counted(lines, 'line')} in ${counted(memory.length, 'file')} of memory`]),
        ...(entries === 0
          ? []
          : [`- ${counted(entries, 'entry', 'entries')} in ${counted(conversations.length, 'conversation')}`]),
        ...(all === 0
          ? []
          : chat
            ? [`- ${counted(all, 'further trace')} of it, such as messages in my queues`]
            : [`- ${counted(all, 'row')} of the database (${named(rows)})`]),
        ...(received === 0 ? [] : [`- ${counted(received, 'received file')}`]),
        ...memory.slice(0, MOST).map(({ path, lines: some }) => `  ${path}: ${some}`),
        ...more(memory.length),
      ].join('\n');
  const stays = mixed.length === 0 ? [] : ['', 'This rests on others too, so it stays; look at it yourself:'];
  return [
    head,
    ...stays,
    ...mixed.slice(0, MOST).map(({ path, line, owner }) => `- ${path}:${line} (${owner})`),
    ...more(mixed.length),
    ...leftLines(left, dry),
  ];
}

/** Of what was begun before a kill: what went then is not known any more. */
export function goneOnLines(left: readonly string[]): string[] {
  return ['Forgotten: it went before I was started anew.', ...leftLines(left, false)];
}

function leftLines(left: readonly string[], dry: boolean): string[] {
  if (left.length === 0) return [];
  return ['', dry ? 'This would be left:' : 'This is left:', ...left.map((one) => `- ${one}`)];
}

/** For the chat whose words they are. */
export function shownLines({ shown }: Forgetting): string[] {
  return shown.map((line) => `> ${oneLine(line, SHOWN_CHARS)}`);
}

function named(rows: Readonly<Record<string, number>>): string {
  return Object.entries(rows)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ');
}

function more(count: number): string[] {
  return count > MOST ? [`- and ${count - MOST} more`] : [];
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
