// What bringing another assistant's files in would change here, file by file, as texts. Pure: both sides are data. Must never
// take anything of ours away but a template that nobody has touched, and never write down a secret unasked.

import { dayOf, isSnapshot, newFileText } from '../memory-files.js';
import { SHARED_FILES } from '../paths.js';
import { LEGACY, LONG_TERM } from '../sources/long-term.js';
import type { ForeignFile, LeftOut } from './foreign-folder.js';
import { lackingLines } from './lacking.js';
import { siftSecrets } from './secret-lines.js';

export interface OurFile {
  /** '' where nothing is there. */
  text: string;
  exists: boolean;
  /** The lines that the template has at that place, trimmed. */
  template: ReadonlySet<string>;
}

export interface PlannedChange {
  path: string;
  /** Where it comes from, in the other workspace. */
  from: string;
  before: string;
  after: string;
  kind: 'new' | 'replaced' | 'added';
}

export interface ImportOptions {
  /** YYYY-MM-DD. */
  today: string;
  /** What every chat reads is taken over, too. */
  shared: boolean;
  withSecrets: boolean;
  /** Where the long-term memory of main stands here. */
  longTerm: string;
}

export interface Judged {
  change?: PlannedChange;
  left?: LeftOut;
  /** Lines of the other file that hold a secret, from 1. */
  secrets: number[];
}

/** What becomes of one file of theirs; nothing where we have it all already. Not for skills. */
export function judge(file: ForeignFile, ours: OurFile, options: ImportOptions): Judged {
  const { path: from } = file;
  if (SHARED_FILES.includes(from) && !options.shared) {
    return { left: { path: from, why: 'every chat would read it; --shared takes it over all the same' }, secrets: [] };
  }
  const { text: theirs, secrets } = sifted(file, options.withSecrets);
  const path = targetOf(from, options.longTerm);
  const isFresh = !ours.exists || isTemplate(path, ours);
  const after = isFresh ? wholeText(theirs, ours) : withLacking(path, theirs, ours.text, options.today);
  if (theirs.trim() === '' || after === undefined || after === ours.text) return { secrets };
  const kind = !ours.exists ? 'new' : isFresh ? 'replaced' : 'added';
  return { change: { path, from, before: ours.text, after, kind }, secrets };
}

/** A file without the lines that hold a secret. */
export function sifted(file: ForeignFile, withSecrets: boolean): { text: string; secrets: number[] } {
  const { text, lines } = siftSecrets(file.text);
  return { text: withSecrets ? file.text : text, secrets: lines };
}

/** Where a file of theirs goes here. */
export function targetOf(path: string, longTerm: string): string {
  return path === LONG_TERM || path === LEGACY ? longTerm : path;
}

/** Nobody has changed a word of it. */
function isTemplate(path: string, { text, template }: OurFile): boolean {
  const lines = new Set(linesOf(text));
  const own = newFileText(path).trim();
  return (
    [...lines].every((line) => template.has(line)) && [...template].every((line) => lines.has(line) || line === own)
  );
}

/** The first line of ours may say who reads the file, which stays true. */
function wholeText(theirs: string, ours: OurFile): string {
  const [first = ''] = linesOf(ours.text);
  const body = `${theirs.trimEnd()}\n`;
  return first === '' || first.startsWith('#') || body.includes(first) ? body : `${first}\n\n${body}`;
}

function withLacking(path: string, theirs: string, ours: string, today: string): string | undefined {
  const isDated = dayOf(path) !== undefined;
  const lines = lackingLines(theirs, ours, { below: isDated ? 0 : 2 });
  if (lines.length === 0) return undefined;
  const base = ours.trimEnd();
  const title = `## Imported from OpenClaw on ${today}`;
  // Where the last section is that one already, there need be no second.
  const isOpen = base.slice(base.lastIndexOf('\n## ') + 1).startsWith(`${title}\n`);
  const heading = isDated || isOpen ? [] : [title, ''];
  const gap = base === '' || (isDated && !isSnapshot(path) && bulletsMeet(base, lines)) ? [] : [''];
  return `${[...(base === '' ? [] : [base]), ...gap, ...heading, ...lines].join('\n')}\n`;
}

function bulletsMeet(base: string, [first = '']: readonly string[]): boolean {
  const last = base.slice(base.lastIndexOf('\n') + 1);
  return /^\s*[-*+] /.test(last) && /^\s*[-*+] /.test(first);
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
