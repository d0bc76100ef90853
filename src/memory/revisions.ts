// Revisions as people ask for them: a scope's own, one with its lines, a file line by line, and one taken back. Must answer for
// another scope's revision exactly as for one that never was.

import {
  type LineOrigin,
  type Log,
  MemoryError,
  type PastRevision,
  type Provenance,
  type Scope,
  type ShownRevision,
  type Undone,
} from '../contracts/index.js';
import { undoMove } from './archive-undo.js';
import { toDoc } from './doc.js';
import type { FileContent, Files } from './files.js';
import type { Folders } from './folders.js';
import type { Hands } from './hands.js';
import type { MemoryIndex } from './index/memory-index.js';
import type { Ledger } from './ledger.js';
import type { LedgerRow } from './ledger-rows.js';
import { splitLines, withoutEnd } from './lines.js';
import { isSnapshot } from './memory-files.js';
import { patchLines } from './patch-lines.js';
import { classify } from './paths.js';
import { notFound, ownTarget, type RightParts } from './rights.js';
import { canRead, type Owner } from './visibility.js';

export interface RevisionParts extends Omit<RightParts, 'files' | 'folders'> {
  files: Files;
  folders: RightParts['folders'] & Pick<Folders, 'namesOf'>;
  ledger: Ledger;
  hands: Pick<Hands, 'sweep' | 'look'>;
  index: Pick<MemoryIndex, 'refresh'>;
  log: Log;
}

export interface BlamedLine {
  /** From 1. */
  line: number;
  text: string;
  origin: LineOrigin;
}

/** As in MemoryView. */
export async function revisionsOf(
  { folders, ledger, hands }: RevisionParts,
  scope: Scope,
  path: string | undefined,
  limit: number,
): Promise<PastRevision[]> {
  if (path === undefined) await hands.sweep();
  else await hands.look(path);
  const plain = path === undefined ? undefined : (classify(path, folders)?.path ?? path);
  return ledger.listOf(ownersFor(folders, scope), plain, limit).map((row) => pastRevision(row, ledger));
}

/** As in MemoryView. */
export function revisionOfScope(parts: RowParts, scope: Scope, row: number): ShownRevision {
  return shownRevision(ownRow(parts, scope, row), parts.ledger);
}

/** Whatever file it is of, because the operator asks. */
export function revisionAnywhere({ ledger }: Pick<RevisionParts, 'ledger'>, row: number): ShownRevision {
  const found = ledger.get(row);
  if (!found) throw noRevision(row);
  return shownRevision(found, ledger);
}

/** As in MemoryView. */
export async function undoInScope(parts: RevisionParts, scope: Scope, row: number, why: Provenance): Promise<Undone> {
  const { path } = ownRow(parts, scope, row);
  const place = classify(path, parts.folders);
  if (place?.owner === 'shared' && scope.kind === 'main') {
    throw new MemoryError('invalid', `every chat reads ${path}, so revision ${row} is not taken back from a chat`, {
      remedy: `On the command line: nightjar memory undo ${row}`,
    });
  }
  return await takeBack(parts, row, { path, owner: (await ownTarget(parts, scope, path)).owner }, why);
}

/** Whatever file it is of, because the operator asks. */
export async function undoAnywhere(parts: RevisionParts, row: number, why: Provenance): Promise<Undone> {
  const path = parts.ledger.get(row)?.path;
  if (path === undefined) throw noRevision(row);
  const owner = classify(path, parts.folders)?.owner;
  if (owner === undefined || parts.sources.isMounted(path)) throw notFound(path);
  return await takeBack(parts, row, { path, owner }, why);
}

/** Each line of a file with what the ledger says of it; the operator asks. Throws a MemoryError 'not-found'. */
export async function blamedLines(parts: RevisionParts, path: string): Promise<BlamedLine[]> {
  const { files, folders, ledger, hands } = parts;
  const place = classify(path, folders);
  if (place) await hands.look(place.path);
  const file = place && (await files.read(place.path));
  if (!file) throw notFound(path);
  const lines = splitLines(toDoc(place.path, file).text).map(withoutEnd);
  const origins = ledger.originsOf(place.path, lines, isSnapshot(place.path) ? 'member' : 'owner');
  return lines.map((text, index) => ({ line: index + 1, text, origin: origins[index] ?? { trust: 'owner' } }));
}

function shownRevision(row: LedgerRow, ledger: Pick<Ledger, 'isUndone'>): ShownRevision {
  const lines = changesIn(row).map(({ sign, text }) => ({ sign, text }));
  return { ...pastRevision(row, ledger), lines };
}

export function pastRevision(row: LedgerRow, ledger: Pick<Ledger, 'isUndone'>): PastRevision {
  const { path, at, who, by, reason, trust, undoes } = row;
  const changes = changesIn(row);
  const added = changes.filter(({ sign }) => sign === '+').length;
  const told = { row: row.row, path, at, who, by, reason, trust, added, removed: changes.length - added };
  return { ...told, ...(undoes === null ? {} : { undoes }), undone: ledger.isUndone(row.row) };
}

function changesIn({ patch }: LedgerRow): { sign: '+' | '-'; text: string }[] {
  return patchLines(patch).flatMap(({ sign, text }) => (sign === ' ' ? [] : [{ sign, text }]));
}

/** What a scope is told of: its own, under every name it ever had, and main of what every chat reads, because it is the owner's. */
function ownersFor(folders: Pick<Folders, 'namesOf'>, scope: Scope): Owner[] {
  return scope.kind === 'main' ? [scope, 'shared'] : folders.namesOf(scope);
}

type RowParts = Pick<RevisionParts, 'ledger' | 'folders'>;

function ownRow({ ledger, folders }: RowParts, scope: Scope, row: number): LedgerRow {
  const found = ledger.getOf(ownersFor(folders, scope), row);
  if (!found) throw noRevision(row);
  return found;
}

async function takeBack(
  parts: RevisionParts,
  row: number,
  { path, owner }: { path: string; owner: Owner },
  why: Provenance,
): Promise<Undone> {
  const { ledger, index, log } = parts;
  function guard(file: FileContent | undefined): void {
    // A second name may be anybody's: writing to the first would show the rest of the text under it.
    if (file?.linked && (owner === 'shared' || !canRead(owner, { kind: 'main' }))) throw notFound(path);
  }
  const { also, ...undone }: Undone & { also?: string } =
    (await undoMove(parts, row, owner, why, guard)) ?? (await ledger.undo({ row, owner, why, guard }));
  // It is on disk; an index in trouble finds it later.
  await index
    .refresh([path, undone.path, ...(also === undefined ? [] : [also])])
    .catch((error: unknown) => log.warn('memory.refresh-failed', { error }));
  return undone;
}

function noRevision(row: number): MemoryError {
  return new MemoryError('not-found', `there is no revision ${row} here`);
}
