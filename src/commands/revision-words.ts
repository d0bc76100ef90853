// Revisions of memory files in words: one line each, one with its lines, a file line by line. For a chat as Markdown, for a
// terminal as text. Pure. What a file says is others' words: none can pass for another line or for markup.

import type { LineOrigin, PastRevision, Provenance, ShownRevision, Undone } from '../contracts/index.js';
import { fenced } from '../text/fenced.js';
import { localTime } from '../text/local-time.js';
import { forTerminal } from '../text/terminal.js';
import { oneLine } from '../text/truncate.js';

const LINE_WIDTH = 200;

const BY: Record<Provenance['by'], string> = {
  tool: 'by a tool',
  command: 'by a command',
  flush: 'from a conversation',
  dream: 'at night',
  hand: 'by hand',
  system: 'by itself',
};

/** `12 · 2026-11-29 09:00 · MEMORY.md · by hand · +5 −1`. */
export function revisionLine(revision: PastRevision, timezone: string): string {
  const { row, at, path } = revision;
  const parts = [`${row}`, localTime(at, timezone), path, wayOf(revision), sizeOf(revision)];
  if (revision.undone) parts.push('taken back');
  return parts.join(' · ');
}

function wayOf({ undoes, by }: PastRevision): string {
  return undoes === undefined ? BY[by] : `takes ${undoes} back`;
}

function sizeOf({ added, removed }: PastRevision): string {
  if (added === 0 && removed === 0) return 'no change';
  return [...(added > 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(' ');
}

/** Its line, why it was made, and its lines, so many of them. As Markdown. */
export function revisionText(revision: ShownRevision, timezone: string, most: number): string {
  const { lines, reason } = revision;
  const shown = lines.slice(0, most).map(({ sign, text }) => `${sign} ${oneLine(text, LINE_WIDTH)}`);
  const left = lines.length - shown.length;
  return [
    revisionLine(revision, timezone),
    `Why: ${oneLine(reason, LINE_WIDTH)}`,
    ...(shown.length > 0 ? [fenced(shown.join('\n'), 'diff')] : []),
    ...(left > 0 ? [`(${left} more lines)`] : []),
  ].join('\n');
}

/** As plain text, whole: for whoever may read every file anyway. */
export function revisionLines(revision: ShownRevision, timezone: string): string[] {
  const { who, reason, lines } = revision;
  return [
    `${revisionLine(revision, timezone)} · ${who}`,
    `Why: ${oneLine(reason, LINE_WIDTH)}`,
    ...lines.map(({ sign, text }) => `${sign} ${text}`),
  ];
}

export function undoneText({ undoes, row, path, changed }: Undone): string {
  if (!changed) return `Nothing of revision ${undoes} was left in ${path}.`;
  return `Revision ${undoes} is taken back in ${path}; what was written since stays. That is revision ${row}, which can be taken back, too.`;
}

/** `3: - tea`, and below it `revision 12, 2026-11-29 09:00, by a tool (console:owner), trust: owner`. For a terminal. */
export function blameLine(
  { line, text, origin }: { line: number; text: string; origin: LineOrigin },
  timezone: string,
  isTemplate = false,
): string {
  const { row, at, by, who, trust, entries = [] } = origin;
  const from =
    row === undefined || at === undefined || by === undefined
      ? isTemplate
        ? 'came with the workspace'
        : 'by hand'
      : [
          `revision ${row}`,
          localTime(at, timezone),
          by === 'hand' ? 'by hand' : `${BY[by]}${who === undefined || who === 'system' ? '' : ` (${who})`}`,
          `trust: ${trust}`,
          ...(entries.length > 0 ? [`from ${entries.join(', ')}`] : []),
        ].join(', ');
  return forTerminal(`${line}: ${oneLine(text, LINE_WIDTH)}\n    ${from}`);
}
