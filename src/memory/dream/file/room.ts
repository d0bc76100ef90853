// Keeps a long-term file below what a prompt loads: detail moves word for word into files of topics, and one line at the end
// points there. Nothing is lost, shortened or moved that is pinned. Reads topics through what it is given and writes nothing.

import type { Importance, LongTermEntry, PlannedLine, Trust } from '../../../contracts/index.js';
import { endOfLine, splitLines } from '../../lines.js';
import type { CheckedOperation } from './check-operations.js';
import { quoted } from './check-text.js';
import { dayOfNote } from './long-term.js';
import { type Blocks, blocksOf, indentOf, pathsOfPointer, plainOf, pointerTo, rejoined } from './long-term-blocks.js';
import { kindOf, sectionKind, titleOf } from './long-term-sections.js';
import { type TopicFile, type TopicShelf, topicShelf } from './topics.js';

/** Shares of the limit: above FULL it makes room until AIM; what was written by hand moves above BRIM only. */
const FULL = 0.8;
const AIM = 0.7;
const BRIM = 0.95;
/** Wishes of a model that are followed while there is room anyway: this share of the entries, and so many in any case. */
const WISHED_SHARE = 0.25;
const WISHED_LEAST = 3;
/** Beyond so many files the pointer names their folder. */
const MOST_POINTED = 30;
/** What sets the pointer apart: two ends of line. */
const PARTING = 4;

export interface Move {
  /** Of an entry of the text as it is now. */
  id: string;
  topic: string;
}

export interface RoomParts {
  /** The long-term file as it is after all other changes. */
  text: string;
  path: string;
  /** Of this very text. */
  entries: readonly LongTermEntry[];
  /** What a prompt loads of it, in UTF-16 units. */
  limit: number;
  topicsFolder: string;
  readTopic(path: string): Promise<string | undefined>;
  importanceOf(text: string): Importance;
  /** Wanted by checked operations. */
  moves: readonly Move[];
  /** Came in this night: moves last. */
  isNew?(entry: LongTermEntry): boolean;
}

/** A line as it stands in its topic file. */
export interface MovedLine {
  path: string;
  text: string;
  trust: Trust;
}

export interface Room {
  text: string;
  topics: TopicFile[];
  /** What moved, as it stood in the long-term file, and the pointer's change. */
  lines: PlannedLine[];
  /** What moved, as it stands now: the file's ledger must know how far each line can be relied on. */
  moved: MovedLine[];
  refused: string[];
}

/** Rejects only where `readTopic` does. */
export async function makeRoom(parts: RoomParts): Promise<Room> {
  const { text, path, entries, limit } = parts;
  const lines = splitLines(text);
  const shelf = topicShelf(parts.topicsFolder, parts.readTopic);
  const blocks = blocksOf(lines);
  const at = blocks.pointer;
  const page: Page = { lines, at, gone: new Set(), length: text.length, planned: [], moved: [], used: new Set(), path };
  const topicOf = topicsOf(parts, blocks);
  const refused: string[] = [];

  const few = Math.max(WISHED_LEAST, Math.floor(entries.length * WISHED_SHARE));
  let wished = 0;
  const wishes = new Map(parts.moves.map(({ id, topic }) => [id, topic]));
  for (const entry of entries) {
    const topic = wishes.get(entry.id);
    if (topic === undefined) continue;
    const why = whyStays(entry, text.length <= limit * FULL && wished >= few);
    if (why === undefined) {
      wished++;
      await moveEntry(page, shelf, entry, topic);
    } else refused.push(`Moving ${quoted(entry.text).replace(/^A text/, 'a text')} was left out, because ${why}.`);
  }
  if (text.length > limit * FULL) {
    const free = entries.filter(({ pinned }) => !pinned);
    const aim = limit * AIM;
    for (const entry of free.filter(({ hand }) => !hand)) {
      if (sizeOf(page, parts) <= aim) break;
      await moveNotes(page, shelf, entry, topicOf(entry));
    }
    for (const entry of oldestFirst(
      free.filter(({ hand }) => !hand),
      parts,
    )) {
      if (sizeOf(page, parts) <= aim) break;
      await moveEntry(page, shelf, entry, topicOf(entry));
    }
    for (const entry of oldestFirst(
      free.filter(({ hand }) => hand),
      parts,
    )) {
      if (sizeOf(page, parts) <= limit * BRIM) break;
      await moveEntry(page, shelf, entry, topicOf(entry));
    }
    if (sizeOf(page, parts) > limit * BRIM) refused.push(tooLong(path, limit));
  }
  if (page.used.size === 0) return { text, topics: [], lines: [], moved: [], refused };
  const result = await withPointer(page, shelf, parts);
  return { text: result, topics: shelf.changed(), lines: page.planned, moved: page.moved, refused };
}

function whyStays({ pinned, hand }: LongTermEntry, isEnough: boolean): string | undefined {
  if (pinned) return 'it is pinned';
  if (hand) return 'it was written by hand';
  return isEnough ? 'enough moves in this night, and there is room' : undefined;
}

/** The moves of checked operations, for the entries as they are numbered after an edit. */
export function movesIn(accepted: readonly CheckedOperation[], after: readonly LongTermEntry[]): Move[] {
  const taken = new Set<string>();
  return accepted.flatMap((operation) => {
    if (operation.op !== 'move') return [];
    return operation.targets.flatMap(({ text, heading }) => {
      const entry = after.find((one) => one.text === text && one.heading === heading && !taken.has(one.id));
      if (!entry) return [];
      taken.add(entry.id);
      return [{ id: entry.id, topic: operation.topic }];
    });
  });
}

interface Page {
  lines: readonly string[];
  /** Index of the pointer; -1 where there is none. */
  at: number;
  /** Indices of lines that moved. */
  gone: Set<number>;
  /** Of the text without them. */
  length: number;
  planned: PlannedLine[];
  moved: MovedLine[];
  /** The topic files that hold what moved. */
  used: Set<string>;
  path: string;
}

/** With the pointer that it will need. */
function sizeOf({ lines, at, length, used }: Page, { topicsFolder }: RoomParts): number {
  if (used.size === 0) return length;
  const old = plainOf(lines[at] ?? '');
  const paths = [...new Set([...pathsOfPointer(old), ...used])];
  return length - old.length + pointerOf(paths, topicsFolder).length + PARTING;
}

async function moveEntry(page: Page, shelf: TopicShelf, entry: LongTermEntry, topic: string): Promise<void> {
  const { from, to } = entry.lines;
  await move(page, shelf, range(from - 1, to), entry.trust, topic);
}

async function moveNotes(page: Page, shelf: TopicShelf, entry: LongTermEntry, topic: string): Promise<void> {
  const { from, to } = entry.lines;
  for (const index of range(from - 1, to)) {
    if (dayOfNote(page.lines[index] ?? '') !== undefined) await move(page, shelf, [index], entry.trust, topic);
  }
}

/** Lines one after the other that are one matter. */
async function move(page: Page, shelf: TopicShelf, all: readonly number[], trust: Trust, topic: string): Promise<void> {
  const left = all.filter((index) => !page.gone.has(index));
  const plain = left.map((index) => plainOf(page.lines[index] ?? '').trimEnd());
  const words = plain.filter((line) => line !== '');
  if (words.length === 0) return;
  const file = await shelf.put(topic, asBullet(words));
  page.used.add(file);
  for (const line of asBullet(words)) page.moved.push({ path: file, text: line, trust });
  for (const line of words) page.planned.push({ sign: '>', path: page.path, text: line, sources: [], trust });
  for (const index of left) {
    page.gone.add(index);
    page.length -= (page.lines[index] ?? '').length;
  }
}

/** A paragraph becomes a bullet, an inner bullet an outer one; the words stay. */
function asBullet(lines: readonly string[]): string[] {
  const [first = '', ...rest] = lines;
  const indent = indentOf(first);
  const outer = (line: string) => line.replace(/^[ \t]*/, ' '.repeat(Math.max(0, indentOf(line) - indent)));
  if (/^[ \t]*(?:[-*+•]|\d{1,9}[.)])(?:[ \t]|$)/.test(first)) return [first.trimStart(), ...rest.map(outer)];
  return [`- ${first.trimStart()}`, ...rest.map((line) => `  ${line.trimStart()}`)];
}

/** The largest sections give first: their oldest has the most below it. What came this night is last. */
function oldestFirst(entries: readonly LongTermEntry[], { isNew = () => false }: RoomParts): LongTermEntry[] {
  const left = new Map<string, number>();
  for (const { heading } of entries) left.set(heading, (left.get(heading) ?? 0) + 1);
  return entries
    .map((entry) => {
      const behind = left.get(entry.heading) ?? 0;
      left.set(entry.heading, behind - 1);
      return { entry, behind, fresh: isNew(entry) ? 1 : 0 };
    })
    .sort((a, b) => a.fresh - b.fresh || b.behind - a.behind || a.entry.lines.from - b.entry.lines.from)
    .map(({ entry }) => entry);
}

/** By its heading; below the title of the file, or none, by what it is. */
function topicsOf({ importanceOf }: RoomParts, { list }: Blocks): (entry: LongTermEntry) => string {
  const titles = new Set(list.flatMap((block) => (block.kind === 'heading' && block.level === 1 ? block.title : [])));
  return (entry) => {
    const heading = entry.heading.replace(/<!--.*?(?:-->|$)/g, '').trim();
    const isTitle = titles.has(entry.heading) && sectionKind(heading) === undefined;
    if (!isTitle && /[\p{L}\p{N}]/u.test(heading)) return heading;
    return titleOf(kindOf(importanceOf(entry.text)));
  };
}

function pointerOf(paths: readonly string[], folder: string): string {
  const all = `${folder}/*.md`;
  return pointerTo(paths.length > MOST_POINTED || paths.includes(all) ? [all] : paths);
}

const names = new Intl.Collator('en', { numeric: true });

/** What continues a file comes right behind it. */
function inOrder(one: string, other: string): number {
  return names.compare(one.replace(/\.md$/, ''), other.replace(/\.md$/, ''));
}

/** The text without what moved, its one pointer brought up to date. */
async function withPointer(page: Page, shelf: TopicShelf, { topicsFolder, path }: RoomParts): Promise<string> {
  const { lines, at, gone, planned } = page;
  const old = plainOf(lines[at] ?? '');
  const paths: string[] = [];
  for (const one of new Set([...pathsOfPointer(old), ...page.used])) {
    if (one.endsWith('/*.md') || (await shelf.exists(one))) paths.push(one);
  }
  const pointer = pointerOf(paths.sort(inOrder), topicsFolder);
  const line = (sign: '+' | '-', text: string): PlannedLine => ({ sign, path, text, sources: [], trust: 'owner' });
  if (pointer !== old.trimEnd()) {
    if (at >= 0) planned.push(line('-', old));
    planned.push(line('+', pointer));
  }
  const mark = lines[0]?.startsWith('\ufeff') && gone.has(0) ? '\ufeff' : '';
  const eol = endOfLine(lines.join(''));
  const instead = new Map<number, string[]>([...gone].map((index) => [index, []]));
  if (at >= 0) instead.set(at, [(lines[at] ?? '').replace(old, () => pointer)]);
  const kept = mark + rejoined(lines, instead, eol).join('');
  return at >= 0 ? kept : withLastLine(kept, pointer, eol, !lines.at(-1)?.endsWith('\n'));
}

/** Set apart from what stands above it, and never in a fence or a comment that is left open. */
function withLastLine(text: string, line: string, eol: string, isOpen: boolean): string {
  const lines = splitLines(text);
  const last = lines.at(-1) ?? '';
  const ended = last.endsWith('\n') || plainOf(last) === '' ? text : text + eol;
  const { open } = blocksOf(lines);
  const closed = open === undefined ? ended : ended + open + eol;
  const isApart = open === undefined && plainOf(last).trim() === '';
  return `${closed}${isApart ? '' : eol}${line}${isOpen ? '' : eol}`;
}

function tooLong(path: string, limit: number): string {
  return `${path} stays longer than a conversation comfortably loads (${limit} characters): what is left is pinned or no entry of its own, so please shorten it by hand.`;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
