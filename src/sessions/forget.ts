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
  const words = changedBy(whole ? WHOLE : partHand(wish, entry), entry, wish);
  if (sameJson(words, entry)) return entry;
  const isEmpty = whole && passedOf(words.around).every(({ text }) => text === FORGOTTEN);
  return { ...words, forgotten: isEmpty ? 'whole' : entry.forgotten === 'whole' ? 'whole' : 'part' };
}

/** What becomes of each kind of text that an entry can hold. */
interface Hand {
  text(value: unknown): unknown;
  quote(one: Passed): string;
  /** Of what was said around, besides theirs. */
  around?: Finds | undefined;
  file(file: Readonly<Record<string, unknown>>): unknown;
  takesArgs(args: unknown): boolean;
  /** Undefined: they go. */
  details(details: unknown): unknown;
  /** An entry of another version. */
  other(entry: RawEntry): unknown;
}

function changedBy(hand: Hand, entry: RawEntry, wish: EntryWish): RawEntry {
  switch (entry.type) {
    case 'session':
    case 'holder':
    case 'model':
    case 'skill':
      return entry;
    case 'user':
      return {
        ...entry,
        text: hand.text(entry.text),
        ...quotedOf(entry, hand.quote),
        ...aroundOf(entry, wish, hand.around),
        ...(entry.files === undefined ? {} : { files: recordsOf(entry.files).map(hand.file) }),
      };
    case 'tool_call':
      return hand.takesArgs(entry.args) ? { ...entry, args: '{}' } : entry;
    case 'tool_result': {
      const { details, ...rest } = entry;
      const text = hand.text(entry.text);
      const left = details === undefined ? undefined : hand.details(details);
      return left === undefined ? { ...rest, text } : { ...entry, text, details: left };
    }
    case 'compaction':
      return { ...entry, summary: hand.text(entry.summary) };
    case 'assistant':
    case 'thinking':
    case 'edit':
      return entry.text === undefined ? entry : { ...entry, text: hand.text(entry.text) };
    default:
      return asRecord(hand.other(entry)) ?? entry;
  }
}

/** All that somebody said or had done. */
const WHOLE: Hand = {
  text: (value) => (typeof value === 'string' && value !== '' ? FORGOTTEN : value),
  quote: () => FORGOTTEN,
  file: goneFile,
  takesArgs: () => true,
  details: () => undefined,
  other: (entry) => changeTexts(entry, () => FORGOTTEN),
};

/** What is found, line by line. */
function partHand(wish: EntryWish, entry: RawEntry): Hand {
  const { own, passed } = wish.lines(entry);
  const text = (value: unknown) => (typeof value === 'string' && own ? withoutFound(value, own) : value);
  const deep = (value: unknown) => (own ? changeTexts(value, (one) => withoutFound(one, own)) : value);
  return {
    text,
    quote: (one) => (wish.isTheirs(one, entry) ? FORGOTTEN : passed ? withoutFound(one.text, passed) : one.text),
    around: passed,
    file: (file) => ({
      ...file,
      ...(file.name === undefined ? {} : { name: text(file.name) }),
      ...(file.said === undefined ? {} : { said: text(file.said) }),
    }),
    takesArgs: (args) => typeof args === 'string' && own !== undefined && holds(args, own),
    details: deep,
    other: deep,
  };
}

function quotedOf({ quoted }: RawEntry, textOf: (one: Passed) => string): RawEntry {
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
