// Who else on this machine could read or write something of the home, anywhere below it. Follows no link, changes only modes.

import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, Finding } from '../contracts/index.js';
import { homePaths } from './home.js';

const SHOWN = 5;

interface TooOpen {
  path: string;
  mode: number;
}

/** Everything below the home, and the home itself. What a program of the owner may run, it still may. */
export function modeCheck(home: string): Check {
  return { name: 'home.permissions', run: () => openFindings(home) };
}

export function ownershipCheck(home: string): Check {
  return { name: 'home.owner', run: () => foreignFindings(home) };
}

function openFindings(home: string): Finding[] {
  const check = 'home.permissions';
  if (!isFolder(home)) return [];
  const open = [...everything(home)].flatMap(({ path, mode, isFolder }): TooOpen[] =>
    (mode & 0o077) === 0 ? [] : [{ path, mode: isFolder ? 0o700 : 0o600 | (mode & 0o100) }],
  );
  if (open.length === 0) return [{ check, level: 'ok', says: 'Only you can read the home.' }];
  const repair = ({ path, mode }: TooOpen) => ({
    run() {
      chmodSync(path, mode);
      return `${path} is yours alone now.`;
    },
  });
  const shown = open.slice(0, SHOWN).map((one): Finding => {
    const says = `Other users of this machine can get at ${one.path}.`;
    const remedy = `chmod ${one.mode.toString(8)} ${one.path}`;
    return { check, level: 'warning', says, remedy, repair: repair(one) };
  });
  const rest = open.slice(SHOWN);
  if (rest.length === 0) return shown;
  const says = `Other users of this machine can get at ${rest.length} more files and folders of the home.`;
  const run = () => {
    for (const one of rest) repair(one).run();
    return `${rest.length} files and folders are yours alone now.`;
  };
  return [...shown, { check, level: 'warning', says, remedy: `chmod -R go-rwx ${home}`, repair: { run } }];
}

/** What belongs to another user of the system cannot be narrowed, and may not be writable. */
function foreignFindings(home: string): Finding[] {
  const check = 'home.owner';
  const me = process.getuid?.();
  if (me === undefined || !isFolder(home)) return [];
  const foreign = [...everything(home)].filter(({ uid }) => uid !== me).map(({ path }) => path);
  if (foreign.length === 0) return [{ check, level: 'ok', says: 'Everything in the home belongs to you.' }];
  const more = foreign.length > SHOWN ? ` and ${foreign.length - SHOWN} more` : '';
  const says = `Not everything in the home belongs to the user that runs this: ${foreign.slice(0, SHOWN).join(', ')}${more}.`;
  return [{ check, level: 'error', says, remedy: `sudo chown -R ${me} ${home}` }];
}

interface Seen {
  path: string;
  mode: number;
  uid: number;
  isFolder: boolean;
}

/** The home and its own folders may be links, as to another disk; what another link leads to is somebody else's. */
function* everything(home: string): Generator<Seen> {
  const { sessions, workspace, index, media } = homePaths(home);
  const linked = [sessions, workspace, index, media].filter((path) =>
    lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink(),
  );
  const pending = [home, ...linked.filter(isFolder)];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const own = statSync(folder, { throwIfNoEntry: false });
    if (own) yield { path: folder, mode: own.mode, uid: own.uid, isFolder: true };
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory()) pending.push(path);
      else if (stat && !stat.isSymbolicLink()) yield { path, mode: stat.mode, uid: stat.uid, isFolder: false };
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
