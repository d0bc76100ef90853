// Pages that are there and yet cannot be used: folders and links where a page is looked for, and texts in another encoding.
// Reads them, follows no link, and changes nothing; a finding never quotes what a page says.

import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Check, type Finding, MemoryError } from '../contracts/index.js';
import type { Files } from './files.js';
import type { Folders } from './folders.js';
import { LEGACY, LONG_TERM } from './sources/long-term.js';
import { isHidden, isVendor, MAX_DEPTH } from './sources/rules.js';

/** What is looked for in the folder of a scope. */
const PAGES = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'USER.md', 'TOOLS.md', LONG_TERM, LEGACY, 'HEARTBEAT.md'];
const FOLDER = 'memory';
const MAX_NAMED = 5;
/** More are not read. */
const MAX_PAGES = 20_000;

export interface FileParts {
  files: Pick<Files, 'root' | 'read'>;
  folders: Pick<Folders, 'all'>;
}

export function fileChecks(parts: FileParts): Check[] {
  return [
    { name: 'memory.pages', run: () => pageFindings(parts) },
    { name: 'memory.encoding', run: () => encodingFindings(parts) },
  ];
}

/** Nothing is read from what stands there, nor written into it. */
async function pageFindings({ files: { root }, folders }: FileParts): Promise<Finding[]> {
  const check = 'memory.pages';
  const wrong: Finding[] = [];
  for (const at of ['', ...folders.all().map(({ folder }) => `${folder}/`)]) {
    for (const name of [...PAGES, FOLDER]) {
      const path = `${at}${name}`;
      const stat = await lstat(join(root, path)).catch(() => undefined);
      const isRight = name === FOLDER ? stat?.isDirectory() : stat?.isFile();
      if (!stat || isRight) continue;
      const is = stat.isSymbolicLink() ? 'a link' : stat.isDirectory() ? 'a folder' : 'no folder';
      const wants = name === FOLDER ? 'a folder' : 'a file';
      const says = `${path} is ${name === FOLDER || is !== 'no folder' ? is : 'no regular file'}: it is neither read nor written.`;
      wrong.push({ check, level: 'error', says, remedy: `Move it away, and put ${wants} of its own in its place.` });
    }
  }
  return wrong.length > 0 ? wrong : [{ check, level: 'ok', says: 'Every page is a file.' }];
}

/** As an editor on another system may have saved it. Such a page is searched as it is, and never written. */
async function encodingFindings({ files }: FileParts): Promise<Finding[]> {
  const check = 'memory.encoding';
  const odd: string[] = [];
  let seen = 0;
  for await (const path of pagesBelow(files.root, '')) {
    if (++seen > MAX_PAGES) break;
    if (!(await isPlain(files, path))) odd.push(path);
  }
  if (odd.length === 0) return [{ check, level: 'ok', says: 'Every page is written in UTF-8.' }];
  const rest = odd.length - MAX_NAMED;
  const names = odd.slice(0, MAX_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  const says = `Not written in UTF-8, so read with signs missing, and never written: ${names}.`;
  return [
    { check, level: 'warning', says, remedy: 'Save it as UTF-8 with an editor; Windows calls others ANSI or Unicode.' },
  ];
}

/** What cannot be read for another reason is for another check to name. */
async function isPlain(files: FileParts['files'], path: string): Promise<boolean> {
  try {
    return (await files.read(path))?.exact ?? true;
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    return true;
  }
}

async function* pagesBelow(root: string, folder: string): AsyncGenerator<string> {
  if (folder.split('/').length > MAX_DEPTH) return;
  const entries: Dirent[] = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (isHidden(entry.name) || isVendor(entry.name)) continue;
    if (entry.isDirectory()) yield* pagesBelow(root, path);
    else if (entry.isFile() && entry.name.endsWith('.md')) yield path;
  }
}
