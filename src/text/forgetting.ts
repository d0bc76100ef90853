// What stands in place of words that somebody wanted gone, and how such words are found in a text and taken out of it, line by
// line. Pure. Never keeps a word of what it takes out.

import { foldText, isUnspaced } from './segment.js';

/** What stands where words were. */
export const FORGOTTEN = '(forgotten)';

/** Whether one line says what is to be forgotten. */
export type Finds = (line: string) => boolean;

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** As two texts are compared here: NFKC, lower case, every white space one blank. */
export function foldLine(text: string): string {
  return foldText(text).replace(/\s+/g, ' ').trim();
}

/** Why a text is too short to be looked for: it would take too much with it. Undefined: it is long enough. */
export function tooShort(text: string): string | undefined {
  const letters = [...foldLine(text).replace(/[^\p{L}\p{N}]/gu, '')];
  const weight = letters.reduce((sum, one) => sum + (isUnspaced(one.codePointAt(0) ?? 0) ? 2 : 1), 0);
  return weight >= 4
    ? undefined
    : 'That is too short: at least 4 letters or digits, or 2 Chinese, Japanese or Korean ones.';
}

export function findsText(wanted: string): Finds {
  const part = foldLine(wanted);
  // Where a script has no spaces, a line may have been broken anywhere.
  const bare = part.replaceAll(' ', '');
  const unspaced = [...bare].every((one) => isUnspaced(one.codePointAt(0) ?? 0));
  return (line) => {
    const folded = foldLine(line);
    return folded.includes(part) || (unspaced && folded.replaceAll(' ', '').includes(bare));
  };
}

/**
 * The text with a mark in place of each line that is found; of the whole where only several lines together are. The same text
 * where nothing is.
 */
export function withoutFound(text: string, finds: Finds): string {
  if (text === '' || text === FORGOTTEN) return text;
  const lines = text.split('\n');
  let found = false;
  const kept = lines.flatMap((line, at) => {
    if (line === FORGOTTEN || !finds(line)) return [line];
    found = true;
    const before = at > 0 && finds(lines[at - 1] ?? '');
    return before ? [] : [FORGOTTEN];
  });
  if (found) return kept.join('\n');
  return lines.length > 1 && finds(text) ? FORGOTTEN : text;
}

/** Keys whose values are no words: names of things, people and places by which rows are found. */
const STRUCTURE = new Set(
  `type id kind chat channel account thread message session key turn call role place mime model scope owner button replyTo
   interaction movedTo change person from at sign trust state group code token fence process version target firstKept using
   configured path base hash revision forgotten by cause task via zone do plan private album entry entries queue receiver`.split(
    /\s+/,
  ),
);

/** The value with `change` made to every text in it that may hold words; the same value where nothing changed. */
export function changeTexts(value: unknown, change: (text: string) => string, isStructure = isName): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const next = value.map((one) => changeTexts(one, change, isStructure));
    return next.some((one, at) => one !== value[at]) ? next : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let changed = false;
  const next = Object.entries(value).map(([key, one]) => {
    const kept = isStructure(key) && (typeof one === 'string' || key === 'from');
    const other = kept ? one : changeTexts(one, change, isStructure);
    if (other !== one) changed = true;
    return [key, other] as const;
  });
  return changed ? Object.fromEntries(next) : value;
}

export function isName(key: string): boolean {
  return STRUCTURE.has(key);
}

/** The same for a text that may be JSON. */
export function changeJson(text: string, change: (text: string) => string): string {
  const value = /^\s*[{[]/.test(text) ? parsed(text) : undefined;
  if (value === undefined) return change(text);
  const next = changeTexts(value, change);
  return next === value ? text : JSON.stringify(next);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function linesAsTheyStand(text: string): string[] {
  return text.split(LINE_END);
}

/** The lines of a text as they are compared. */
export function linesOf(text: string): string[] {
  return linesAsTheyStand(text)
    .map(foldLine)
    .filter((line) => line !== '');
}

/** Every part of what somebody said that is long enough to be theirs where it is found word for word: lines and sentences. */
export function runsOf(text: string): string[] {
  const runs = new Set<string>();
  for (const line of text.split(LINE_END)) {
    for (const one of [line, ...line.split(/(?<=[.!?。！？…;；])\s*/u)]) {
      const run = foldLine(one).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      if (isTelling(run)) runs.add(run);
    }
  }
  return [...runs];
}

/** Whether a folded text is long enough. Half as many letters do where a letter is a word. */
export function isTelling(run: string): boolean {
  let weight = 0;
  for (const one of run) weight += isUnspaced(one.codePointAt(0) ?? 0) ? 2 : 1;
  return weight >= 12 && (/\s/.test(run) || weight > run.length || /\p{N}/u.test(run));
}

/** So many characters find a run. */
const HEAD = 6;

/** Finds lines that hold one of the runs. Time grows with the line, not with how many runs there are. */
export function findsRuns(runs: Iterable<string>): Finds {
  const byHead = new Map<string, string[]>();
  for (const run of runs) {
    const head = run.slice(0, HEAD);
    const same = byHead.get(head);
    if (same) same.push(run);
    else byHead.set(head, [run]);
  }
  if (byHead.size === 0) return () => false;
  return (line) => {
    const folded = foldLine(line);
    for (let at = 0; at + HEAD <= folded.length; at++) {
      const same = byHead.get(folded.slice(at, at + HEAD));
      if (same?.some((run) => folded.startsWith(run, at))) return true;
    }
    return false;
  };
}
