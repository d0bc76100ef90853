// Puts old daily logs and snapshots of a scope away, into the archive of the same scope: copied through the ledger first,
// taken away only where the text is still the one that was copied. Must never lose a line, and never move what stands in a
// prompt or may be anybody's.

import { join } from 'node:path';
import { type LineProvenance, MemoryError, type Provenance, type Scope } from '../contracts/index.js';
import { addDays } from '../text/local-time.js';
import { ARCHIVED } from './archive-rows.js';
import type { FileLocks } from './file-locks.js';
import { ABSENT, type FileContent, type Files, revisionOf } from './files.js';
import type { Folders } from './folders.js';
import type { Ledger, RemoveRequest } from './ledger.js';
import { splitLines, withoutEnd } from './lines.js';
import { archivePath, dayOf, isSnapshot } from './memory-files.js';
import { classify, type Place } from './paths.js';
import { namesIn } from './sources/walk.js';
import { ownerName, sameScope } from './visibility.js';

export interface ArchiveWish {
  /** YYYY-MM-DD: what is of an earlier day is put away. */
  before: string;
  scopes: readonly Scope[] | 'all';
  /** Today in the owner's zone: its log and yesterday's stand in every prompt, so they stay. */
  today: string;
  /** Looks only. */
  dryRun: boolean;
  who: Provenance['who'];
}

export interface ArchiveReport {
  /** Whose each is, as the command line calls it. */
  moved: { path: string; to: string; owner: string }[];
  /** What stays though it is old enough, and why. */
  left: { path: string; why: string }[];
}

export interface ArchiveParts {
  files: Files;
  folders: Folders;
  ledger: Ledger;
  locks: FileLocks;
}

/** How often a file may be written by somebody while it is being moved. */
const MAX_TRIES = 3;
/** So many of one name have room beside each other. */
const MAX_COPIES = 100;

/**
 * One file after the other, by scope and day. A kill in between leaves a file at its old place, at its new one, or at both,
 * and the next run ends what it began. Trouble with one file leaves that one where it is.
 */
export async function archiveLogs(parts: ArchiveParts, wish: ArchiveWish): Promise<ArchiveReport> {
  const report: ArchiveReport = { moved: [], left: [] };
  for (const prefix of prefixes(parts.folders, wish.scopes)) {
    for (const { place, scope } of oldFiles(parts, prefix, wish.before)) {
      const { path } = place;
      const owner = ownerName(scope);
      try {
        if ((dayOf(path) ?? '') >= addDays(wish.today, -1)) throw stays('it stands in every prompt');
        // A second run beside this one must not take this one's copy for its own.
        const to = await parts.locks.hold(`archive of ${path}`, () => move(parts, place, scope, wish));
        report.moved.push({ path, to, owner });
      } catch (error) {
        if (!(error instanceof MemoryError)) throw error;
        report.left.push({ path, why: error.message });
      }
    }
  }
  return report;
}

function prefixes(folders: Folders, scopes: ArchiveWish['scopes']): string[] {
  const wanted = (scope: Scope) => scopes === 'all' || scopes.some((one) => sameScope(folders.canonical(one), scope));
  const below = folders.all().filter(({ scope }) => wanted(scope));
  return [...(wanted({ kind: 'main' }) ? [''] : []), ...below.map(({ folder }) => `${folder}/`)];
}

function oldFiles({ files, folders }: ArchiveParts, prefix: string, before: string): { place: Place; scope: Scope }[] {
  return [...namesIn(join(files.root, `${prefix}memory`))].sort().flatMap((name) => {
    const place = classify(`${prefix}memory/${name}`, folders);
    if (!place || place.owner === 'shared') return [];
    const day = dayOf(place.path);
    return day !== undefined && day < before ? [{ place, scope: place.owner }] : [];
  });
}

async function move(parts: ArchiveParts, place: Place, owner: Scope, wish: ArchiveWish): Promise<string> {
  const { files, ledger } = parts;
  const { path } = place;
  const why: Provenance = { who: wish.who, by: 'command', reason: ARCHIVED, trust: 'model' };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const file = await files.read(path);
    if (!file) throw stays('it is a link, or no file');
    if (file.linked) throw stays('it has a second name elsewhere');
    if (!file.exact) throw stays('it is not written in UTF-8');
    const { to, there } = await freePath(files, path, file);
    if (wish.dryRun) return to;
    if (!there && !(await copy(parts, owner, to, path, file, why))) continue;
    if (await takeAway(ledger, { owner, path, base: file.revision, why })) return to;
    // Somebody took it away, and what they took is kept; or wrote into it, and it has more than the copy.
    if (!(await files.read(path))) return to;
    await takeAway(ledger, { owner, path: to, base: copyOf(file), why });
  }
  throw stays('it is being written');
}

/** False where something else came to stand there. */
async function copy(
  { ledger }: ArchiveParts,
  owner: Scope,
  to: string,
  path: string,
  file: FileContent,
  why: Provenance,
): Promise<boolean> {
  const lines = origins(ledger, path, file);
  const patch = { kind: 'replace' as const, path: to, text: file.text };
  return unlessChanged(ledger.write({ owner, patch, base: ABSENT, why: { ...why, lines }, exact: true }));
}

function takeAway(ledger: Ledger, request: RemoveRequest): Promise<boolean> {
  return unlessChanged(ledger.remove(request));
}

async function unlessChanged(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof MemoryError && error.kind === 'conflict') return false;
    throw error;
  }
}

/** Where it goes: beside another file of that name, and where a run that was killed had put it already. */
async function freePath(files: Files, path: string, file: FileContent): Promise<{ to: string; there: boolean }> {
  for (let copy = 1; copy <= MAX_COPIES; copy++) {
    const to = archivePath(path, copy);
    if (to === undefined) break;
    const found = await files.read(to);
    if (found?.revision === copyOf(file) && !found.linked) return { to, there: true };
    if (!found && (await files.isVacant(to))) return { to, there: false };
  }
  throw stays('there is no room for it in the archive');
}

/** The copy has no byte order mark. */
function copyOf(file: FileContent): string {
  return revisionOf(file.text.replace(/^\ufeff/, ''));
}

/** What is known of each line goes with it, so that a member's words never become the owner's by being moved. */
function origins(ledger: Ledger, path: string, { text }: FileContent): LineProvenance[] {
  const lines = [...new Set(splitLines(text.replace(/^\ufeff/, '')).map(withoutEnd))].filter(
    (line) => line.trim() !== '',
  );
  return ledger
    .originsOf(path, lines, isSnapshot(path) ? 'member' : 'owner')
    .map(({ trust, entries = [], ...origin }, at) => ({ trust, entries, text: lines[at] ?? '', origin }));
}

function stays(why: string): MemoryError {
  return new MemoryError('invalid', why);
}
