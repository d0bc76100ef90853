// A home as one file, taken while the bot runs: what a crash at that moment would have left, which every start can go on
// from. Nobody commits while the moment lasts, so no file can show the end of something that the state knows nothing of.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { homePaths } from './config/home.js';
import { ConfigError, NightjarError, StateError } from './contracts/index.js';
import { freezeDb } from './db/backup.js';
import { type FileLock, tryLock } from './db/lock.js';
import { mustExist } from './operator.js';
import { type ArchiveWriter, writeArchive } from './ops/archive.js';
import { type ArchivedFile, MANIFEST, type ManifestFacts, manifestText } from './ops/archive-paths.js';
import { copyTwice, type FoundFile, type FoundFolder, filesBelow } from './ops/home-files.js';
import { whenInterrupted } from './ops/interrupted.js';
import { amount, counted } from './text/amount.js';
import { forTerminal } from './text/terminal.js';

export interface BackupWish {
  home: string;
  /** Where the archive is to be. */
  file: string;
  version: string;
  /** Replaces a file that is there. */
  force: boolean;
  /** With .env. */
  secrets: boolean;
  /** The context engine of nightjar.yaml, relative to the home. */
  engine?: string | undefined;
}

export interface BackupReport extends Omit<ManifestFacts, 'folders'> {
  file: string;
  /** Of the archive. */
  archiveBytes: number;
  /** How long nobody could commit. */
  heldMs: number;
}

/** Throws a ConfigError for a place that cannot be used, a StateError when the copy fails; nothing is left of it then. */
export async function backupHome(wish: BackupWish): Promise<{ data: BackupReport; text: string }> {
  process.umask(0o077);
  const { home } = wish;
  mustExist(home);
  const target = await placeFor(wish);
  const parts = { partial: `${target}.partial`, copies: `${target}.parts-${randomBytes(4).toString('hex')}` };
  const lock = await takeTurn(home, parts);
  const uninterrupted = whenInterrupted(() => {
    clear(parts);
    rmSync(notePath(home), { force: true });
  });
  try {
    const report = await write(wish, target, parts);
    return { data: report, text: reportText(report) };
  } catch (error) {
    throw told(target, error);
  } finally {
    uninterrupted();
    clear(parts);
    rmSync(notePath(home), { force: true });
    lock.release();
  }
}

interface Parts {
  partial: string;
  copies: string;
}

async function write(wish: BackupWish, target: string, { partial, copies }: Parts): Promise<BackupReport> {
  const paths = homePaths(wish.home);
  await mkdir(copies, { mode: 0o700 });
  // A transcript only grows, so its length says how it was; the files of the workspace are replaced, so they are copied.
  const workspace = copyTwice(paths.workspace, 'workspace', join(copies, 'workspace'));
  await workspace.prepare();
  const frozen = await freezeDb(paths.state);
  try {
    const began = performance.now();
    const created = new Date().toISOString();
    const sessions = await filesBelow(paths.sessions, 'sessions', (name) => name.endsWith('.jsonl'));
    const settled = await workspace.settle();
    frozen.thaw();
    const heldMs = Math.round(performance.now() - began);
    const copy = join(copies, 'state.sqlite');
    await frozen.copyTo(copy);
    // What it holds on to grows with everything that is written meanwhile, and the rest may take long.
    frozen.close();
    // What the state and the transcripts name was there before them, and is never changed.
    const media = await filesBelow(paths.media, 'media', (name) => !name.endsWith('.partial'));
    const folders = [settled, sessions, media];
    const facts: ManifestFacts = {
      version: wish.version,
      created,
      schema: frozen.version,
      secrets: wish.secrets,
      counts: { workspace: 0, sessions: 0, media: 0, bytes: 0 },
      leftOut: folders.flatMap(({ leftOut }) => leftOut),
      folders: folders.flatMap((found) => found.folders),
    };
    await writeArchive(partial, (archive) => fill(archive, wish, copy, { settled, sessions, media }, facts));
    // Somebody may have written it meanwhile.
    if (!wish.force && existsSync(target)) throw alreadyThere(target);
    renameSync(partial, target);
    const { folders: _, ...told } = facts;
    return { file: target, archiveBytes: statSync(target).size, heldMs, ...told };
  } finally {
    frozen.close();
  }
}

interface Found {
  settled: FoundFolder;
  sessions: FoundFolder;
  media: FoundFolder;
}

/** Completes `facts` with what was really there. */
async function fill(
  archive: ArchiveWriter,
  { home, secrets, engine }: BackupWish,
  state: string,
  { settled, sessions, media }: Found,
  facts: ManifestFacts,
): Promise<void> {
  const written: ArchivedFile[] = [];
  /** What grows is copied as long as it was. */
  async function add({ path, full: source, changed, bytes, inode }: FoundFile, grows: boolean): Promise<boolean> {
    try {
      // Rewritten since then: what was made of it counts, and not the beginning of it.
      const isSame = grows && (await lstat(source, { bigint: true })).ino === inode;
      written.push(await archive.file({ path, source, changed, ...(isSame ? { bytes } : {}) }));
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // Removed meanwhile, as files that came with messages are after a while.
      if (code === 'ENOENT') return false;
      if (code !== 'EACCES' && code !== 'EPERM') throw error;
      facts.leftOut.push(`${path} (${code})`);
      return false;
    }
  }
  async function addAll(files: readonly FoundFile[], grows = false): Promise<number> {
    let count = 0;
    for (const file of files) if (await add(file, grows)) count++;
    return count;
  }

  for (const folder of facts.folders) await archive.folder(folder);
  for (const path of ['nightjar.yaml', ...(secrets ? ['.env'] : []), ...engineIn(home, engine)]) {
    const full = join(home, path);
    // These may be links: to a folder that is under version control, for one.
    const stat = statSync(full, { throwIfNoEntry: false });
    if (stat?.isFile()) written.push(await archive.file({ path, source: full, changed: stat.mtimeMs }));
  }
  written.push(await archive.file({ path: 'state.sqlite', source: state, changed: Date.parse(facts.created) }));
  facts.counts.workspace = await addAll(settled.files);
  facts.counts.sessions = await addAll(sessions.files, true);
  facts.counts.media = await addAll(media.files);
  facts.counts.bytes = written.reduce((sum, { bytes }) => sum + bytes, 0);
  await archive.text(MANIFEST, manifestText(facts, written));
}

/** A module that lies in the home itself; one elsewhere is the operator's to keep. */
function engineIn(home: string, engine: string | undefined): string[] {
  if (engine === undefined) return [];
  const path = relative(home, resolve(home, engine));
  const [first = ''] = path.split(sep);
  const copied = ['workspace', 'sessions', 'media', 'run', 'index', 'nightjar.yaml', '.env', 'state.sqlite'];
  return path === '' || first === '..' || isAbsolute(path) || copied.includes(first) ? [] : [path.split(sep).join('/')];
}

/** The full path of the archive. Throws a ConfigError where it cannot be, or is something already. */
async function placeFor({ home, file, force }: BackupWish): Promise<string> {
  const wanted = resolve(file);
  let folder: string;
  try {
    folder = await realpath(dirname(wanted));
  } catch (error) {
    throw new ConfigError(`There is no folder ${dirname(wanted)}.`, { remedy: 'Make it first.', cause: error });
  }
  const target = join(folder, basename(wanted));
  const { workspace, sessions, media, index, run } = homePaths(home);
  for (const own of [workspace, sessions, media, index, run]) {
    if (!existsSync(own)) continue;
    const way = relative(realpathSync(own), target);
    if (way.split(sep)[0] !== '..' && !isAbsolute(way)) {
      throw new ConfigError(`${target} lies in ${own}, which is itself copied or made anew.`, {
        remedy: 'Name a file outside the home, best on another disk.',
      });
    }
  }
  const stat = statSync(target, { throwIfNoEntry: false });
  if (stat && !stat.isFile()) throw new ConfigError(`${target} is no file.`, { remedy: 'Name the file to write.' });
  if (stat && !force) throw alreadyThere(target);
  return target;
}

function alreadyThere(target: string): ConfigError {
  return new ConfigError(`${target} is there already.`, { remedy: 'Name another file, or add --force to replace it.' });
}

function notePath(home: string): string {
  return join(homePaths(home).run, 'backup.note');
}

/** One backup of a home at a time; the next one removes what a killed one left, wherever that was. */
async function takeTurn(home: string, parts: Parts): Promise<FileLock> {
  const { run } = homePaths(home);
  await mkdir(run, { recursive: true, mode: 0o700 });
  const lock = tryLock(join(run, 'backup.lock'));
  if (!lock) {
    throw new StateError(`Another backup of ${home} is being made`, { retryable: true, remedy: 'Wait for its end.' });
  }
  try {
    clear(earlierParts(home));
    clear({ partial: parts.partial });
    writeFileSync(notePath(home), JSON.stringify(parts), { mode: 0o600 });
    return lock;
  } catch (error) {
    lock.release();
    throw told(run, error);
  }
}

function earlierParts(home: string): Partial<Parts> {
  try {
    const { partial, copies } = JSON.parse(readFileSync(notePath(home), 'utf8')) as Record<string, unknown>;
    return {
      ...(typeof partial === 'string' ? { partial } : {}),
      ...(typeof copies === 'string' ? { copies } : {}),
    };
  } catch {
    return {};
  }
}

function clear({ partial, copies }: Partial<Parts>): void {
  if (partial !== undefined) rmSync(partial, { force: true });
  if (copies !== undefined) rmSync(copies, { recursive: true, force: true });
}

function told(target: string, error: unknown): unknown {
  if (error instanceof NightjarError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details = (remedy: string) => ({ retryable: true, remedy, cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new StateError(
      `There is no room for the backup at ${target}; nothing of it was left there`,
      details(
        'Free some space or name another disk: it needs room for the archive and, while it is made, for a copy of state.sqlite and the workspace.',
      ),
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new StateError(`${target} cannot be written (${code})`, details('Name a folder that this user may write.'));
  }
  return error;
}

function reportText(report: BackupReport): string {
  const { file, archiveBytes, counts, leftOut, secrets } = report;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const parts = [
    counted(counts.workspace, 'workspace file'),
    counted(counts.sessions, 'transcript'),
    counted(counts.media, 'received file'),
  ];
  const lines = [
    `${file}: ${parts.join(', ')} and the state, ${megabytes(counts.bytes)} in ${megabytes(archiveBytes)}.`,
    secrets
      ? 'It holds everything that was said, and the keys of .env: keep it where only you can read it.'
      : 'Without .env. It holds everything that was said: keep it where only you can read it.',
  ];
  if (leftOut.length > 0) {
    const shown = leftOut.slice(0, 5).join(', ');
    const more = leftOut.length > 5 ? ` and ${amount(leftOut.length - 5)} more` : '';
    lines.push(`Left out, since it is no file or cannot be read: ${shown}${more}.`);
  }
  return forTerminal(lines.join('\n'));
}
