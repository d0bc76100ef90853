// The folders and files outside the standard places that are searched because they were configured: extra paths and
// document folders. Decides where each one really is and what its hits are called; must never let one reach into the home
// or give a standard place another owner.

import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { ConfigError } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';
import { classify } from '../paths.js';
import type { Owner } from '../visibility.js';
import { newNotices } from './notices.js';

export interface MountSpec {
  /** `memory` for memory.extraPaths, `wiki` for memory.wiki. */
  corpus: 'memory' | 'wiki';
  /** As it was configured: absolute, `~`, or relative to the workspace. */
  path: string;
  scope: Owner;
  name?: string | undefined;
}

export interface Mount {
  /** What its hits' paths begin with: `extra:notes`, `wiki:handbook`, or the path relative to the workspace. */
  label: string;
  /** Real path of the folder or file, which need not be there yet. */
  root: string;
  corpus: 'memory' | 'wiki';
  scope: Owner;
  /** As it was configured, for messages. */
  configured: string;
}

export interface MountPlaces {
  workspace: string;
  home: string;
  userHome: string;
}

/** Places of the workspace that have an owner already, folded; and what the bot itself keeps there. */
const TAKEN = new Set(['memory', 'groups', 'people', 'shared', 'skills', 'sessions']);
const TAKEN_FILES = new Set(
  ['agents', 'soul', 'identity', 'user', 'tools', 'memory', 'dreams', 'heartbeat', 'bootstrap'].map((n) => `${n}.md`),
);
const MAX_NAME = 40;

/**
 * Resolves what was configured, in its order. Of two entries where one lies inside the other, the inner one counts for
 * what is below it; of two for the same place, the first. A link is followed if it was configured itself. What is not there is told
 * in `notices` and searched once it appears. Throws a ConfigError that names key, path and remedy.
 */
export function resolveMounts(
  specs: readonly MountSpec[],
  places: MountPlaces,
): { mounts: Mount[]; notices: string[] } {
  const workspace = realOrPlanned(places.workspace);
  const home = realOrPlanned(places.home);
  const mounts: Mount[] = [];
  const notices = newNotices();
  for (const spec of specs) {
    const root = realOrPlanned(absolute(spec, { ...places, workspace }));
    checkPlace(spec, root, workspace, home);
    if (mounts.some((earlier) => earlier.root === root)) notices.add('covered', spec.path);
    const { corpus, scope, path } = spec;
    mounts.push({ label: labelOf(spec, root, workspace, mounts), root, corpus, scope, configured: path });
  }
  return { mounts, notices: notices.sentences() };
}

/** Whether `path` is `folder` or lies below it. Both are absolute. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function absolute(spec: MountSpec, { workspace, userHome }: MountPlaces): string {
  const { path } = spec;
  if (path.includes('\0')) throw refuse(spec, 'holds a character that no path can hold', 'Write the path anew.');
  if (path === '~') return userHome;
  if (path.startsWith('~/') || path.startsWith(`~${sep}`)) return join(userHome, path.slice(2));
  if (path.startsWith('~')) {
    throw refuse(spec, 'begins with somebody’s ~', 'Write the whole path, or ~/ for your own home folder.');
  }
  return resolve(workspace, path);
}

/** The real path; of what is not there, the real path that it would have. */
function realOrPlanned(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realOrPlanned(above), basename(whole));
  }
}

function checkPlace(spec: MountSpec, root: string, workspace: string, home: string): void {
  const where = `(${root})`;
  if (isInside(root, workspace)) {
    const what = root === workspace ? 'is the workspace itself' : `holds the workspace ${where}`;
    throw refuse(spec, what, 'Name the folders that you want searched; the workspace’s own memory always is.');
  }
  if (isInside(root, home)) {
    throw refuse(spec, `holds Nightjar’s home ${where}`, 'Name a folder that does not hold it.');
  }
  if (!isInside(workspace, root)) {
    if (!isInside(home, root)) return;
    throw refuse(spec, `lies in Nightjar’s home ${where}`, 'Move the notes out of it, or into its workspace.');
  }
  const inside = slashed(relative(workspace, root));
  const [first = '', ...rest] = inside.split('/').map((part) => part.normalize('NFKC').toLowerCase());
  if (TAKEN.has(first) || (rest.length === 0 && TAKEN_FILES.has(first))) {
    const remedy = 'Take the entry out: what is there has its place in memory already, or is no memory.';
    throw refuse(spec, `is ${inside} of the workspace, whose owner is settled`, remedy);
  }
  if (!classify(inside, { ownerOf: () => undefined })) {
    throw refuse(spec, `is ${inside} of the workspace, which is hidden or oddly named`, 'Rename it.');
  }
}

function labelOf(spec: MountSpec, root: string, workspace: string, earlier: readonly Mount[]): string {
  if (isInside(workspace, root)) return slashed(relative(workspace, root));
  const kind = spec.corpus === 'wiki' ? 'wiki' : 'extra';
  const name = oneLine(spec.name ?? basename(root), MAX_NAME)
    .replace(/[/\\:]/g, '-')
    .replace(/^[. ~]+|[. ]+$/g, '');
  const plain = `${kind}:${name || 'notes'}`;
  const taken = new Set(earlier.map(({ label }) => label));
  let label = plain;
  for (let count = 2; taken.has(label); count++) label = `${plain}-${count}`;
  return label;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

function refuse(spec: MountSpec, what: string, remedy: string): ConfigError {
  const key = spec.corpus === 'wiki' ? 'memory.wiki' : 'memory.extraPaths';
  return new ConfigError(`${key}: ${oneLine(spec.path, 200)} ${what}`, { remedy });
}
