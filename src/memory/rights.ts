// What a scope may do to a file by whose it is: change it, put a change forward, or nothing. Must never tell what is
// forbidden from what is missing, and never touches the file itself.

import { MemoryError, type Scope } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';
import type { Files } from './files.js';
import { classify, type FolderOwners, inScopeFolders, type Place } from './paths.js';
import type { Sources } from './sources/sources.js';
import { canRead, canWrite } from './visibility.js';

/** own: its scope writes it; confirmed: a person must have said yes to the exact difference. */
export type WriteRight = 'own' | 'confirmed';

export interface RightParts {
  folders: FolderOwners;
  sources: Pick<Sources, 'isMounted' | 'ownerOfPath'>;
  files: Pick<Files, 'read'>;
}

/** Never exists: asking for it costs what asking for any missing file costs. */
export const NOWHERE = '.nightjar/nowhere.md';

/** Throws a MemoryError 'not-found' for what cannot be changed from there, and 'invalid' for what is no Markdown. */
export async function writeTarget(
  parts: RightParts,
  scope: Scope,
  path: string,
): Promise<{ place: Place; right: WriteRight }> {
  const { folders, sources } = parts;
  const place = classify(path, folders);
  const plain = place?.path ?? path;
  if (sources.isMounted(plain)) {
    const owner = sources.ownerOfPath(plain) ?? place?.owner;
    if (owner === undefined || !canRead(scope, owner)) throw await missing(parts, path);
    const says = 'lies in a folder that is only searched; it is changed by hand';
    throw new MemoryError('not-found', `${oneLine(plain, 120)} ${says}`);
  }
  if (!place || !canRead(scope, place.owner)) throw await missing(parts, path);
  const isMain = scope.kind === 'main';
  if (isOwners(place) && !isMain) throw notYours(place.path);
  // A folder that belongs to nobody yet: what main wrote there would become a later group's.
  if (isMain && place.owner !== 'shared' && place.owner.kind === 'main' && inScopeFolders(place.path)) {
    throw await missing(parts, path);
  }
  const right = canWrite(scope, place.owner) && !isOwners(place) ? 'own' : 'confirmed';
  if (!place.path.endsWith('.md')) throw new MemoryError('invalid', 'memory is kept in files that end in .md');
  return { place, right };
}

/** The same for what is written at once, without anybody's yes. */
export async function ownTarget(parts: RightParts, scope: Scope, path: string): Promise<Place> {
  const { place, right } = await writeTarget(parts, scope, path);
  if (right === 'own') return place;
  throw isOwners(place) ? notYours(place.path) : await missing(parts, path);
}

/** What every chat reads, and a group's or person's instructions: the owner's, though others read them. */
function isOwners({ path, owner }: Place): boolean {
  return owner === 'shared' || (inScopeFolders(path) && /^[^/]+\/[^/]+\/agents\.md$/i.test(path));
}

function notYours(path: string): MemoryError {
  return new MemoryError('not-found', `${path} is not yours to change: only the owner does, by hand or by a yes`);
}

async function missing({ files }: RightParts, path: string): Promise<MemoryError> {
  await files.read(NOWHERE);
  return notFound(path);
}

/** The same words for what is forbidden and what is missing. */
export function notFound(path: string): MemoryError {
  return new MemoryError('not-found', `there is no file ${oneLine(path, 120)} here`);
}
