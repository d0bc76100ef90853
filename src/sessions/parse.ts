// Reads transcript lines, pure. Whatever cannot be read is skipped and counted, never repaired in place.

import type { Entry } from '../contracts/index.js';
import { asEntry } from './entry-schema.js';

/** What has been read of one file so far; feed it the file's bytes in order. */
export interface Reading {
  entries: Entry[];
  /** The line of the file, from 0, on which each entry begins. */
  lines: number[];
  /** How many lines have been fed, an unfinished last one not counted. */
  fed: number;
  /** The highest fence seen: an entry with a lower one comes from a holder that had lost its lane, and is dropped. */
  fence: number;
  /** Lines that are no entries, torn ones included. */
  damaged: number;
  ids: Set<string>;
}

/** A raw newline inside a string splits an entry over this many lines at most. */
const MAX_JOINED = 50;

export function newReading(): Reading {
  return { entries: [], lines: [], fed: 0, fence: 0, damaged: 0, ids: new Set() };
}

/**
 * Adds the lines of `text` to the reading. The last line may lack its newline: it counts if it is whole. An id seen
 * before is the same entry written twice, and the first stands.
 */
export function readLines(reading: Reading, text: string): void {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const parsed = parseLine(line);
    if (parsed?.entry) {
      accept(reading, parsed.entry, reading.fed + at);
      continue;
    }
    // What is JSON and no entry, as of a newer version, is whole: no later line is part of it.
    const joined = parsed ? undefined : joinSplit(lines, at);
    if (joined) {
      accept(reading, joined.entry, reading.fed + at);
      at = joined.last;
    }
    reading.damaged++;
  }
  reading.fed += lines.length - 1;
}

function accept(reading: Reading, entry: Entry, line: number): void {
  if (entry.fence < reading.fence || reading.ids.has(entry.id)) return;
  reading.fence = entry.fence;
  reading.ids.add(entry.id);
  reading.entries.push(entry);
  reading.lines.push(line);
}

/** Undefined for what is no JSON. */
function parseLine(line: string): { entry: Entry | undefined } | undefined {
  try {
    return { entry: asEntry(JSON.parse(line)) };
  } catch {
    return undefined;
  }
}

/** Puts an entry together again that a raw newline cut into several lines, if there is one from `first` on. */
function joinSplit(lines: string[], first: number): { entry: Entry; last: number } | undefined {
  let text = lines[first] ?? '';
  if (!text.startsWith('{')) return undefined;
  for (let last = first + 1; last < Math.min(lines.length, first + MAX_JOINED); last++) {
    const next = lines[last] ?? '';
    text += `\\n${next}`;
    // Neither an entry of its own nor the end of this one.
    if (!next.trimEnd().endsWith('}')) continue;
    if (parseLine(next)?.entry) return undefined;
    const entry = parseLine(text)?.entry;
    if (entry) return { entry, last };
  }
  return undefined;
}
