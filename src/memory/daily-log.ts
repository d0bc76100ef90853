// The shape of what is remembered: one bullet a line, with a time in a daily log, attributed where it is somebody's claim.
// Pure. A note must never be able to forge structure: headings, fences, other bullets, other speakers.

import { oneLine } from '../text/truncate.js';

export interface NoteShape {
  /** 'HH:MM' in a daily log. */
  clock?: string;
  /** The speaker whose statement it is; absent where the scope's own people speak for themselves. */
  said?: string;
  /** They may keep it in sight for good with a 📌; anybody else's words could crowd out the rest of the file with it. */
  pins?: boolean;
}

/** The bullets of a note, one for each of its lines that says something; empty when none does. */
export function noteBullets(text: string, shape: NoteShape): string[] {
  const lead = `- ${shape.clock === undefined ? '' : `${shape.clock} `}${shape.said === undefined ? '' : `${quotedName(shape.said)} said: `}`;
  return flattenNote(text)
    .map((line) => (shape.pins ? line : line.replaceAll('📌', '').trim()))
    .filter((line) => line !== '')
    .map((line) => lead + line);
}

/** Plain lines: no line ends of any kind, control or bidi characters, leading Markdown, fences, comments. */
export function flattenNote(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map(plainLine)
    .filter((line) => /[\p{L}\p{N}\p{S}]/u.test(line));
}

/** Controls, direction marks and invisible characters; the joiners of scripts and emoji stay. */
const INVISIBLE = /(?!\u200c|\u200d)[\p{Cc}\p{Cf}\p{Cs}]/gu;
/** What would begin a block in Markdown: bullets, headings, quotes, fences, tasks, tables, rules. */
const BLOCK = /^(?:\s+|[-*+•](?=\s|$)|#{1,6}(?=\s|$)|>|`{3,}|~{3,}|\[[ xX]\](?=\s)|\|)+/;

function plainLine(line: string): string {
  const plain = line.replace(/\t/g, ' ').replace(INVISIBLE, '').replace(BLOCK, '').trim();
  if (/^[-=*_~`\s]*$/.test(plain)) return '';
  return plain.replaceAll('<!--', '<! --');
}

/** A display name that cannot pass for more than a name: several words stand in quotation marks. */
function quotedName(name: string): string {
  const plain = oneLine(name, 40)
    .replace(/["“”「」:<>`*_#[\]|\\]/g, '')
    .trim();
  if (plain === '') return 'somebody';
  return /^[\p{L}\p{N}\p{M}-]+$/u.test(plain) ? plain : `“${plain}”`;
}
