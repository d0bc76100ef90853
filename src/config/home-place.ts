// Whether the place of the home carries its files away: into a repository, or to somebody's cloud. Asks git, and changes
// nothing; the names of synced folders are those that their programs give them.

import { execFile } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Check, Finding } from '../contracts/index.js';
import { homePaths } from './home.js';

const GIT_MS = 5_000;
const SHOWN = 5;
/** Of the workspace, what not every chat reads. */
const PRIVATE = ['MEMORY.md', 'USER.md', 'TOOLS.md', 'DREAMS.md', 'HEARTBEAT.md', 'memory', 'groups', 'people'];

/** Folders by the name of which their program is known. Pure data. */
const SYNCED: readonly [name: RegExp, program: string][] = [
  [/^Dropbox( \(.*\))?$/i, 'Dropbox'],
  [/^OneDrive( - .*)?$/i, 'OneDrive'],
  [/^(Mobile Documents|iCloud ?Drive|com~apple~CloudDocs)$/i, 'iCloud'],
  [/^(Google ?Drive|GoogleDrive-.*|My Drive)$/i, 'Google Drive'],
  [/^(Nextcloud|ownCloud)\d*$/i, 'Nextcloud'],
  [/^(Sync|Syncthing)$/i, 'Syncthing'],
  [/^(pCloud ?Drive|pCloudDrive)$/i, 'pCloud'],
  [/^MEGA(sync)?$/i, 'MEGA'],
  [/^Proton ?Drive$/i, 'Proton Drive'],
  [/^CloudStorage$/i, 'a cloud service'],
];
/** Files that such a program leaves at the top of what it syncs. */
const MARKS: readonly [mark: RegExp, program: string][] = [
  [/^\.stfolder/, 'Syncthing'],
  [/^\.dropbox/, 'Dropbox'],
  [/^\.(sync_[0-9a-f]+\.db|nextcloudsync\.log|owncloudsync\.log)$/, 'Nextcloud'],
];

export function placeChecks(home: string): Check[] {
  return [
    { name: 'home.synced', run: () => syncFindings(home) },
    { name: 'home.git', run: () => gitFindings(home) },
  ];
}

function syncFindings(home: string): Finding[] {
  const check = 'home.synced';
  const found = places(home).flatMap((path) => syncedBy(path) ?? []);
  const [first] = found;
  if (!first) return [{ check, level: 'ok', says: 'The home lies in no folder that is known to be synced.' }];
  return [
    {
      check,
      level: 'warning',
      says: `${first.folder} is synced by ${first.program}: what you say here is copied to other machines, and a database that is copied while it is written breaks.`,
      remedy: 'Move the home out of there and set NIGHTJAR_HOME; for copies use `nightjar backup`.',
    },
  ];
}

/** The folder above the path, or the path itself, that is kept in step with other machines. */
function syncedBy(path: string): { folder: string; program: string } | undefined {
  for (const folder of upwards(path)) {
    const name = folder.split(sep).at(-1) ?? '';
    const named = SYNCED.find(([pattern]) => pattern.test(name));
    if (named) return { folder, program: named[1] };
    const mark = MARKS.find(([pattern]) => namesIn(folder).some((one) => pattern.test(one)));
    if (mark) return { folder, program: mark[1] };
  }
  return undefined;
}

async function gitFindings(home: string): Promise<Finding[]> {
  const check = 'home.git';
  const { envFile, config, state, sessions, media, workspace } = homePaths(home);
  const mine = [envFile, state, sessions, media, ...PRIVATE.map((name) => join(workspace, name)), config];
  const findings: Finding[] = [];
  for (const place of places(home)) {
    const repository = upwards(place).find((folder) => existsSync(join(folder, '.git')));
    if (repository === undefined) continue;
    // By their real names, or git takes them for files behind a link.
    const paths = mine.flatMap((path) => (existsSync(path) ? [realpathSync(path)] : []));
    const inside = paths.filter((path) => upwards(path).includes(repository));
    const tracked = inside.length === 0 ? [] : await git(repository, ['ls-files', '--full-name', '--', ...inside]);
    if (tracked === undefined) {
      const says = `${place} lies in the git repository ${repository}, and git could not be asked what it keeps of it.`;
      findings.push({ check, level: 'warning', says, remedy: remedyFor(repository) });
      continue;
    }
    const secret = tracked.find((path) => /(^|\/)\.env$/.test(path));
    if (secret !== undefined) {
      const says = `The keys in ${join(repository, secret)} are in a git repository.`;
      const remedy = `git -C ${repository} rm --cached ${secret}, put it into .gitignore, and change the keys: they stay in its history.`;
      findings.push({ check, level: 'error', says, remedy });
    }
    const rest = tracked.filter((path) => path !== secret);
    if (rest.length > 0) {
      const more = rest.length > SHOWN ? ` and ${rest.length - SHOWN} more` : '';
      const says = `What is yours alone is tracked by the git repository ${repository}: ${rest.slice(0, SHOWN).join(', ')}${more}.`;
      findings.push({
        check,
        level: 'warning',
        says,
        remedy: `${remedyFor(repository)} \`git rm --cached\` untracks it.`,
      });
    }
    if (tracked.length > 0) continue;
    const ignored = new Set((await git(repository, ['check-ignore', '--', ...inside])) ?? []);
    const open = inside.filter((path) => !ignored.has(path));
    if (open.length === 0) continue;
    const says = `${place} lies in the git repository ${repository}, which does not ignore it: the next \`git add\` takes what is yours alone.`;
    findings.push({ check, level: 'warning', says, remedy: remedyFor(repository) });
  }
  return findings.length > 0 ? findings : [{ check, level: 'ok', says: 'Nothing of the home is in a git repository.' }];
}

function remedyFor(repository: string): string {
  return `Move the home elsewhere and set NIGHTJAR_HOME, or put it into ${join(repository, '.gitignore')}.`;
}

/** Its lines; undefined where git is missing or fails. A hook of a repository must not be run by a look. */
async function git(repository: string, args: string[]): Promise<string[] | undefined> {
  try {
    const all = ['-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false', '-C', repository, ...args];
    const { stdout } = await promisify(execFile)('git', all, { timeout: GIT_MS });
    return stdout.split('\n').filter((line) => line !== '');
  } catch (error) {
    // check-ignore says so where nothing is ignored.
    return error instanceof Error && 'code' in error && error.code === 1 ? [] : undefined;
  }
}

/** The home and the workspace, which may be a link elsewhere, by their real names. */
function places(home: string): string[] {
  const found = [home, homePaths(home).workspace].filter((path) => existsSync(path)).map((path) => realpathSync(path));
  const [first, second] = found;
  return first !== undefined && second?.startsWith(`${first}${sep}`) && !existsSync(join(second, '.git'))
    ? [first]
    : found;
}

/** The path and every folder above it, nearest first. */
function upwards(path: string): string[] {
  const found = [path];
  for (let at = path; dirname(at) !== at; at = dirname(at)) found.push(dirname(at));
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
