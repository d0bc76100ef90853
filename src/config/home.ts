// The folder that holds everything of one bot: where it is, what lies where, and that nobody else can read it.
// Creates folders and narrows modes; never writes or removes a file of the operator.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError, type NightjarError, StateError } from '../contracts/index.js';

/** $NIGHTJAR_HOME, or ~/.nightjar: an absolute path. `~` is expanded, a relative path is taken from the current folder. */
export function resolveHome(env: Readonly<Record<string, string | undefined>>): string {
  const user = env.HOME || homedir();
  const named = env.NIGHTJAR_HOME?.trim() || '~/.nightjar';
  return resolve(named.replace(/^~(?=$|\/)/, () => user));
}

export interface HomePaths {
  home: string;
  config: string;
  envFile: string;
  state: string;
  sessions: string;
  run: string;
  workspace: string;
  index: string;
  media: string;
  log: string;
}

export function homePaths(home: string): HomePaths {
  return {
    home,
    config: join(home, 'nightjar.yaml'),
    envFile: join(home, '.env'),
    state: join(home, 'state.sqlite'),
    sessions: join(home, 'sessions'),
    run: join(home, 'run'),
    workspace: join(home, 'workspace'),
    index: join(home, 'index'),
    media: join(home, 'media'),
    log: join(home, 'nightjar.log'),
  };
}

const FOLDERS = ['sessions', 'run', 'workspace', 'index', 'media'] as const;

/**
 * Makes the home usable: folders 0700, files 0600 (the workspace's own files keep theirs, inside a closed folder), and
 * whatever this process creates from now on is private too. Returns the paths whose mode was narrowed. Throws
 * ConfigError when the home is a file, may not be written, or belongs to another user; a StateError when it lies on a full disk.
 */
export function prepareHome(home: string): string[] {
  process.umask(0o077);
  mustBeOwn(home);
  const paths = homePaths(home);
  let at = home;
  try {
    // One that has a state had a workspace, too: where that is gone, an empty one must not take its place.
    const lacks = (folder: string) => folder === paths.workspace && existsSync(paths.state) && !existsSync(folder);
    for (const folder of [home, ...FOLDERS.map((name) => paths[name])]) {
      at = folder;
      if (lacks(folder)) continue;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!statSync(folder).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    }
    const probe = join(paths.run, `probe-${process.pid}`);
    writeFileSync(probe, 'x'.repeat(4_096));
    unlinkSync(probe);
  } catch (error) {
    throw homeError(at, error);
  }
  return tooOpen(home)
    .filter(({ path, mode }) => narrow(path, mode))
    .map(({ path }) => path);
}

/**
 * The user that a home belongs to, where what this process writes there would not be theirs: as root on the home of a service,
 * which could not read its own memory any more. Undefined where all is well, or the home is not there or may not be written.
 */
export function strangeOwner(home: string): number | undefined {
  try {
    const owner = statSync(home).uid;
    if (process.getuid === undefined || owner === process.getuid()) return undefined;
    // Not every disk goes by who writes: on a mounted share all may be one user's.
    const probe = mkdtempSync(join(home, '.probe-'));
    const { uid } = statSync(probe);
    rmdirSync(probe);
    return uid === owner ? undefined : owner;
  } catch {
    return undefined;
  }
}

/** Throws a ConfigError for a home whose user could not read what this process writes. */
export function mustBeOwn(home: string): void {
  const owner = strangeOwner(home);
  if (owner === undefined) return;
  throw new ConfigError(`${home} belongs to another user (${owner}), who could not read what this one writes there.`, {
    remedy: strangerRemedy(home, owner),
  });
}

export function strangerRemedy(home: string, owner: number): string {
  return `Do this as that user, as with sudo -u '#${owner}', or give the home to the one that runs Nightjar: sudo chown -R USER ${home}`;
}

/** Folders and files of the home that others may read or write, with the mode they should have. */
function tooOpen(home: string): { path: string; mode: number }[] {
  const paths = homePaths(home);
  const folders = [home, ...FOLDERS.map((name) => paths[name])];
  const files = [home, paths.sessions, paths.run, paths.index].flatMap(filesIn);
  return [
    ...folders.filter((path) => isOpen(path)).map((path) => ({ path, mode: 0o700 })),
    ...files.filter((path) => isOpen(path)).map((path) => ({ path, mode: 0o600 })),
  ];
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

function isOpen(path: string): boolean {
  return ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
}

/** False where the mode cannot be changed (another owner, a read-only mount); doctor names those. */
function narrow(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** What stands in the way of a folder of the home, in words. `error` is a system error with a `code`. */
export function homeError(path: string, error: unknown): NightjarError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const details = (remedy: string) => ({ remedy, cause: error });
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return new ConfigError(
        `${path} must be a folder, but it or a part of its path is a file.`,
        details('Move that file away, or set NIGHTJAR_HOME to another folder.'),
      );
    case 'ENOSPC':
    case 'EDQUOT':
      // No fault of the configuration: a supervisor may try again.
      return new StateError(`The disk that holds ${path} is full`, {
        ...details('Free some space and start again.'),
        retryable: true,
      });
    case 'EROFS':
      return new ConfigError(
        `The disk that holds ${path} is mounted read-only.`,
        details('Mount it so that it can be written, or set NIGHTJAR_HOME to another folder.'),
      );
    case 'EACCES':
    case 'EPERM':
      return new ConfigError(
        `${path} may not be written by this user.`,
        details('Give the folder to the user that runs Nightjar (chown), or set NIGHTJAR_HOME to another folder.'),
      );
    default:
      return new ConfigError(
        `${path} cannot be used (${code || 'unknown trouble'}).`,
        details('Check the path and the disk, or set NIGHTJAR_HOME to another folder.'),
      );
  }
}
