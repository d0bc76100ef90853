// Makes a new home from the template, and takes the invitation away once it has served.
// Must never overwrite a file, and never bring back what the owner deleted.

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../contracts/index.js';
import { codeOf, writeFailure } from './file-errors.js';
import { writeTemplateLines } from './template-lines.js';

/** Below the workspace: the random id that goes with it. */
export const ID_FILE = '.nightjar/workspace-id';
const BOOTSTRAP_TURNS = 10;
/** The template keeps its ignore file under another name, or it would hide the template's own files from Git and npm. */
const IGNORE_FILE = '_gitignore';

export interface Prepared {
  /** False where the workspace had been prepared before; then nothing was touched. */
  created: boolean;
  /** What was copied, relative to the workspace, sorted. */
  copied: string[];
}

/**
 * Copies what a new workspace lacks of the template and gives it a random id. A kill in between goes on at the next
 * start, because the id is written last. Folders 0700, files 0600. Throws a MemoryError 'unwritable'.
 */
export async function prepareWorkspace(options: { dir: string; template: string; clock: Clock }): Promise<Prepared> {
  const { dir, template, clock } = options;
  if (await exists(join(dir, ID_FILE))) return { created: false, copied: [] };
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const copied: string[] = [];
    const texts = new Map<string, string>();
    for (const path of await templateFiles(template)) {
      if (path.endsWith('.md')) texts.set(path, await readFile(join(template, path), 'utf8'));
      const name = path === IGNORE_FILE ? '.gitignore' : path;
      if (await copyMissing(join(template, path), join(dir, name))) copied.push(name);
    }
    await mkdir(join(dir, '.nightjar'), { recursive: true, mode: 0o700 });
    await writeTemplateLines(dir, texts);
    const id = { id: randomUUID(), created: new Date(clock.now()).toISOString() };
    await writeFile(join(dir, ID_FILE), `${JSON.stringify(id)}\n`, { mode: 0o600, flag: 'wx' }).catch(
      (error: unknown) => {
        // Another process was faster by a moment.
        if (codeOf(error) !== 'EEXIST') throw error;
      },
    );
    return { created: true, copied };
  } catch (error) {
    throw writeFailure('the workspace', error);
  }
}

/**
 * Moves BOOTSTRAP.md out of the way when USER.md is no longer the template's, or after ten turns in main. True when it
 * was moved now. Cheap when there is nothing to do.
 */
export async function retireBootstrap(options: { dir: string; template: string; mainTurns: number }): Promise<boolean> {
  const { dir, template, mainTurns } = options;
  const file = join(dir, 'BOOTSTRAP.md');
  if (!(await exists(file))) return false;
  if (mainTurns < BOOTSTRAP_TURNS) {
    const [mine, blank] = await Promise.all([dir, template].map((at) => textOf(join(at, 'USER.md'))));
    if (mine === blank) return false;
  }
  try {
    await mkdir(join(dir, '.nightjar/done'), { recursive: true, mode: 0o700 });
    await rename(file, join(dir, '.nightjar/done/BOOTSTRAP.md'));
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw writeFailure('BOOTSTRAP.md', error);
  }
}

/** The random id that goes with a workspace wherever it is moved; undefined where it has none. */
export async function workspaceId(dir: string): Promise<string | undefined> {
  return idIn(await readFile(join(dir, ID_FILE), 'utf8').catch(() => ''));
}

/** What the text of an id file names. Pure. */
export function idIn(text: string): string | undefined {
  return /"id":"([^"]+)"/.exec(text)?.[1];
}

async function templateFiles(template: string, folder = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(template, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await templateFiles(template, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found.sort();
}

async function copyMissing(source: string, target: string): Promise<boolean> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  try {
    await copyFile(source, target, constants.COPYFILE_EXCL);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await chmod(target, 0o600);
  return true;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function textOf(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text?.replaceAll('\r\n', '\n').trim();
}
