// What doctor looks at in a workspace: names that hide each other, links, writes left open, copies of lost edits.
// Reads names and numbers, and writes one probe; a finding never quotes what a file says.

import { lstat, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Finding } from '../contracts/index.js';
import { codeOf } from './file-errors.js';
import type { Folders } from './folders.js';
import type { Ledger } from './ledger.js';
import { LEGACY, LONG_TERM } from './sources/long-term.js';

const MAX_NAMED = 5;

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

export function memoryChecks(parts: { workspace: string; ledger: Ledger; folders: Folders }): readonly Check[] {
  const { workspace, ledger, folders } = parts;
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
    {
      name: 'memory.names',
      async run() {
        const roots = ['', ...folders.all().map(({ folder }) => folder)];
        const wrong: Finding[] = [];
        for (const root of roots) wrong.push(...misspelt(root, await namesIn(join(workspace, root))));
        return wrong.length > 0
          ? wrong
          : [ok('memory.names', 'Every memory file has the name it is looked for under.')];
      },
    },
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
        return [warning('memory.unfinished', says, 'Start Nightjar: it finishes them by itself.')];
      },
    },
    {
      name: 'memory.conflicts',
      async run() {
        const copies = await namesIn(join(workspace, '.nightjar/conflicts'));
        if (copies.length === 0) return [ok('memory.conflicts', 'No edits are in conflict.')];
        const says = `Texts that no longer fitted their file are kept in .nightjar/conflicts: ${some(copies)}.`;
        return [warning('memory.conflicts', says, 'Copy what you need into the file, then delete the copies.')];
      },
    },
  ];
}

/** MEMORY.md, USER.md and the like under another spelling: not read, and on some disks the same file. */
function misspelt(root: string, names: readonly string[]): Finding[] {
  const known = [
    'AGENTS.md',
    'SOUL.md',
    'IDENTITY.md',
    'USER.md',
    'TOOLS.md',
    'MEMORY.md',
    'HEARTBEAT.md',
    'BOOTSTRAP.md',
  ];
  const at = root === '' ? '' : `${root}/`;
  return names.flatMap((name) => {
    const meant = known.find((one) => one.toLowerCase() === name.toLowerCase() && one !== name);
    // The old name is read as long as there is no file of the new one.
    if (!meant || (name === LEGACY && !names.includes(LONG_TERM))) return [];
    const both = names.includes(meant);
    const says = both
      ? `There are both ${at}${meant} and ${at}${name}; only the first is read.`
      : `${at}${name} is not read.`;
    const remedy = both
      ? `Move what you need into ${at}${meant} and delete ${at}${name}.`
      : `Rename it to ${at}${meant}.`;
    return [warning('memory.names', says, remedy)];
  });
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

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
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
