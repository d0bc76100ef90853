// Which names below the workspace are searched: the standard places, by path alone. Pure; whose a file is, is asked of
// the path table, and must never be concluded from a name here.

import { LEGACY, LONG_TERM, longTermName } from './long-term.js';

const PLACES = new Set(['memory', 'shared', 'groups', 'people']);
const SCOPE_PLACES = new Set(['groups', 'people']);
/** Other people's work that lies about in folders of notes. Hidden ones (.git, .venv, …) need no list. */
const VENDOR = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'dist',
  'target',
  'venv',
  '__pycache__',
  'site-packages',
]);

/** Folders nested deeper are not looked into. */
export const MAX_DEPTH = 16;

export interface WalkRules {
  /** Whether the folder is looked into. */
  folder(path: string): boolean;
  /** Whether the file is searched; `names` is what stands in its folder. */
  file(path: string, names: () => ReadonlySet<string>): boolean;
}

export function isHidden(name: string): boolean {
  return name.startsWith('.');
}

export function isVendor(name: string): boolean {
  return VENDOR.has(name);
}

/** Written by the machine about itself: recall would feed on it. */
export function isMachineDiary(name: string): boolean {
  return name === 'DREAMS.md';
}

/** The places of the workspace, `path` relative to it. A scope's own folder may have any name. */
export const standardRules: WalkRules = {
  folder(path) {
    const parts = path.split('/');
    const name = parts.at(-1) ?? '';
    if (parts.length === 1) return PLACES.has(name);
    return !isHidden(name) && (isScopeFolder(parts) || !isVendor(name));
  },

  file(path, names) {
    const parts = path.split('/');
    const name = parts.at(-1) ?? '';
    if (!name.endsWith('.md') || isHidden(name) || isMachineDiary(name)) return false;
    const atRoot = parts.length === 1;
    if (!atRoot && !isScopeFolder(parts.slice(0, -1))) return true;
    if (name === LONG_TERM || name === LEGACY) return longTermName(names()).name === name;
    return atRoot ? name === 'USER.md' : !/^(?:agents|dreams)\.md$/i.test(name);
  },
};

/** Whether a standard rule names the path, every folder on its way included. */
export function isStandard(path: string, names: () => ReadonlySet<string>): boolean {
  const parts = path.split('/');
  for (let length = 1; length < parts.length; length++) {
    if (!standardRules.folder(parts.slice(0, length).join('/'))) return false;
  }
  return standardRules.file(path, names);
}

function isScopeFolder(parts: readonly string[]): boolean {
  return parts.length === 2 && SCOPE_PLACES.has(parts[0] ?? '');
}
