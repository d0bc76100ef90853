// From what a model or the rules want written to the lines that are: shaped, attributed, judged, each once, no secrets. Pure.

import type { Scope, Trust } from '../../contracts/index.js';
import { flattenNote, noteBullets } from '../../memory/daily-log.js';
import type { KnownLines } from '../../text/known-lines.js';
import { localClock } from '../../text/local-time.js';
import { holdsSecret } from '../../text/secrets.js';
import { foldText, isUnspaced } from '../../text/segment.js';
import { isSupported, wordsIn } from '../../text/support.js';
import { truncate } from '../../text/truncate.js';
import { asStatement, isOthers } from '../others-words.js';
import type { Said } from '../said.js';
import { type Ground, groundsOf, type ToolTrust, trustOfLine } from '../trust.js';

const MOST_LINES = 40;
/** UTF-16 units. */
const MOST_CHARS = 1_000;

export interface FlushedLine {
  /** As it will stand in the log. */
  bullet: string;
  trust: Trust;
  /** Ids of the transcript entries that it rests on. */
  entries: string[];
}

export interface Candidate {
  /** May have several lines. */
  text: string;
  /** What it rests on; undefined for a label that names nothing. */
  from: readonly (Said | undefined)[];
  /** It is the speaker's own sentence, which in a group always says whose. */
  verbatim?: boolean;
}

export interface LinesOf {
  scope: Scope;
  timezone: string;
  /** The whole piece. Not empty where there is a candidate. */
  said: readonly Said[];
  known: KnownLines;
  toolTrust: ToolTrust;
  /** Every name that the owner goes by here. */
  owners: readonly string[];
}

export function checkedLines(candidates: readonly Candidate[], piece: LinesOf): FlushedLine[] {
  const grounds = groundsOf(piece.said, piece.toolTrust);
  const byEntry = new Map(grounds.map((ground) => [ground.entry, ground]));
  const lines: FlushedLine[] = [];
  for (const candidate of candidates) {
    for (const plain of flattenNote(candidate.text)) {
      const text = truncate(plain, MOST_CHARS);
      if (lines.length >= MOST_LINES || holdsSecret(plain)) continue;
      const line = judged(text, candidate, piece, grounds, byEntry);
      if (line === undefined || piece.known.has(line.bullet)) continue;
      piece.known.add(line.bullet);
      lines.push(line);
    }
  }
  return lines;
}

function judged(
  text: string,
  { from, verbatim = false }: Candidate,
  { scope, timezone, said, owners }: LinesOf,
  grounds: readonly Ground[],
  byEntry: ReadonlyMap<string, Ground>,
): FlushedLine | undefined {
  const cited = from.filter((one) => one !== undefined);
  const trust = trustOfLine(
    text,
    from.map((one) => one && byEntry.get(one.id)),
    grounds,
  );
  const newest = cited.reduce<Said | undefined>((best, one) => (best && best.at > one.at ? best : one), undefined);
  const at = newest ?? said.at(-1);
  if (at === undefined) return undefined;
  const speaker = isPersons(scope, trust, verbatim) ? speakerOf(text, cited) : undefined;
  // Whoever quotes somebody does not speak for them, and nobody passes for the owner.
  const claimed =
    speaker !== undefined && !speaker.owner && (speaker.how === 'quoted' || isOwnersName(speaker.name, owners));
  const name = claimed ? `${truncate(speaker.name, SHORT_NAME, '')} (${speaker.how})` : speaker?.name;
  const clock = localClock(at.at, timezone);
  const pins = trust === 'owner';
  const leads = name === undefined || (!claimed && beginsWith(text, name)) ? {} : { said: name };
  const stated = isOthers(scope, trust) ? asStatement(text, trust) : text;
  const plain = scope.kind === 'group' && speaker === undefined ? withLead(text, trust) : stated;
  const [bullet] = noteBullets(plain, { clock, pins, ...leads });
  if (bullet === undefined) return undefined;
  return { bullet, trust, entries: [...new Set(newest ? cited.map(({ id }) => id) : [at.id])] };
}

/** In a group a line is a member's claim, or the speaker's own sentence; what stands bare there is the owner's. */
function isPersons(scope: Scope, trust: Trust, verbatim: boolean): boolean {
  return scope.kind === 'group' && (trust === 'member' || verbatim);
}

/**
 * What no person said says so itself. Several words without quotation marks: a person of that name has them, so that nobody
 * can pass for it.
 */
function withLead(text: string, trust: Trust): string {
  const source = SOURCES[trust];
  if (source === undefined) return text;
  return foldText(text).startsWith(foldText(`${source} said`)) ? text : `${source} said: ${text}`;
}

const SOURCES: Readonly<Partial<Record<Trust, string>>> = {
  model: 'The assistant',
  tool: 'A tool',
  web: 'A web page',
};

/** UTF-16 units; leaves room for what tells apart. */
const SHORT_NAME = 25;

function isOwnersName(name: string, owners: readonly string[]): boolean {
  const plain = letters(name);
  return plain !== '' && ['owner', 'theowner', ...owners.map(letters)].includes(plain);
}

/** What is left of a name once signs and spaces are gone, which two may differ in without looking different. */
function letters(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]/gu, '');
}

interface Speaker {
  name: string;
  owner: boolean;
  how: 'member' | 'quoted';
}

/** Whose statement it is: the newest who said it themselves, else whoever's words were passed on; '' for nobody known. */
function speakerOf(text: string, cited: readonly Said[]): Speaker {
  const people = cited.filter(({ kind }) => kind === 'person').reverse();
  const own = people.find((one) => isSupported(text, wordsIn(one.text, one.who)));
  if (own) return speakerBy(own);
  for (const { entry } of people) {
    if (entry.type !== 'user') continue;
    const others = [...(entry.quoted ?? []), ...(entry.around ?? [])];
    const other = others.find((one) => isSupported(text, wordsIn(one.text, one.from)));
    if (other) return { name: other.from, owner: false, how: 'quoted' };
  }
  const [first] = people;
  return first ? speakerBy(first) : { name: '', owner: false, how: 'member' };
}

function speakerBy({ who, entry }: Said): Speaker {
  return { name: who, owner: entry.type === 'user' && entry.from.role === 'owner', how: 'member' };
}

function beginsWith(text: string, name: string): boolean {
  const [line, begin] = [foldText(text).replace(/^[“"'`*]+/, ''), foldText(name).trim()];
  if (begin === '' || !line.startsWith(begin)) return false;
  const unspaced = isUnspaced(begin.codePointAt(begin.length - 1) ?? 0);
  return unspaced || !/^[\p{L}\p{N}]/u.test(line.slice(begin.length));
}
