// Memory files under another spelling than the one that is looked for: what doctor says of them, and how the lines of an old
// MEMORY.md come into the new one. Everything that is taken away is kept, and what is written goes through the ledger.

import { lstat, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, type Finding, MemoryError, type Repair, type SetAside } from '../contracts/index.js';
import { lowestTrust } from '../text/trust.js';
import { codeOf } from './file-errors.js';
import type { Files } from './files.js';
import type { Folders } from './folders.js';
import type { Ledger } from './ledger.js';
import { splitLines } from './lines.js';
import { type MissingPiece, missingPieces } from './missing-lines.js';
import { LEGACY, LONG_TERM } from './sources/long-term.js';
import type { Owner } from './visibility.js';

const KNOWN = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'TOOLS.md', LONG_TERM, 'HEARTBEAT.md', 'BOOTSTRAP.md'];
/** Where no file of the right name is, these may simply get it: they are read where they were read before, or by main alone. */
const RENAMED = [LONG_TERM, 'USER.md', 'TOOLS.md'];
const MAX_ROUNDS = 5;

export interface NameParts {
  files: Pick<Files, 'root' | 'read'>;
  folders: Pick<Folders, 'all'>;
  ledger: Pick<Ledger, 'write' | 'originsOf'>;
  /** Without it nothing can be put right. */
  setAside?: SetAside | undefined;
}

/** MEMORY.md, USER.md and the like under another spelling: not read, and on some disks the same file. */
export function nameCheck(parts: NameParts): Check {
  const check = 'memory.names';
  return {
    name: check,
    async run() {
      const main = { folder: '', scope: { kind: 'main' } as const };
      const wrong: Finding[] = [];
      for (const { folder, scope } of [main, ...parts.folders.all()]) {
        for (const { name, meant, both } of misspelt(await namesIn(join(parts.files.root, folder)))) {
          wrong.push(findingOf(parts, { folder, owner: scope, name, meant, both }));
        }
      }
      if (wrong.length > 0) return wrong;
      return [{ check, level: 'ok', says: 'Every memory file has the name it is looked for under.' }];
    },
  };
}

/** Pure. */
function misspelt(names: readonly string[]): { name: string; meant: string; both: boolean }[] {
  return names.flatMap((name) => {
    const meant = KNOWN.find((one) => one.toLowerCase() === name.toLowerCase() && one !== name);
    // The old name is read as long as there is no file of the new one.
    if (!meant || (name === LEGACY && !names.includes(LONG_TERM))) return [];
    return [{ name, meant, both: names.includes(meant) }];
  });
}

interface Misspelt {
  folder: string;
  owner: Owner;
  name: string;
  meant: string;
  both: boolean;
}

function findingOf(parts: NameParts, wrong: Misspelt): Finding {
  const { folder, name, meant, both } = wrong;
  const at = folder === '' ? '' : `${folder}/`;
  const says = both
    ? `There are both ${at}${meant} and ${at}${name}; only the first is read.`
    : `${at}${name} is not read.`;
  const remedy = both
    ? `Move what you need into ${at}${meant} and delete ${at}${name}.`
    : `Rename it to ${at}${meant}.`;
  const repair = repairOf(parts, wrong);
  return { check: 'memory.names', level: 'warning', says, remedy, ...(repair ? { repair } : {}) };
}

/** What other chats would read then is for its owner to move by hand. */
function repairOf(parts: NameParts, wrong: Misspelt): Repair | undefined {
  const { setAside } = parts;
  if (!setAside) return undefined;
  if (wrong.both) return wrong.meant === LONG_TERM ? { run: () => mergeOld(parts, wrong, setAside) } : undefined;
  return RENAMED.includes(wrong.meant) ? { alone: true, run: () => giveName(parts, wrong) } : undefined;
}

async function giveName({ files: { root } }: NameParts, { folder, name, meant }: Misspelt): Promise<string> {
  // Asked of the listing: a disk that folds case would answer to any spelling.
  if ((await namesIn(join(root, folder))).includes(meant)) throw changed(meant);
  await rename(join(root, folder, name), join(root, folder, meant));
  return `${name} is called ${meant} now.`;
}

/** Adds what the old file says alone, and puts it away once every line of it stands in the new one. */
async function mergeOld(
  parts: NameParts,
  { folder, owner, name, meant }: Misspelt,
  setAside: SetAside,
): Promise<string> {
  const { files, ledger } = parts;
  const at = folder === '' ? '' : `${folder}/`;
  const [from, to] = [`${at}${name}`, `${at}${meant}`];
  if (await isSameFile(join(files.root, from), join(files.root, to))) {
    return `${from} and ${to} are one file under two names, which stay.`;
  }
  let added = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [old, now] = [await files.read(from), await files.read(to)];
    if (!old?.exact || old.linked) {
      throw new MemoryError('invalid', `${from} is a link, has a second name or is not written in UTF-8, so it stays`, {
        remedy: `Copy what you need of it into ${to} by hand.`,
      });
    }
    const pieces = missingPieces(old.text, now?.text ?? '');
    for (const piece of pieces) {
      await write(ledger, { piece, from, to, owner, text: old.text });
      added += piece.lines.filter((line) => line.trim() !== '').length;
    }
    // Only when a look finds nothing more, and nobody has written to the old one since, has it served.
    if (pieces.length === 0 && (await files.read(from))?.revision === old.revision) {
      const kept = await setAside('root-memory', join(files.root, from), from);
      const lines = added === 1 ? '1 line' : `${added} lines`;
      return `${lines} of ${from} went into ${to}; the old file is kept as ${kept}.`;
    }
  }
  throw changed(from);
}

/** The lines keep what is known of where they came from. */
async function write(
  ledger: NameParts['ledger'],
  { piece, from, to, owner, text }: { piece: MissingPiece; from: string; to: string; owner: Owner; text: string },
): Promise<void> {
  const origins = ledger.originsOf(from, piece.lines, 'owner');
  const all = splitLines(text).map((line) => line.trim());
  const lines = piece.lines.map((line, index) => {
    const at = all.indexOf(line.trim()) + 1;
    return {
      trust: origins[index]?.trust ?? 'owner',
      entries: at > 0 && line.trim() !== '' ? [`${from}:${at}-${at}`] : [],
    };
  });
  await ledger.write({
    owner,
    patch: { kind: 'append', path: to, lines: piece.lines, heading: piece.heading ?? `## From ${LEGACY}` },
    why: {
      who: 'system',
      by: 'system',
      reason: `doctor: ${to} lacked what ${from} says`,
      trust: lowestTrust(lines.map(({ trust }) => trust)),
      lines,
    },
  });
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([lstat(one), lstat(other)]);
  return a.ino === b.ino && a.dev === b.dev;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });
}

function changed(path: string): MemoryError {
  return new MemoryError('conflict', `${path} was changed meanwhile`, { remedy: 'Run doctor again.' });
}
