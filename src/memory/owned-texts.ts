// Every Markdown text of a workspace and of the folders beside it, with whose it is: for the owner's audit alone. Must never
// be within reach of a turn.

import type { Files } from './files.js';
import type { Folders } from './folders.js';
import { classify } from './paths.js';
import { isHidden } from './sources/rules.js';
import type { Sources } from './sources/sources.js';
import { walk } from './sources/walk.js';
import type { Owner } from './visibility.js';

export interface OwnedText {
  path: string;
  owner: Owner;
  text: string;
  /** Epoch ms. */
  changedAt: number;
}

export interface OwnedTextParts {
  files: Files;
  folders: Folders;
  sources: Sources;
}

/** What cannot be read is left out: it could not have been read by anybody else either. */
export async function ownedTexts({ files, folders, sources }: OwnedTextParts): Promise<OwnedText[]> {
  const found = new Map<string, OwnedText>();
  const rules = {
    folder: (path: string) => !isHidden(path.split('/').at(-1) ?? ''),
    file: (path: string) => path.endsWith('.md') && !isHidden(path.split('/').at(-1) ?? ''),
  };
  const paths: { path: string; changedAt: number }[] = [];
  walk(files.root, rules, (path, stat) => {
    // What was put back from elsewhere keeps the time of its writing, and was another file until then.
    paths.push({ path, changedAt: Math.max(Number(stat.mtimeMs), Number(stat.ctimeMs)) });
  });
  for (const { path, changedAt } of paths) {
    const owner = sources.ownerOfPath(path) ?? classify(path, folders)?.owner;
    const file = owner && (await files.read(path).catch(() => undefined));
    // A second name may be anybody's: main's.
    if (owner && file)
      found.set(path, { path, owner: file.linked ? { kind: 'main' } : owner, text: file.text, changedAt });
  }
  for (const { path, owner, corpus, mtimeMs } of sources.list().files) {
    if (corpus === 'sessions' || found.has(path)) continue;
    const text = sources.read({ path });
    if (text !== undefined) found.set(path, { path, owner, text, changedAt: mtimeMs });
  }
  return [...found.values()];
}
