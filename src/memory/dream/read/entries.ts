// What stands in a log, in the tail of a session or in a conversation, as entries that know their lines. Pure, linear. Never reads
// what a dream wrote, never takes the assistant's words for a person's; what machines wrote says so.

import type { LineOrigin, LogEntry, Scope, Trust } from '../../../contracts/index.js';
import { sentencesOf } from '../../../text/sentences.js';
import { truncate } from '../../../text/truncate.js';
import { lowestTrust } from '../../../text/trust.js';
import { splitLines, withoutEnd } from '../../lines.js';
import { type EntryWords, entryWords, speakerOf } from './entry-words.js';
import { isLabel, type LogBlock, logBlocks } from './log-blocks.js';
import { isMachineHeading } from './machine-words.js';
import { dreamLines, isDreamPath } from './own-output.js';
import { type SaidLine, snapshotLines } from './snapshot-blocks.js';

export interface EntryFile {
  path: string;
  /** YYYY-MM-DD. */
  day: string;
  kind: LogEntry['kind'];
}

export interface EntryParts {
  scope: Scope;
  /** Of raw lines, without their ends. */
  originsOf(lines: readonly string[]): LineOrigin[];
  /** Whether no person began what a session did. */
  isMachine(session: string): boolean;
}

/** Of one file: a conversation says its newest last, so its end is kept. */
const MOST_SENTENCES: Readonly<Record<LogEntry['kind'], number>> = { log: 5_000, snapshot: 400, transcript: 2_000 };
const BREAK = ' ⏎ ';

/** In the order of the file. */
export function logEntries(text: string, file: EntryFile, parts: EntryParts): LogEntry[] {
  if (isDreamPath(file.path)) return [];
  const lines = splitLines(text.replace(/^\ufeff/, '')).map(withoutEnd);
  if (file.kind === 'transcript') return newest(saidEntries(transcriptLines(lines), file, parts), file.kind);
  const skipped = dreamLines(lines);
  const tail = file.kind === 'snapshot' ? snapshotLines(lines) : undefined;
  if (!tail) return dailyEntries(lines, skipped, file, parts);
  const said = saidEntries(
    tail.said.filter(({ at }) => !skipped[at]),
    file,
    parts,
  );
  const added = dailyEntries(
    lines,
    skipped.map((skip, at) => skip || tail.own[at] === true),
    file,
    parts,
  );
  return newest(
    [...said, ...added].toSorted((a, b) => a.source.from - b.source.from),
    file.kind,
  );
}

function newest(entries: LogEntry[], kind: LogEntry['kind']): LogEntry[] {
  return entries.slice(-MOST_SENTENCES[kind]);
}

function dailyEntries(
  lines: readonly string[],
  skipped: readonly boolean[],
  file: EntryFile,
  parts: EntryParts,
): LogEntry[] {
  const origins = parts.originsOf(lines);
  const unread = skipped.map((skip, at) => skip || origins[at]?.by === 'dream');
  for (let at = 0; at < frontMatter(lines); at++) unread[at] = true;
  const blocks = logBlocks(lines, unread);
  const labels = new Set(blocks.flatMap(({ under }) => (under ? [under.line] : [])));
  return blocks
    .filter(({ text, from }) => !(isLabel(text) && labels.has(from)))
    .flatMap((block) => dailyEntry(block, origins, file, parts) ?? [])
    .slice(-MOST_SENTENCES.log);
}

/** How many lines at the beginning are data for programs. */
function frontMatter(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  const end = lines.slice(1, 50).findIndex((line) => line.trimEnd() === '---');
  return end < 0 ? 0 : end + 2;
}

function dailyEntry(
  block: LogBlock,
  origins: readonly LineOrigin[],
  file: EntryFile,
  parts: EntryParts,
): LogEntry | undefined {
  const { from, to, under, heading } = block;
  const label = under && isLabel(under.text) ? under : undefined;
  const words = entryWords(label ? `${label.text} ${block.text}` : block.text);
  const speaker = words.speaker ?? (under && speakerOf(under.root));
  const resting = [...(label ? [label.line] : []), ...rangeOf(from, to)].flatMap((at) => origins[at] ?? []);
  const isPersons = resting.every(({ by }) => by === 'command');
  const machine =
    (!isPersons && (words.machine || isMachineHeading(heading))) ||
    resting.some(({ by, session }) => by === 'system' || (session !== undefined && parts.isMachine(session)));
  const wanted = resting.some(({ by }) => by === 'command' || by === 'tool');
  return entryOf(
    { ...words, machine, asked: words.asked || wanted, passedOn: words.passedOn || block.quoted },
    speaker,
    lowestTrust(resting.map(({ trust }) => trust)),
    { from, to },
    file,
  );
}

function rangeOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

function saidEntries(said: readonly SaidLine[], file: EntryFile, { scope, isMachine }: EntryParts): LogEntry[] {
  const session = /(?:^|\/)sessions\/([^/]+)\.jsonl$/.exec(file.path)?.[1];
  const ran = session !== undefined && isMachine(session);
  const trust: Trust = scope.kind === 'main' ? 'owner' : 'member';
  let quoted: string | undefined;
  return said.flatMap((line) => {
    if (!line.passed) quoted = undefined;
    // Whoever is quoted stands in front of the first of their lines.
    const named = line.passed ? /^([^:：\s][^:：]{0,60}): (?=\S)/u.exec(line.text) : null;
    quoted = named?.[1] ?? quoted;
    const speaker = line.passed ? quotedName(quoted) : scope.kind === 'group' ? line.who : undefined;
    return sentencesOf(line.text.slice(named?.[0].length ?? 0)).flatMap((sentence) => {
      if (FILE.test(sentence)) return [];
      const words = entryWords(sentence);
      const whole = { ...words, text: words.speaker === undefined ? words.text : sentence };
      const told = { ...whole, passedOn: line.passed || words.passedOn, machine: ran || words.machine };
      return entryOf(told, speaker, line.passed ? 'member' : trust, { from: line.at, to: line.at }, file) ?? [];
    });
  });
}

/** As in daily logs: whoever is quoted did not say it here, and nobody may speak for them. Leaves room for the mark. */
function quotedName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `${truncate(name, 25)} (quoted)`;
}

/** The name of a file that was sent. */
const FILE = /^(?:\[(?:image|voice|file) [^\]]*\]\s*)+$/i;

/** `Name: words`, one line for each message, an empty one where nothing is said. */
function transcriptLines(lines: readonly string[]): SaidLine[] {
  return lines.flatMap((line, at) => {
    const mark = line.indexOf(': ');
    const who = line.slice(0, mark);
    if (mark < 1 || who === 'assistant') return [];
    return line
      .slice(mark + 2)
      .split(BREAK)
      .map((text) => ({ at, text, who, passed: false }));
  });
}

/** Nobody passes for the owner by their name. */
function notOwner(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters === 'owner' || letters === 'theowner' ? `${name} (member)` : name;
}

function entryOf(
  { text, passedOn, asked, machine }: EntryWords,
  speaker: string | undefined,
  trust: Trust,
  { from, to }: { from: number; to: number },
  { path, day, kind }: EntryFile,
): LogEntry | undefined {
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) return undefined;
  return {
    text,
    source: { path, from: from + 1, to: to + 1 },
    day,
    kind,
    ...(speaker === undefined || speaker === '' ? {} : { speaker: trust === 'owner' ? speaker : notOwner(speaker) }),
    trust,
    ...(passedOn ? { passedOn: true } : {}),
    ...(asked && !machine && !passedOn ? { asked: true } : {}),
    ...(machine ? { machine: true } : {}),
  };
}
