// What doctor looks at in a workspace: names that hide each other, links, writes left open, copies of lost edits.
// Reads names and numbers, and writes one probe; a finding never quotes what a file says.

import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, type Finding, MemoryError } from '../contracts/index.js';
import { CONFLICTS } from './conflict-copies.js';
import { fileChecks } from './file-checks.js';
import { codeOf } from './file-errors.js';
import type { Ledger } from './ledger.js';
import { type NameParts, nameCheck } from './name-checks.js';

const MAX_NAMED = 5;
/** Names that Syncthing, Dropbox and Nextcloud give. */
const SYNC_COPY = /\.sync-conflict-|conflicted copy/i;

/** Whether the workspace is there at all; usable where memory could not be opened. */
export function workspaceCheck(workspace: string): Check {
  const name = 'memory.workspace';
  return {
    name,
    async run() {
      const found = await lstat(workspace).catch(() => undefined);
      if (found?.isDirectory() || found?.isSymbolicLink()) return [ok(name, 'The workspace is there.')];
      const remedy = 'Start Nightjar once to make a new one, or restore the folder from a backup.';
      return [{ check: name, level: 'error', says: 'The workspace folder is missing.', remedy }];
    },
  };
}

export function memoryChecks(parts: NameParts & { ledger: Ledger }): readonly Check[] {
  const { ledger, files } = parts;
  const workspace = files.root;
  return [
    workspaceCheck(workspace),
    {
      name: 'memory.writable',
      async run() {
        const probe = join(workspace, `.probe-${process.pid}`);
        try {
          await writeFile(probe, 'x');
          await rm(probe);
          return [ok('memory.writable', 'Memory can be written.')];
        } catch (error) {
          const says = `Nothing can be written into the workspace (${codeOf(error)}).`;
          return [
            {
              check: 'memory.writable',
              level: 'error',
              says,
              remedy: 'Check the disk, the mount and the owner of the folder.',
            },
          ];
        }
      },
    },
    nameCheck(parts),
    ...fileChecks(parts),
    {
      name: 'memory.links',
      async run() {
        const links = await findLinks(workspace, '');
        if (links.length === 0) return [ok('memory.links', 'No links in the workspace.')];
        const says = `Links are not followed, and files with several names are read in your private chat only: ${some(links)}.`;
        return [warning('memory.links', says, 'Put copies in their place where other chats should read them.')];
      },
    },
    {
      name: 'memory.unfinished',
      run() {
        const paths = ledger.unfinished();
        if (paths.length === 0) return [ok('memory.unfinished', 'Every write to memory was finished.')];
        const says = `Writes are under way or were cut off: ${some(paths)}.`;
        const finding = warning('memory.unfinished', says, 'Start Nightjar: it finishes them by itself.');
        return [{ ...finding, repair: { run: () => finish(ledger) } }];
      },
    },
    {
      name: 'memory.conflicts',
      async run() {
        const copies = await namesIn(join(workspace, CONFLICTS));
        const synced = (await namesIn(workspace, true)).filter((path) => SYNC_COPY.test(path));
        if (copies.length + synced.length === 0) return [ok('memory.conflicts', 'No edits are in conflict.')];
        const remedy = 'Copy what you need into the file itself, then delete the copies.';
        const kept = `Texts that no longer fitted their file are kept in ${CONFLICTS}: ${some(copies)}.`;
        const twice = `A program that syncs folders has left copies of files that were changed in two places: ${some(synced)}.`;
        return [
          ...(copies.length > 0 ? [warning('memory.conflicts', kept, remedy)] : []),
          ...(synced.length > 0 ? [warning('memory.conflicts', twice, remedy)] : []),
        ];
      },
    },
  ];
}

async function finish(ledger: Ledger): Promise<string> {
  const { done, redone, merged, conflicts } = await ledger.recover();
  const left = ledger.unfinished();
  if (left.length > 0) {
    throw new MemoryError('busy', `Writes are still open: ${some(left)}`, { remedy: 'Whoever writes them is at it.' });
  }
  const kept = conflicts.length > 0 ? ` What did not fit any more is kept as ${some(conflicts)}.` : '';
  return `Writes that were ended: ${done + redone + merged + conflicts.length}.${kept}`;
}

async function findLinks(workspace: string, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(workspace, folder), { withFileTypes: true }).catch(() => [])) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) found.push(...(await findLinks(workspace, path)));
    else if (entry.isSymbolicLink()) found.push(path);
    else if (entry.isFile()) {
      const stat = await lstat(join(workspace, path)).catch(() => undefined);
      if (stat && stat.nlink > 1) found.push(path);
    }
  }
  return found;
}

async function namesIn(folder: string, below = false): Promise<string[]> {
  return readdir(folder, { recursive: below }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  });
}

function some(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function ok(check: string, says: string): Finding {
  return { check, level: 'ok', says };
}

function warning(check: string, says: string, remedy: string): Finding {
  return { check, level: 'warning', says, remedy };
}
