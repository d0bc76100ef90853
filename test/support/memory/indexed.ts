// A workspace on disk with its sources and a real index in memory, and short words for what tests do with them.

import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Scope, TranscriptSource } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { openFolders } from '../../../src/memory/folders.js';
import { cutChunks } from '../../../src/memory/index/chunk.js';
import { openStore } from '../../../src/memory/index/open-store.js';
import type { IndexStore } from '../../../src/memory/index/store.js';
import { type SyncOptions, type SyncReport, syncOnce } from '../../../src/memory/index/sync.js';
import { type MountSpec, resolveMounts } from '../../../src/memory/sources/mounts.js';
import { openSources, type SourceFile, type Sources } from '../../../src/memory/sources/sources.js';
import { scopeId } from '../../../src/memory/visibility.js';
import { indexTerms } from '../../../src/text/index-terms.js';
import { FakeClock } from '../fake-clock.js';
import { tempDir } from '../temp-dir.js';

export const main: Scope = { kind: 'main' };
export const team = { kind: 'group', channel: 'console', chat: 'team' } satisfies Scope;
export const bob = { kind: 'person', person: 'bob' } satisfies Scope;

export interface PlaceOptions {
  mounts?: readonly MountSpec[];
  transcripts?: TranscriptSource;
  template?: Record<string, string[]>;
  /** Files written before the mounts are resolved, by path. */
  files?: Record<string, string | Buffer>;
}

/** A home with a workspace, its folders table and its sources. Paths of `put` may leave the workspace by `../`. */
export async function openPlaces(options: PlaceOptions = {}) {
  const home = join(realpathSync(tempDir()), 'home');
  const root = join(home, 'workspace');
  mkdirSync(root, { recursive: true });
  const state = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => state.close());
  const folders = openFolders(state.db, new FakeClock());
  const path = (name: string) => join(root, name);
  function put(name: string, text: string | Buffer = `${name}\n`) {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  }
  for (const [name, text] of Object.entries(options.files ?? {})) put(name, text);
  const userHome = dirname(home);
  const { mounts, notices } = resolveMounts(options.mounts ?? [], { workspace: root, home, userHome });
  const sources = openSources({
    root,
    folders,
    mounts,
    ...(options.transcripts ? { transcripts: options.transcripts } : {}),
    templateLines: new Map(Object.entries(options.template ?? {}).map(([name, lines]) => [name, new Set(lines)])),
  });
  return {
    home,
    root,
    userHome,
    db: state.db,
    folders,
    mounts,
    notices,
    sources,
    path,
    put,
    remove: (name: string) => rmSync(path(name), { recursive: true }),
    paths: () => sources.list().files.map((file) => file.path),
  };
}

export function openTestStore(path = ':memory:'): IndexStore {
  const store = openStore({ path, generation: 0, fingerprint: 'test', model: '' });
  if (!store) throw new Error('no index could be opened');
  onTestFinished(() => store.close());
  return store;
}

export const chunker: SyncOptions['chunker'] = (text, { day, skip }) =>
  cutChunks(text, { tokens: 400, overlap: 80, day, skip });

export function syncInto(store: IndexStore, sources: Sources, options: Partial<SyncOptions> = {}): Promise<SyncReport> {
  return syncOnce(store, sources, { chunker, signal: new AbortController().signal, ...options });
}

/** Where all of these words stand, in rows of anybody: `path:line` of the chunks, sorted. */
export function found(store: IndexStore, words: string): string[] {
  const spaces = store.spaces().map(({ id }) => id);
  const lists = indexTerms(words).map((term) => new Set(store.matches(spaces, { term })));
  const ids = [...(lists[0] ?? [])].filter((id) => lists.every((list) => list.has(id)));
  return store
    .chunks(ids)
    .map((chunk) => `${chunk.path}:${chunk.startLine}`)
    .sort();
}

/** `path → owner`, as text. */
export function owners(files: readonly SourceFile[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file.path, scopeId(file.owner)]));
}
