// What doctor looks at around the memory files: files of the template that shape the bot, and folders of chats and people that
// no row knows, or that are gone. A repair copies what is missing and overwrites nothing.

import { constants } from 'node:fs';
import { chmod, copyFile, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check, Finding } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from './folders.js';

/** Without these the bot has no manners. */
const NEEDED = ['AGENTS.md', 'SOUL.md'];
const SCOPE_FOLDERS = ['groups', 'people'];
const MAX_NAMED = 5;

export interface WorkspaceParts {
  workspace: string;
  /** What a new workspace is made from. */
  template: string;
  folders: Pick<Folders, 'all' | 'ownerOf'>;
  db: Db;
}

export function workspaceChecks(parts: WorkspaceParts): Check[] {
  return [
    { name: 'memory.template', run: () => missingFiles(parts) },
    { name: 'memory.folders', run: () => strayFolders(parts) },
  ];
}

async function missingFiles({ workspace, template }: WorkspaceParts): Promise<Finding[]> {
  const check = 'memory.template';
  const missing: string[] = [];
  for (const name of NEEDED) if (!(await isThere(join(workspace, name)))) missing.push(name);
  const names = await readdir(workspace).catch(() => []);
  if (missing.length === 0) return [{ check, level: 'ok', says: `${NEEDED.join(' and ')} are there.` }];
  return missing.map((name): Finding => {
    async function run(): Promise<string> {
      await copyFile(join(template, name), join(workspace, name), constants.COPYFILE_EXCL);
      await chmod(join(workspace, name), 0o600);
      return `${name} was copied from the template.`;
    }
    const says = `${name} is missing in the workspace: the bot does not know how to behave.`;
    const meant = names.find((one) => one.toLowerCase() === name.toLowerCase());
    // The template in its place would be taken for what its owner wrote.
    if (meant !== undefined) return { check, level: 'warning', says, remedy: `Rename ${meant} to ${name}.` };
    const remedy = `Write one, or take that of the template: ${join(template, name)}.`;
    return { check, level: 'warning', says, remedy, repair: { run } };
  });
}

async function strayFolders({ workspace, folders, db }: WorkspaceParts): Promise<Finding[]> {
  const check = 'memory.folders';
  const there: string[] = [];
  for (const top of SCOPE_FOLDERS) {
    const entries = await readdir(join(workspace, top), { withFileTypes: true }).catch(() => []);
    for (const entry of entries)
      if (entry.isDirectory() && !entry.name.startsWith('.')) there.push(`${top}/${entry.name}`);
  }
  const findings: Finding[] = [];
  const stray = there.filter((folder) => folders.ownerOf(folder) === undefined);
  if (stray.length > 0) {
    const says = `Folders belong to no chat or person that is known, so only you can read them: ${some(stray)}.`;
    const remedy = 'If they are found again when those write, all is well; else move what you need and delete them.';
    findings.push({ check, level: 'warning', says, remedy });
  }
  const gone = folders.all().filter(({ folder }) => !there.includes(folder) && hasWrites(db, folder));
  if (gone.length > 0) {
    const says = `Folders of chats or people are gone, of which memory was written: ${some(gone.map(({ folder }) => folder))}.`;
    findings.push({
      check,
      level: 'warning',
      says,
      remedy: 'If nobody removed them on purpose, restore them from a backup.',
    });
  }
  if (findings.length > 0) return findings;
  return [{ check, level: 'ok', says: 'Every folder of a chat or person is known.' }];
}

function hasWrites(db: Db, folder: string): boolean {
  const from = `${folder}/`;
  return (
    db.sql("SELECT 1 FROM ledger WHERE path >= ? AND path < ? AND state = 'done'").get([from, `${folder}0`]) !==
    undefined
  );
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function some(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
