// Reads the workspace of another assistant, in the layout that OpenClaw has, as texts with the paths that they have there.
// Follows no link, reads no database, no conversation and nothing hidden; must never write, and names what it leaves out.

import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { MemoryError } from '../../contracts/index.js';
import { type Files, openFiles } from '../files.js';
import { SHARED_FILES } from '../paths.js';
import { isVendor, MAX_DEPTH } from '../sources/rules.js';

export interface ForeignFile {
  /** Relative to that workspace. */
  path: string;
  /** Ends of line `\n`, no byte order mark. */
  text: string;
}

export interface LeftOut {
  path: string;
  /** Part of a sentence: `it is a link`. */
  why: string;
}

export interface Foreign {
  /** Sorted by path. */
  files: ForeignFile[];
  left: LeftOut[];
  /** The text of openclaw.json, where there is one. */
  config?: string;
}

/** Files of the top that are brought over; of their long-term memory either name, or both. */
const TOP = new Set([...SHARED_FILES, 'USER.md', 'TOOLS.md', 'HEARTBEAT.md', 'MEMORY.md', 'memory.md']);
const NOT_TAKEN = new Map([
  ['BOOTSTRAP.md', 'it is for a first evening, which you had'],
  ['BOOT.md', 'nothing here is run at the start'],
  ['DREAMS.md', 'it is a machine’s diary'],
  ['sessions', 'conversations are not brought over'],
]);
/** Whoever moves over must not take it for moved. */
const OTHER = 'only memory, skills and the pages that are read at the start are brought over';
const MOST_FILES = 20_000;
const CONFIG = 'openclaw.json';
const MAX_CONFIG_BYTES = 1024 * 1024;

/** `dir` is the workspace, or the folder above it. Throws a MemoryError 'not-found' where there is none. */
export async function readForeign(dir: string): Promise<Foreign> {
  const { root, above } = await workspaceIn(dir);
  const files = await openFiles(root);
  const found: Foreign = { files: [], left: [] };
  for (const name of await names(root)) {
    if (TOP.has(name)) await take(files, name, found);
    else if (NOT_TAKEN.has(name)) found.left.push({ path: name, why: NOT_TAKEN.get(name) ?? '' });
    else if (name === 'memory' || name === 'skills') await enter(files, name, found);
    else if (isDatabase(name)) found.left.push({ path: name, why: 'databases are not brought over' });
    else if (!name.startsWith('.')) found.left.push({ path: name, why: OTHER });
  }
  found.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const config = await configText(above);
  return config === undefined ? found : { ...found, config };
}

async function workspaceIn(dir: string): Promise<{ root: string; above: string }> {
  const start = await realpath(dir).catch(() => undefined);
  if (start === undefined) throw notThere(dir);
  const here = await names(start);
  const isOne = here.some((name) => TOP.has(name) || name === 'memory');
  if (isOne) return { root: start, above: dirname(start) };
  // A link there is not followed: whoever means the place that it leads to names that.
  const below = join(start, 'workspace');
  if ((await lstat(below).catch(() => undefined))?.isDirectory()) return { root: below, above: start };
  throw notThere(dir);
}

function notThere(dir: string): MemoryError {
  return new MemoryError('not-found', `there is no workspace of OpenClaw at ${dir}`, {
    remedy: 'Name the folder that holds AGENTS.md or MEMORY.md, or the one above it, such as ~/.openclaw.',
  });
}

async function configText(above: string): Promise<string | undefined> {
  const path = join(above, CONFIG);
  const stat = await lstat(path).catch(() => undefined);
  if (!stat?.isFile() || stat.size > MAX_CONFIG_BYTES) return undefined;
  return await readFile(path, 'utf8').catch(() => undefined);
}

/** Everything below a folder, in bounded steps. */
async function enter(files: Files, folder: string, found: Foreign): Promise<void> {
  const depth = folder.split('/').length;
  if (depth > MAX_DEPTH) {
    found.left.push({ path: folder, why: 'it lies too deep' });
    return;
  }
  const stat = await lstat(join(files.root, folder)).catch(() => undefined);
  if (!stat?.isDirectory()) {
    found.left.push({ path: folder, why: stat?.isSymbolicLink() ? 'it is a link' : 'it is no folder' });
    return;
  }
  const isMemory = folder.startsWith('memory');
  for (const entry of await readdir(join(files.root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    const why = refusal(entry.name, path, isMemory && !entry.isDirectory());
    if (found.files.length >= MOST_FILES) return void found.left.push({ path, why: 'there are too many files' });
    if (why !== undefined) found.left.push({ path, why });
    else if (entry.isDirectory()) await enter(files, path, found);
    else await take(files, path, found);
  }
}

function refusal(name: string, path: string, isNote: boolean): string | undefined {
  if (path === 'memory/dreaming' || path === 'memory/.dreams') return 'a machine wrote it about itself';
  if (name.startsWith('.')) return 'it is hidden';
  if (isVendor(name)) return 'it is other people’s work';
  if (isDatabase(name)) return 'databases are not brought over';
  if (name.endsWith('.jsonl')) return 'conversations are not brought over';
  return isNote && !name.endsWith('.md') ? 'it is no Markdown' : undefined;
}

function isDatabase(name: string): boolean {
  return /\.(?:sqlite3?|db)(?:-(?:wal|shm|journal))?$/i.test(name);
}

async function take(files: Files, path: string, found: Foreign): Promise<void> {
  try {
    const file = await files.read(path);
    if (!file) found.left.push({ path, why: 'it is a link, or no file' });
    else if (!file.exact) found.left.push({ path, why: 'it is not written in UTF-8' });
    else found.files.push({ path, text: file.text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n') });
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error;
    found.left.push({ path, why: error.kind === 'invalid' ? 'it is larger than 4 MB' : error.message });
  }
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
