// Makes a home from an archive of one. Nothing is put in place before all of it was read and compared with its sums, and a
// home that is there is never written into: it is moved aside, or the archive is refused.

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, utimes } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { homeError, homePaths, mustBeOwn } from './config/home.js';
import { ConfigError, NightjarError, StateError } from './contracts/index.js';
import { livingProcesses } from './db/living.js';
import { openState } from './db/state.js';
import { stateMigrations } from './db/state-schema.js';
import { countOpen } from './gateway/inbox.js';
import { doubtUnsent } from './gateway/outbox.js';
import { isGatewayUp } from './jobs/gateway-lock.js';
import { openLanes } from './jobs/lanes.js';
import { joinProcesses } from './jobs/processes.js';
import { reap } from './jobs/reaper.js';
import { openFileLocks } from './memory/file-locks.js';
import { openFiles } from './memory/files.js';
import { openLedger } from './memory/ledger.js';
import { type ArchiveEntry, readArchive } from './ops/archive.js';
import { isArchivedPath, MANIFEST, type Manifest, readManifest } from './ops/archive-paths.js';
import { whenInterrupted } from './ops/interrupted.js';
import { createLog } from './ops/log.js';
import { systemClock } from './ops/system-clock.js';
import { counted } from './text/amount.js';
import { forTerminal } from './text/terminal.js';

export interface RestoreWish {
  file: string;
  /** An absolute path. */
  home: string;
  /** Moves a home that is there aside. */
  force: boolean;
}

export interface RestoreReport {
  home: string;
  /** When the copy was made, ISO 8601. */
  created: string;
  /** The program that made it. */
  version: string;
  files: number;
  bytes: number;
  /** The home that was there, under its new name. */
  aside?: string;
  /** Whether the archive has the .env of its home. */
  secrets: boolean;
  /** Messages that were being answered, and replies that had not been sent, when the copy was made. */
  open: { messages: number; replies: number };
}

/** A list of contents is larger only where somebody wants memory to run out. */
const MAX_MANIFEST_BYTES = 256_000_000;
/** In the new home until everything is in place; one that a killed restore left is removed. */
const STAGE = /^\.restoring-[0-9a-f]{8}$/;
/** Made by the system where a disk begins. */
const SYSTEM = new Set(['lost+found']);

/** Throws a ConfigError for a home that is in use or an archive that is none, a StateError where it is damaged. */
export async function restoreHome(wish: RestoreWish): Promise<{ data: RestoreReport; text: string }> {
  process.umask(0o077);
  const { force } = wish;
  const file = resolve(wish.file);
  // A link to another disk stays one.
  const home = existsSync(wish.home) ? realpathSync(wish.home) : resolve(wish.home);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new ConfigError(`There is no file ${file}.`);
  mustBeIdle(home);
  mustBeOwn(home);
  const isTaken = contents(home).length > 0;
  if (isTaken && !force) {
    throw new ConfigError(`There is something in ${home} already.`, {
      remedy: 'Name an empty folder with --home, or add --force: what is there is then moved aside, and stays.',
    });
  }
  // An archive that turns out to be damaged must not have cost anybody the home that works.
  const base = isTaken ? `${home}.restoring-${randomBytes(4).toString('hex')}` : home;
  const stage = join(base, `.restoring-${randomBytes(4).toString('hex')}`);
  const isNew = !existsSync(home);
  const clean = () => {
    rmSync(isTaken ? base : stage, { recursive: true, force: true });
    if (isNew && existsSync(home) && readdirSync(home).length === 0) rmdirSync(home);
  };
  const uninterrupted = whenInterrupted(clean);
  try {
    await makeFolder(home, base, stage);
    const manifest = await unpack(file, stage);
    const open = await takeOver(stage);
    mustBeIdle(home);
    const aside = isTaken ? moveAside(home) : undefined;
    if (isTaken) renameSync(base, home);
    await putInPlace(join(home, stage.slice(base.length + 1)), home);
    const { files, created, version, secrets } = manifest;
    const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
    const told = { home, created, version, files: files.length, bytes, secrets, open };
    const data: RestoreReport = aside === undefined ? told : { ...told, aside };
    return { data, text: reportText(data) };
  } catch (error) {
    clean();
    throw explain(file, home, error);
  } finally {
    uninterrupted();
  }
}

function mustBeIdle(home: string): void {
  const { run } = homePaths(home);
  const living = livingProcesses(run).length;
  if (!isGatewayUp(run) && living === 0) return;
  throw new ConfigError(`Nightjar is running on ${home}.`, {
    remedy: 'Stop it first, with its workers and terminals, or name another folder with --home.',
  });
}

/** What somebody could lose. */
function contents(home: string): string[] {
  if (!existsSync(home)) return [];
  try {
    return readdirSync(home).filter((name) => !STAGE.test(name) && !SYSTEM.has(name));
  } catch (error) {
    throw homeError(home, error);
  }
}

async function makeFolder(home: string, base: string, stage: string): Promise<void> {
  try {
    await mkdir(base, { recursive: true, mode: 0o700 });
    for (const name of await readdir(base)) {
      if (STAGE.test(name)) rmSync(join(base, name), { recursive: true, force: true });
    }
    await mkdir(stage, { mode: 0o700 });
  } catch (error) {
    throw homeError(home, error);
  }
}

/** Writes everything below `stage`. Throws where a path is none of ours, or anything differs from the list of contents. */
async function unpack(file: string, stage: string): Promise<Manifest> {
  const got = new Map<string, { bytes: number; sha256: string }>();
  let manifest: Manifest | undefined;

  async function take(entry: ArchiveEntry): Promise<void> {
    const { path, type } = entry;
    if (manifest) throw refused('It goes on behind its list of contents.');
    if (path === MANIFEST && type === 'file') {
      manifest = parsed(await textOf(entry));
      return;
    }
    if (!isArchivedPath(path, process.platform === 'win32') || type === 'other' || got.has(path)) {
      throw refused(`It holds ${JSON.stringify(path)}, which no backup of Nightjar does.`);
    }
    const target = join(stage, ...path.split('/'));
    if (type === 'folder') {
      await mkdir(target, { recursive: true, mode: 0o700 });
      return;
    }
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    got.set(path, await writeNew(target, entry));
  }

  await readArchive(file, take);
  if (!manifest) throw refused('Its end is missing.');
  for (const { path, bytes, sha256, changed } of manifest.files) {
    const found = got.get(path);
    if (!found) throw refused(`${JSON.stringify(path)} is missing in it.`);
    if (found.bytes !== bytes || found.sha256 !== sha256) throw refused(`${JSON.stringify(path)} in it is damaged.`);
    // Search looks at how old a file is.
    await utimes(join(stage, ...path.split('/')), changed / 1_000, changed / 1_000);
  }
  if (got.size !== manifest.files.length) throw refused('It holds files that its list of contents does not name.');
  if (!got.has('state.sqlite')) throw refused('It holds no state.');
  return manifest;
}

function parsed(text: string): Manifest {
  const manifest = readManifest(text);
  if (typeof manifest === 'string') throw refused(manifest);
  if (manifest.schema > stateMigrations.length) {
    throw new ConfigError(`The backup was made by a newer Nightjar (${manifest.version}).`, {
      remedy: 'Install that version, then restore.',
    });
  }
  return manifest;
}

async function textOf({ bytes, content }: ArchiveEntry): Promise<string> {
  if (bytes > MAX_MANIFEST_BYTES) throw refused('Its list of contents is too long.');
  const parts: Buffer[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function writeNew(target: string, { content }: ArchiveEntry): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(target, 'wx', 0o600);
  try {
    for await (const part of content) {
      hash.update(part);
      bytes += part.length;
      await handle.writeFile(part);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * The copy is what a crash would have left, so what was under way in it is returned and finished. And the world has moved on
 * since: what waited in it may have been sent, and must not pass for new.
 */
async function takeOver(stage: string): Promise<RestoreReport['open']> {
  const { state: path, workspace, run: runDir } = homePaths(stage);
  const log = createLog({ level: 'error', secrets: [], stderr: true });
  const clock = systemClock;
  const state = await openState(path);
  const { db, migration } = state;
  try {
    const replies = await db.write(() => doubtUnsent(db));
    const members = await joinProcesses({ db, runDir, kind: 'tool', clock });
    const lanes = openLanes({ db, clock, isAlive: members.isAlive });
    await reap({ db, lanes, process: members, log }, clock.now());
    await members.sweep();
    await members.leave();
    if (existsSync(workspace)) {
      const locks = openFileLocks({ runDir, clock });
      await openLedger({ db, files: await openFiles(workspace), locks, clock, log }).recover();
    }
    return { messages: countOpen(db), replies };
  } finally {
    state.close();
    rmSync(runDir, { recursive: true, force: true });
    if (migration.backup !== undefined) rmSync(migration.backup, { force: true });
  }
}

function moveAside(home: string): string {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const aside = `${home}.before-${stamp}`;
  try {
    if (existsSync(aside)) throw new ConfigError(`${aside} is there already.`, { remedy: 'Try again in a second.' });
    renameSync(home, aside);
    return aside;
  } catch (error) {
    if (error instanceof NightjarError) throw error;
    throw new StateError(`${home} cannot be moved aside`, {
      remedy: 'Where a disk or a volume begins, move what is in it yourself, then restore without --force.',
      cause: error,
    });
  }
}

/** The state last: without it nothing here counts as a home, should this be interrupted. */
async function putInPlace(stage: string, home: string): Promise<void> {
  const names = (await readdir(stage)).sort((a, b) => Number(a === 'state.sqlite') - Number(b === 'state.sqlite'));
  for (const name of names) await rename(join(stage, name), join(home, name));
  rmdirSync(stage);
}

function refused(why: string): StateError {
  return new StateError(why, { remedy: 'Nothing was put in place. Try another copy of it, or an earlier backup.' });
}

function explain(file: string, home: string, error: unknown): unknown {
  if (error instanceof StateError) {
    const { message, remedy, cause } = error;
    return new StateError(`${file} was not restored. ${message}`, { ...(remedy ? { remedy } : {}), cause });
  }
  if (error instanceof NightjarError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EACCES' || code === 'EROFS') return homeError(home, error);
  // What the unpacking of a damaged file ends with is of many kinds.
  if (/^Z_|^ERR_STREAM|^$/.test(code) && error instanceof Error && !(error instanceof TypeError)) {
    return explain(file, home, refused('It is damaged, or is no backup of Nightjar.'));
  }
  return error;
}

function reportText({ home, created, version, files, aside, secrets, open }: RestoreReport): string {
  const lines = [`${home} is as it was on ${created}: ${counted(files, 'file')}, made by Nightjar ${version}.`];
  if (aside !== undefined) lines.push(`What was there before is in ${aside}.`);
  if (!secrets) lines.push(`The backup holds no keys: write ${join(home, '.env')} anew.`);
  if (open.messages > 0) {
    lines.push(`${counted(open.messages, 'message')} had no answer yet then; I give one when I start, perhaps again.`);
  }
  if (open.replies > 0)
    lines.push(`${open.replies === 1 ? 'One reply' : `${open.replies} replies`} may go out again, marked as such.`);
  lines.push('Look at it with `nightjar doctor`, and never run the old home beside it.');
  return forTerminal(lines.join('\n'));
}
