// Reads the files of skills: whole lines of one, and which there are. Every refusal is in the same words, so that nobody learns
// from them what is where; must never follow a link, and never leave a skill's folder.

import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type SkillPage, type SkillSet, ToolError } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';
import { readHead } from './front-matter.js';
import { isBeingWritten, isWhole } from './heads.js';
import { isForeign, SKILL_FILE } from './listing.js';
import { isFileName, locationOf, readLocation } from './location.js';
import { readPlain } from './plain-file.js';
import { isBelow, type SoundCandidate } from './walk.js';

/** Bytes. */
const MOST_FILE_BYTES = 1_024 * 1_024;
const MOST_FILES = 200;
const MOST_DEPTH = 6;
/** Texts of SKILL.md that were read last, for the moment in which one is written. */
const MOST_KEPT = 20;

type Place = Pick<SoundCandidate, 'root' | 'folder' | 'dir' | 'file' | 'nested'>;

export interface SkillFiles {
  /** `placeOf` finds a skill that may be read by whoever asks. Throws a ToolError. Behind the last line the page is empty. */
  page(
    placeOf: (name: string) => Place | undefined,
    location: string,
    range: Parameters<SkillSet['read']>[1],
  ): SkillPage;
  /** As `SkillSet.files`. */
  list(placeOf: (name: string) => Place | undefined, name: string): string[];
}

export function openSkillFiles(now: () => number): SkillFiles {
  const kept = new Map<string, string>();

  /** The text, or while it is being written the one that was read before. */
  function skillText(place: Place): string | undefined {
    const found = textOf(place.file, place);
    if (!found) return undefined;
    const before = kept.get(place.file);
    if (!isWhole(readHead(found.text, place.folder))) {
      return before !== undefined && isBeingWritten(found.mtimeMs, now()) ? before : found.text;
    }
    kept.delete(place.file);
    kept.set(place.file, found.text);
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return found.text;
  }

  return {
    page(placeOf, location, range) {
      const asked = readLocation(location);
      const place = asked && placeOf(asked.name);
      if (!asked || !place) throw missing(location);
      const path = asked.parts.join('/');
      const full = join(place.dir, ...asked.parts);
      if (isBelow(full, place.nested)) throw missing(location);
      const text = path === SKILL_FILE ? skillText(place) : textOf(full, place)?.text;
      if (text === undefined) throw missing(location);
      return pageOf(text, locationOf(asked.name, path), range);
    },
    list(placeOf, name) {
      const place = placeOf(name.normalize('NFC'));
      if (!place) throw missing(locationOf(name));
      const found = [SKILL_FILE, ...walk(place).filter((path) => path !== SKILL_FILE)];
      return found
        .slice(0, MOST_FILES)
        .sort()
        .map((path) => locationOf(name.normalize('NFC'), path));
    },
  };
}

function missing(location: string): ToolError {
  return new ToolError(`There is no file ${oneLine(location, 120)} here.`);
}

function textOf(path: string, { root }: Place): { text: string; mtimeMs: number } | undefined {
  const found = readPlain(path, { most: MOST_FILE_BYTES, manyNames: root.source === 'bundled' });
  if (!found || !isUtf8(found.bytes) || found.bytes.includes(0)) return undefined;
  return { text: found.bytes.toString('utf8'), mtimeMs: found.mtimeMs };
}

function pageOf(text: string, path: string, range: Parameters<SkillSet['read']>[1]): SkillPage {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const lines = plain === '' ? [] : plain.replace(/\n$/, '').split('\n');
  const from = Math.max(1, Math.floor(range.from));
  const taken: string[] = [];
  let characters = 0;
  for (const line of lines.slice(from - 1, from - 1 + Math.max(1, Math.floor(range.lines)))) {
    characters += line.length + (taken.length > 0 ? 1 : 0);
    if (taken.length > 0 && characters > range.characters) break;
    taken.push(line);
  }
  return { path, text: taken.join('\n'), from, to: from + taken.length - 1, lines: lines.length };
}

/** Paths of the files that could be asked for; breadth first, so that what is near the top is told. */
function walk({ root, dir, nested }: Place): string[] {
  const found: string[] = [];
  let folders: readonly string[][] = [[]];
  for (let depth = 0; depth <= MOST_DEPTH && found.length < MOST_FILES; depth++) {
    const deeper: string[][] = [];
    for (const parts of folders) {
      if (found.length >= MOST_FILES) break;
      const folder = join(dir, ...parts);
      if (isBelow(folder, nested)) continue;
      for (const entry of entriesOf(folder)) {
        if (isForeign(entry.name) || !isFileName(entry.name)) continue;
        if (entry.isDirectory()) deeper.push([...parts, entry.name]);
        else if (entry.isFile() && (root.source === 'bundled' || hasOneName(join(folder, entry.name))))
          found.push([...parts, entry.name].join('/'));
      }
    }
    folders = deeper;
  }
  return found;
}

/** Sorted; none where the folder is not there any more, or not a real one. */
function entriesOf(folder: string): Dirent[] {
  try {
    if (realpathSync.native(folder) !== folder) return [];
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function hasOneName(path: string): boolean {
  try {
    return lstatSync(path).nlink === 1;
  } catch {
    return false;
  }
}
