// From what a model or the rules want written to the lines that are: shaped, attributed, judged, each once, no secrets. Pure.

import type { Scope, Trust } from '../../contracts/index.js';
import { flattenNote, noteBullets } from '../../memory/daily-log.js';
import { localClock } from '../../text/local-time.js';
import { holdsSecret } from '../../text/secrets.js';
import { foldText, isUnspaced } from '../../text/segment.js';
import { truncate } from '../../text/truncate.js';
import type { Said } from '../said.js';
import { isSupported, wordsIn } from '../support.js';
import { type Ground, groundsOf, type ToolTrust, trustOfLine } from '../trust.js';
import type { KnownLines } from './known.js';

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
  { scope, timezone, said }: LinesOf,
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
  const name = scope.kind === 'group' && (trust === 'member' || verbatim) ? speakerOf(text, cited) : undefined;
  const clock = localClock(at.at, timezone);
  const pins = trust === 'owner';
  const speaker = name === undefined || beginsWith(text, name) ? {} : { said: name };
  const [bullet] = noteBullets(text, { clock, pins, ...speaker });
  if (bullet === undefined) return undefined;
  return { bullet, trust, entries: [...new Set(newest ? cited.map(({ id }) => id) : [at.id])] };
}

/** Whose statement it is: the newest who said it themselves, else whoever's words were passed on; '' for nobody known. */
function speakerOf(text: string, cited: readonly Said[]): string {
  const people = cited.filter(({ kind }) => kind === 'person').reverse();
  const own = people.find((one) => isSupported(text, wordsIn(one.text, one.who)));
  if (own) return own.who;
  for (const { entry } of people) {
    if (entry.type !== 'user') continue;
    const others = [...(entry.quoted ?? []), ...(entry.around ?? [])];
    const other = others.find((one) => isSupported(text, wordsIn(one.text, one.from)));
    if (other) return other.from;
  }
  return people[0]?.who ?? '';
}

function beginsWith(text: string, name: string): boolean {
  const [line, begin] = [foldText(text).replace(/^[“"'`*]+/, ''), foldText(name).trim()];
  if (begin === '' || !line.startsWith(begin)) return false;
  const unspaced = isUnspaced(begin.codePointAt(begin.length - 1) ?? 0);
  return unspaced || !/^[\p{L}\p{N}]/u.test(line.slice(begin.length));
}
