// The path table: which scope a path of the workspace belongs to. The one function that read, search, writes and tools ask.
// Pure but for the rows it is handed; must never touch the disk, decode anything, or guess in favour of a smaller scope.

import type { Scope } from '../contracts/index.js';
import { hasPercentCode, isPlainPart } from '../text/path-part.js';
import type { Owner } from './visibility.js';

/** Read by every chat, changed by hand or by the owner's yes. */
export const SHARED_FILES: readonly string[] = ['AGENTS.md', 'SOUL.md', 'IDENTITY.md'];
export const SHARED_FOLDERS: readonly string[] = ['skills', 'shared'];
const SCOPE_FOLDERS: readonly string[] = ['groups', 'people'];
/** Spellings that some disk would take for one of these are refused, so that nobody gets in by the side door. */
const RESERVED = new Set([...SHARED_FILES, ...SHARED_FOLDERS, ...SCOPE_FOLDERS].map(foldPath));

/** Where a path leads: its plain form, relative to the workspace, and whose it is. */
export interface Place {
  path: string;
  owner: Owner;
}

/** Finds the scope whose row names a folder like `groups/telegram-42`. */
export interface FolderOwners {
  ownerOf(folder: string): Scope | undefined;
}

/**
 * Undefined when the path is refused whoever asks: absolute, `~`, `..`, backslashes, drive letters and streams, control
 * characters, percent-encoding, trailing dots or spaces, hidden files, and other spellings of a reserved name. What is
 * not in the table is main's, an unknown folder below groups/ or people/ included.
 */
export function classify(path: string, folders: FolderOwners): Place | undefined {
  const parts = path.split('/').filter((part, index) => part !== '.' || index > 0);
  const [first, second] = parts;
  if (first === undefined || path.length > 1024) return undefined;
  const inScopeFolder = SCOPE_FOLDERS.includes(first);
  for (const [index, part] of parts.entries()) {
    // The name of a scope's folder may hold our own `%xx`; it counts only when a row has exactly that name.
    if (!isPlainPart(part) || (hasPercentCode(part) && !(inScopeFolder && index === 1))) return undefined;
  }
  if (RESERVED.has(foldPath(first)) && !isReserved(first)) return undefined;
  const place = parts.join('/');
  if (parts.length === 1) {
    if (SHARED_FILES.includes(first)) return { path: place, owner: 'shared' };
    return isReserved(first) ? undefined : { path: place, owner: { kind: 'main' } };
  }
  if (SHARED_FILES.includes(first)) return undefined;
  if (SHARED_FOLDERS.includes(first)) return { path: place, owner: 'shared' };
  if (!inScopeFolder || second === undefined) return { path: place, owner: { kind: 'main' } };
  const owner = parts.length > 2 ? folders.ownerOf(`${first}/${second}`) : undefined;
  if (!owner && (hasPercentCode(second) || folders.ownerOf(`${first}/${foldPath(second)}`))) return undefined;
  return { path: place, owner: owner ?? { kind: 'main' } };
}

/** Whether the path lies below groups/ or people/, known folder or not. */
export function inScopeFolders(path: string): boolean {
  return SCOPE_FOLDERS.includes(path.split('/')[0] ?? '');
}

function isReserved(name: string): boolean {
  return SHARED_FILES.includes(name) || SHARED_FOLDERS.includes(name) || SCOPE_FOLDERS.includes(name);
}

/** How the most forgiving disk sees a name: composed, without case, without characters that nobody sees. */
export function foldPath(name: string): string {
  return name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
}
