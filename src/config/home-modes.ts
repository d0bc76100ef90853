// Who else on this machine could read or write something of the home, anywhere below it, and what the bot itself could not. Follows no link, changes only modes.

import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Check, Finding } from '../contracts/index.js';
import { homePaths, strangeOwner, strangerRemedy } from './home.js';

const SHOWN = 5;

interface Wrong {
  path: string;
  /** What it should be. */
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
  const all = [...everything(home)];
  const should = ({ path, mode, isFolder }: Seen): Wrong => ({
    path,
    mode: isFolder ? 0o700 : 0o600 | (mode & 0o100),
  });
  const shut = all.filter((one) => isShut(home, one)).map(should);
  const open = all.filter(({ mode }) => (mode & 0o077) !== 0).map(should);
  const found = [
    ...findingsOf(shut, 'error', 'The bot itself cannot get at', `chmod -R u+rwX ${home}`),
    ...findingsOf(open, 'warning', 'Other users of this machine can get at', `chmod -R go-rwx ${home}`),
  ];
  return found.length > 0 ? found : [{ check, level: 'ok', says: 'Only you can read the home.' }];
}

/** What its own user may not read, enter, or write where everybody's words go. A page that is for reading alone may be so. */
function isShut(home: string, { path, mode, isFolder }: Seen): boolean {
  const { state, sessions, index, log } = homePaths(home);
  const isWritten = [state, sessions, index, log].some((one) => path === one || path.startsWith(`${one}${sep}`));
  const needs = isFolder ? 0o700 : isWritten ? 0o600 : 0o400;
  return (mode & needs) !== needs;
}

function findingsOf(wrong: readonly Wrong[], level: 'error' | 'warning', says: string, all: string): Finding[] {
  const check = 'home.permissions';
  const repair = ({ path, mode }: Wrong) => ({
    run() {
      chmodSync(path, mode);
      return `${path} is yours alone now.`;
    },
  });
  const shown = wrong.slice(0, SHOWN).map((one): Finding => {
    const remedy = `chmod ${one.mode.toString(8)} ${one.path}`;
    return { check, level, says: `${says} ${one.path}.`, remedy, repair: repair(one) };
  });
  const rest = wrong.slice(SHOWN);
  if (rest.length === 0) return shown;
  const run = () => {
    for (const one of rest) repair(one).run();
    return `${rest.length} files and folders are yours alone now.`;
  };
  const more = `${says} ${rest.length} more files and folders of the home.`;
  return [...shown, { check, level, says: more, remedy: all, repair: { run } }];
}

/** What belongs to another user of the system cannot be narrowed, and may not be writable. */
function foreignFindings(home: string): Finding[] {
  const check = 'home.owner';
  const me = process.getuid?.();
  if (me === undefined || !isFolder(home)) return [];
  const owner = strangeOwner(home);
  if (owner !== undefined) {
    const says = `The home belongs to another user (${owner}) than the one that runs this.`;
    return [{ check, level: 'error', says, remedy: strangerRemedy(home, owner) }];
  }
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
