// What of a request's record is not as it may be: a part of somebody else's, a file that is another's than it says, a text that
// the file does not hold. Pure; whose a path is and what it holds is told to it.

import type { Manifest, ManifestPart, Scope } from '../../contracts/index.js';
import { canRead, type Owner, ownerName, sameScope } from '../../memory/visibility.js';

export interface PartFinding {
  /** scope: another's part, by its own words; owner: the file is another's; hash: the file says something else; unknown: whose it is cannot be told. */
  kind: 'scope' | 'owner' | 'hash' | 'unknown';
  part: ManifestPart;
  /** Whose it is, as far as it is known. */
  of?: Owner;
}

export interface PartEyes {
  /** Whose a part is by its words, under its first name; undefined for words that nobody knows. */
  named(words: string): Owner | undefined;
  /** Whose the file at a path is, under its first name; undefined where nobody can tell any more. */
  ownerOf(path: string): Owner | undefined;
  /** The hash of what stood there, while the file is what it was at that time (epoch ms); undefined when it is not. */
  hashOf(part: ManifestPart, since: number): string | undefined;
}

/** `reader` under its first name. */
export function partFindings(manifest: Manifest, reader: Scope, eyes: PartEyes): PartFinding[] {
  return manifest.parts.flatMap((part) => {
    const found = findingOf(part, manifest, reader, eyes);
    return found ? [found] : [];
  });
}

function findingOf(part: ManifestPart, manifest: Manifest, reader: Scope, eyes: PartEyes): PartFinding | undefined {
  // What has no words of its own is the conversation's.
  const named = part.scope === '' ? reader : eyes.named(part.scope);
  if (named === undefined) return { kind: 'unknown', part };
  if (!canRead(reader, named)) return { kind: 'scope', part, of: named };
  if (part.path === undefined) return undefined;
  const owner = eyes.ownerOf(part.path);
  if (owner === undefined) return undefined;
  if (!canRead(reader, owner)) return { kind: 'owner', part, of: owner };
  // What memory found is told as the conversation's, shared or not.
  if (part.part === 'file' && !isSame(owner, named)) return { kind: 'owner', part, of: owner };
  const isWhole = part.part === 'file' && part.hash !== '' && part.cut === undefined;
  const hash = isWhole ? eyes.hashOf(part, manifest.epoch.since) : undefined;
  return hash === undefined || hash === part.hash ? undefined : { kind: 'hash', part, of: owner };
}

function isSame(a: Owner, b: Owner): boolean {
  if (a === 'shared' || b === 'shared') return a === b;
  return sameScope(a, b);
}

/** `a file: MEMORY.md:1-9`, as a finding names it. */
export function partWords({ kind, part, of }: PartFinding): string {
  const lines = part.lines ? `:${part.lines.from}-${part.lines.to}` : '';
  const what = part.path === undefined ? `its ${part.part}` : `${part.path}${lines}`;
  switch (kind) {
    case 'scope':
    case 'owner':
      return `${what} stood in a request, and is ${of === undefined ? 'another’s' : ownerName(of)}`;
    case 'hash':
      return `${what} stood in a request with another text than the file has, which nobody changed since`;
    case 'unknown':
      return `${what} stood in a request, and nobody knows whose it is (${part.scope})`;
  }
}
