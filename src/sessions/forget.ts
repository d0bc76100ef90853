// Takes words out of a transcript and leaves its entries: every line stays where it is, with its id, fence and order, and says
// that something was forgotten. Pure. Must never part a call from its result, nor drop what it cannot read and need not.

import { changeTexts, type Finds, FORGOTTEN, withoutFound } from '../text/forgetting.js';
import { goneTexts } from '../text/needles.js';

/** One line of a file as it was written, by whatever version. */
export type RawEntry = Readonly<Record<string, unknown>>;

export interface EntryWish {
  /** All that the entry says goes. */
  whole(entry: RawEntry): boolean;
  /** Lines of it that go otherwise: of its own words, and of those that it passes on. */
  lines(entry: RawEntry): { own?: Finds | undefined; passed?: Finds | undefined };
  /** Whether what the entry quotes, or what was said around it, goes all the same. */
  isTheirs(passed: Passed, entry: RawEntry): boolean;
  /** Whether a line that is no entry goes. */
  unreadable(line: string): boolean;
}

interface Passed extends RawEntry {
  from: string;
  text: string;
}

export interface Redacted {
  /** The same text where nothing had to go. */
  text: string;
  /** How many entries lost words now. */
  entries: number;
  /** Files that came with what went, relative to the home. */
  files: string[];
  /** Words of people and of what was called for them that went. */
  gone: string[];
}

const SAID: ReadonlySet<string> = new Set(['user', 'edit', 'tool_call']);

/** `text` is a whole file. Its number of lines stays: search finds entries by them. */
export function redactTranscript(text: string, wish: EntryWish): Redacted {
  const found: Redacted = { text, entries: 0, files: [], gone: [] };
  const lines = text.split('\n').map((line) => {
    if (line.trim() === '') return line;
    const entry = asObject(line);
    if (entry === undefined) {
      if (!wish.unreadable(line)) return line;
      found.entries++;
      return '';
    }
    const next = redactEntry(entry, wish, found.files);
    if (next === entry) return line;
    found.entries++;
    // What was read or answered may be others' words, which stay.
    if (SAID.has(String(entry.type))) found.gone.push(...goneTexts(entry, next));
    return JSON.stringify(next);
  });
  if (found.entries > 0) found.text = lines.join('\n');
  return found;
}

/** The same entry where nothing has to go. */
function redactEntry(entry: RawEntry, wish: EntryWish, files: string[] = []): RawEntry {
  const whole = wish.whole(entry);
  if (whole) files.push(...pathsIn(entry.files), ...pathsIn([asRecord(asRecord(entry.details)?.file)]));
  const words = whole ? wholly(entry, wish) : partly(entry, wish);
  if (sameJson(words, entry)) return entry;
  const isEmpty = whole && passedOf(words.around).every(({ text }) => text === FORGOTTEN);
  return { ...words, forgotten: isEmpty ? 'whole' : entry.forgotten === 'whole' ? 'whole' : 'part' };
}

function wholly(entry: RawEntry, wish: EntryWish): RawEntry {
  const gone = (value: unknown) => (typeof value === 'string' && value !== '' ? FORGOTTEN : value);
  switch (entry.type) {
    case 'session':
    case 'holder':
    case 'model':
    case 'skill':
      return entry;
    case 'user':
      return {
        ...entry,
        text: gone(entry.text),
        ...quotedOf(entry, () => FORGOTTEN),
        ...aroundOf(entry, wish),
        ...(entry.files === undefined ? {} : { files: recordsOf(entry.files).map(goneFile) }),
      };
    case 'tool_call':
      return { ...entry, args: '{}' };
    case 'tool_result': {
      const { details: _, ...rest } = entry;
      return { ...rest, text: gone(entry.text) };
    }
    case 'compaction':
      return { ...entry, summary: gone(entry.summary) };
    case 'assistant':
    case 'thinking':
    case 'edit':
      return entry.text === undefined ? entry : { ...entry, text: gone(entry.text) };
    default:
      return asRecord(changeTexts(entry, () => FORGOTTEN)) ?? entry;
  }
}

function partly(entry: RawEntry, wish: EntryWish): RawEntry {
  const { own, passed } = wish.lines(entry);
  const change = (value: unknown, finds = own) =>
    typeof value === 'string' && finds ? withoutFound(value, finds) : value;
  const deep = (value: unknown) => (own ? changeTexts(value, (text) => withoutFound(text, own)) : value);
  switch (entry.type) {
    case 'session':
    case 'holder':
    case 'model':
    case 'skill':
      return entry;
    case 'user':
      return {
        ...entry,
        text: change(entry.text),
        ...quotedOf(entry, (one) => (wish.isTheirs(one, entry) ? FORGOTTEN : change(one.text, passed))),
        ...aroundOf(entry, wish, passed),
        ...(entry.files === undefined
          ? {}
          : {
              files: recordsOf(entry.files).map((one) => ({
                ...one,
                ...(one.name === undefined ? {} : { name: change(one.name) }),
                ...(one.said === undefined ? {} : { said: change(one.said) }),
              })),
            }),
      };
    case 'tool_call':
      return typeof entry.args === 'string' && own && holds(entry.args, own) ? { ...entry, args: '{}' } : entry;
    case 'tool_result':
      return {
        ...entry,
        text: change(entry.text),
        ...(entry.details === undefined ? {} : { details: deep(entry.details) }),
      };
    case 'compaction':
      return { ...entry, summary: change(entry.summary) };
    case 'assistant':
    case 'thinking':
    case 'edit':
      return entry.text === undefined ? entry : { ...entry, text: change(entry.text) };
    default:
      return asRecord(deep(entry)) ?? entry;
  }
}

function quotedOf({ quoted }: RawEntry, textOf: (one: Passed) => unknown): RawEntry {
  return quoted === undefined ? {} : { quoted: passedOf(quoted).map((one) => ({ ...one, text: textOf(one) })) };
}

/** What others said around stays, whoever's message it came with. */
function aroundOf(entry: RawEntry, { isTheirs }: EntryWish, passed?: Finds): { around?: unknown } {
  if (entry.around === undefined) return {};
  return {
    around: passedOf(entry.around).map((one) => ({
      ...one,
      text: isTheirs(one, entry) ? FORGOTTEN : passed ? withoutFound(one.text, passed) : one.text,
    })),
  };
}

/** Names that a file has, and where it is kept, go with what is in it. */
function goneFile(file: Readonly<Record<string, unknown>>): unknown {
  const { path: _, said: __, ...rest } = file;
  return { ...rest, name: FORGOTTEN, missing: 'it was forgotten' };
}

/** Whether a text, or one of those in it where it is JSON, is found. */
function holds(text: string, finds: Finds): boolean {
  if (finds(text)) return true;
  const value = asObject(text);
  let found = false;
  changeTexts(
    value,
    (one) => {
      if (one.split('\n').some(finds)) found = true;
      return one;
    },
    () => false,
  );
  return found;
}

function passedOf(value: unknown): Passed[] {
  return recordsOf(value).map((one) => ({ ...one, from: String(one.from ?? ''), text: String(one.text ?? '') }));
}

function recordsOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asRecord).filter((one) => one !== undefined) : [];
}

function pathsIn(value: unknown): string[] {
  return recordsOf(value).flatMap(({ path }) => (typeof path === 'string' ? [path] : []));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function asObject(line: string): RawEntry | undefined {
  try {
    return asRecord(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
