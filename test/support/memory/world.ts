// A home in which everybody has something of every kind: notes, configured folders inside and outside of the workspace,
// documents, transcripts; with a chat that moved, a person who never wrote, files that fail, and an embedder that stops.

import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryError, ModelError, type Scope, type TranscriptSource } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { openEmbeddingCache } from '../../../src/memory/embedders/cache.js';
import { nameFolder, openFolders } from '../../../src/memory/folders.js';
import { openIndex } from '../../../src/memory/index/engine.js';
import { DEFAULT_INDEX } from '../../../src/memory/index/settings.js';
import { openMemory } from '../../../src/memory/memory.js';
import { type MountSpec, resolveMounts } from '../../../src/memory/sources/mounts.js';
import type { Sources } from '../../../src/memory/sources/sources.js';
import type { Owner } from '../../../src/memory/visibility.js';
import { FakeClock } from '../fake-clock.js';
import { memoryLog } from '../memory-log.js';
import { tempDir } from '../temp-dir.js';
import { writeFiles } from '../write-files.js';
import { hashingEmbedder } from './hashing-embedder.js';

const chat = (name: string) => ({ kind: 'group', channel: 'console', chat: name }) as const;
const person = (name: string) => ({ kind: 'person', person: name }) as const;

export const main: Scope = { kind: 'main' };
const ann: Scope = person('ann');
/** Has no folder and no row; owns what was configured as his. */
const carl: Scope = person('carl');
export const team = chat('team');
const club = chat('club');
/** The team's chat under its new id. */
const moved = chat('team-moved');
/** A chat that had a folder of its own before it turned out to be the team's. */
const late = chat('team-late');

export const readers: readonly Scope[] = [main, ann, carl, team, moved, club];
const owners: readonly Owner[] = [main, 'shared', ann, carl, team, club];

/** Whose a scope's files are. */
export function canonical(scope: Scope): Scope {
  return scope === moved || scope === late ? team : scope;
}

export type Kind = 'own' | 'inside' | 'file' | 'outside' | 'wiki' | 'transcript';

export interface Place {
  owner: Owner;
  kind: Kind;
  /** The path of a hit, for a note of this name. */
  path(name: string): string;
  /** Where it lies, from the workspace; nowhere for a transcript. */
  disk?(name: string): string;
}

const nameOf = (owner: Owner) => {
  if (owner === 'shared') return 'all';
  return owner.kind === 'main' ? 'main' : owner.kind === 'person' ? owner.person : owner.chat;
};
/** What is configured, recorded or named under the new id counts for the old one. */
const written = (owner: Owner): Owner => (owner === team ? moved : owner);

const ownFolders: [Owner, string][] = [
  [main, ''],
  ['shared', 'shared/'],
  [ann, 'people/ann/'],
  [team, 'groups/team/'],
  [team, 'groups/late/'],
  [club, 'groups/club/'],
];
const inside = (owner: Owner) => `projects/${nameOf(owner)}`;
const file = (owner: Owner) => `journal-${nameOf(owner)}.md`;
const outside = (owner: Owner) => `extra-${nameOf(owner)}`;
const wiki = (owner: Owner) => `wiki-${nameOf(owner)}`;

export const places: readonly Place[] = [
  ...ownFolders.map(([owner, folder]): Place => {
    const path = (name: string) => `${folder}${owner === 'shared' ? name.replace('MEMORY.md', 'house.md') : name}`;
    return { owner, kind: 'own', path, disk: path };
  }),
  ...owners.flatMap((owner): Place[] => [
    { owner, kind: 'inside', path: (n) => `${inside(owner)}/${n}`, disk: (n) => `${inside(owner)}/${n}` },
    { owner, kind: 'file', path: () => file(owner), disk: () => file(owner) },
    { owner, kind: 'outside', path: (n) => `extra:${outside(owner)}/${n}`, disk: (n) => `../${outside(owner)}/${n}` },
    { owner, kind: 'wiki', path: (n) => `wiki:${wiki(owner)}/${n}`, disk: (n) => `../${wiki(owner)}/${n}` },
  ]),
  ...owners
    .filter((owner) => owner !== 'shared')
    .map((owner): Place => {
      const path = (name: string) => `sessions/${nameOf(owner)}-${name.replace(/\W/g, '-')}.jsonl`;
      return { owner, kind: 'transcript', path };
    }),
];

const specs = (home: string): MountSpec[] =>
  owners.flatMap((owner) => [
    { corpus: 'memory', path: inside(owner), scope: written(owner) },
    { corpus: 'memory', path: file(owner), scope: written(owner) },
    { corpus: 'memory', path: join(home, outside(owner)), scope: written(owner) },
    { corpus: 'wiki', path: join(home, wiki(owner)), scope: written(owner) },
  ]);

export interface Note {
  place: Place;
  name: string;
  text: string;
  /** Written when the embedder has stopped. */
  late: boolean;
  /** Cannot be read when it is to be indexed. */
  failing: boolean;
}

export const pathOf = ({ place, name }: Note) => place.path(name);

/** A memory on these notes, the last of a path counting, all of it looked at once. */
export async function openWorld(notes: readonly Note[], vectors: boolean) {
  const home = realpathSync(tempDir());
  const workspace = join(home, 'workspace');
  mkdirSync(workspace);
  const [clock, log] = [new FakeClock('2026-11-29T09:00:00Z'), memoryLog()];
  const state = await openState(join(home, 'state.sqlite'));
  const { db } = state;
  await nameFolder(db, clock, ann, 'people/ann');
  await nameFolder(db, clock, team, 'groups/team');
  await nameFolder(db, clock, late, 'groups/late');
  await nameFolder(db, clock, club, 'groups/club');
  const folders = openFolders(db, clock);
  await folders.addAlias(team, moved.chat);
  await folders.addAlias(team, late.chat);

  const said = new Map<string, Note>();
  const failing = new Set(notes.filter((note) => note.failing).map(pathOf));
  function write(some: readonly Note[]): void {
    for (const note of some) {
      if (note.place.disk) writeFiles(workspace, { [note.place.disk(note.name)]: note.text });
      else said.set(pathOf(note), note);
    }
  }

  write(notes.filter((note) => !note.late));
  const { mounts } = resolveMounts(specs(home), { workspace, home: join(home, 'bot'), userHome: home });
  const embedder = hashingEmbedder({ dims: 32 });
  let stopped = false;
  const stopping: typeof embedder = {
    ...embedder,
    embed(texts, kind, signal) {
      if (stopped && kind === 'document') return Promise.reject(new ModelError('unavailable', 'it has stopped'));
      return embedder.embed(texts, kind, signal);
    },
  };
  const embedding = { name: '', vectorWeight: 0.7, queryBudgetMs: 10_000, cacheEntries: 0 };
  const cache = () => openEmbeddingCache(join(home, 'cache'), { entries: 0, clock, log });
  const memory = await openMemory({
    workspace,
    runDir: join(home, 'run'),
    db,
    clock,
    timezone: 'UTC',
    log,
    mounts,
    transcripts: transcriptsOf(said),
    index: (parts) =>
      openIndex({
        folders: parts.folders,
        sources: refusing(parts.sources, failing),
        settings: { ...DEFAULT_INDEX, timezone: 'UTC', ...(vectors ? { embedding } : {}) },
        manner: 'errand',
        clock,
        log,
        ...(vectors ? { embedding: { embedder: stopping, cache: cache() } } : {}),
      }),
  });
  await memory.index.sync();
  stopped = true;
  write(notes.filter((note) => note.late));
  await memory.index.sync();
  return {
    memory,
    log,
    async close() {
      await memory.close();
      state.close();
    },
  };
}

function refusing(sources: Sources, failing: ReadonlySet<string>): Sources {
  return {
    ...sources,
    read(one) {
      if (failing.has(one.path)) throw new MemoryError('unavailable', `${one.path} cannot be read (EIO)`);
      return sources.read(one);
    },
  };
}

function transcriptsOf(said: ReadonlyMap<string, Note>): TranscriptSource {
  function find(path: string) {
    const note = said.get(path);
    if (!note || note.place.owner === 'shared') return undefined;
    const scope = written(note.place.owner) as Scope;
    return { path, scope, stamp: note.text, mtimeMs: 1 };
  }
  return {
    list: () => [...said.keys()].sort().flatMap((path) => find(path) ?? []),
    find,
    text: (path) => said.get(path)?.text,
  };
}
