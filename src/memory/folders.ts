// Scope to folder and back, as rows of state.sqlite; also the other names of a chat whose platform renamed it.
// Must never derive whose a folder is from its name: an unknown folder belongs to nobody here (and so to main).

import { type Clock, MemoryError, type Scope } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { folderName } from './folder-name.js';
import { sameScope } from './visibility.js';

interface ScopeRow {
  id: number;
  kind: 'person' | 'group';
  person: string | null;
  channel: string | null;
  chat: string | null;
  folder: string;
}

export interface Folders {
  /** The scope under its first name: of a migrated chat, the scope of its old id. */
  canonical(scope: Scope): Scope;
  /** The scope under every name that its chat has or had, the first one first. */
  namesOf(scope: Scope): Scope[];
  /** The folder, relative to the workspace, if the scope has one yet; '' for main. */
  folderOf(scope: Scope): string | undefined;
  /** As `folderOf`; makes the row (not the folder on disk) where it is missing. */
  ensure(scope: Scope): Promise<string>;
  /** Whose folder this is; undefined where no row names it. */
  ownerOf(folder: string): Scope | undefined;
  /** Every scope that has a folder. */
  all(): { scope: Scope; folder: string }[];
  /** From now on `chat` names the same scope as `old`. Its own earlier folder, if any, goes over to that scope. */
  addAlias(old: Scope & { kind: 'group' }, chat: string): Promise<void>;
}

export function openFolders(db: Db, clock: Clock): Folders {
  const columns = 'id, kind, person, channel, chat, folder';
  const byPerson = `SELECT ${columns} FROM scopes WHERE kind = 'person' AND person = ?`;
  const byGroup = `SELECT ${columns} FROM scopes WHERE id = coalesce(
    (SELECT scope FROM scope_aliases WHERE channel = :channel AND chat = :chat),
    (SELECT id FROM scopes WHERE kind = 'group' AND channel = :channel AND chat = :chat))`;

  function rowOf(scope: Scope): ScopeRow | undefined {
    if (scope.kind === 'main') return undefined;
    if (scope.kind === 'person') return db.sql<ScopeRow>(byPerson).get([scope.person]);
    return db.sql<ScopeRow>(byGroup).get({ channel: scope.channel, chat: scope.chat });
  }

  function canonical(scope: Scope): Scope {
    const row = scope.kind === 'group' ? rowOf(scope) : undefined;
    return row ? toScope(row) : scope;
  }

  /** Inside a transaction. */
  function ensureRow(scope: Scope): ScopeRow {
    if (!rowOf(scope)) insertRow(db, scope, folderName(scope), clock.now());
    const row = rowOf(scope);
    if (!row) throw new MemoryError('unavailable', 'the row of a scope vanished while it was made');
    return row;
  }

  return {
    canonical,
    namesOf(scope) {
      const first = canonical(scope);
      const row = first.kind === 'group' ? rowOf(first) : undefined;
      if (first.kind !== 'group' || !row) return [first];
      const others = db.sql('SELECT chat FROM scope_aliases WHERE scope = ? ORDER BY chat').column<string>([row.id]);
      return [first, ...others.map((chat) => ({ ...first, chat }))];
    },
    folderOf: (scope) => (scope.kind === 'main' ? '' : rowOf(scope)?.folder),
    async ensure(scope) {
      if (scope.kind === 'main') return '';
      return rowOf(scope)?.folder ?? (await db.write(() => ensureRow(scope).folder));
    },
    ownerOf(folder) {
      const row = db.sql<ScopeRow>(`SELECT ${columns} FROM scopes WHERE folder = ?`).get([folder]);
      return row && canonical(toScope(row));
    },
    all: () =>
      db
        .sql<ScopeRow>(`SELECT ${columns} FROM scopes ORDER BY id`)
        .all()
        .map((row) => ({ scope: canonical(toScope(row)), folder: row.folder })),
    async addAlias(old, chat) {
      await db.write(() => {
        const target = ensureRow(old);
        if (sameScope(toScope(target), { ...old, chat })) return;
        const set =
          'INSERT INTO scope_aliases (channel, chat, scope) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET scope = ?';
        db.sql(set).run([old.channel, chat, target.id, target.id]);
      });
    },
  };
}

/** Makes `folder` that of a scope which has none yet, whatever its name would be otherwise. */
export async function nameFolder(db: Db, clock: Clock, scope: Scope, folder: string): Promise<void> {
  await db.write(() => insertRow(db, scope, folder, clock.now()));
}

/** Inside a transaction. */
function insertRow(db: Db, scope: Scope, folder: string, now: number): void {
  const [person, channel, chat] =
    scope.kind === 'person'
      ? [scope.person, null, null]
      : scope.kind === 'group'
        ? [null, scope.channel, scope.chat]
        : [];
  db.sql('INSERT INTO scopes (kind, person, channel, chat, folder, created_at) VALUES (?, ?, ?, ?, ?, ?)').run([
    scope.kind,
    person ?? null,
    channel ?? null,
    chat ?? null,
    folder,
    now,
  ]);
}

function toScope(row: ScopeRow): Scope {
  return row.kind === 'person'
    ? { kind: 'person', person: row.person ?? '' }
    : { kind: 'group', channel: row.channel ?? '', chat: row.chat ?? '' };
}
