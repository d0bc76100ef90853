// Memory bound to one scope: what a turn, a tool, a skill or a dream gets. Every path goes through the table and the
// two questions canRead and canWrite; nothing here trusts a name, a speaker or a search engine.

import { join } from 'node:path';
import {
  type Clock,
  type FileChange,
  type Hit,
  type LineOrigin,
  type Log,
  type LogFile,
  MemoryError,
  type MemoryView,
  type Note,
  type Patch,
  type Principal,
  type RevisionId,
  type Scope,
  type Trust,
} from '../contracts/index.js';
import { localClock, localDay } from '../text/local-time.js';
import { bootstrapFiles, type FoundFile, fitFiles } from './bootstrap.js';
import { noteBullets } from './daily-log.js';
import { toDoc } from './doc.js';
import { listFiles } from './file-list.js';
import { ABSENT, type FileContent, type Files, revisionOf } from './files.js';
import { folderName } from './folder-name.js';
import type { Folders } from './folders.js';
import type { Hands } from './hands.js';
import type { MemoryIndex } from './index/memory-index.js';
import type { Ledger } from './ledger.js';
import { dailyLogPath, dayOf, isSnapshot } from './memory-files.js';
import { classify, type Place } from './paths.js';
import { mustRemember, type PrivacySettings } from './privacy.js';
import { revisionOfScope, revisionsOf, undoInScope } from './revisions.js';
import { NOWHERE, notFound, ownTarget } from './rights.js';
import { LONG_TERM, longTermName } from './sources/long-term.js';
import type { Sources } from './sources/sources.js';
import { namesIn } from './sources/walk.js';
import { canRead, ownerName } from './visibility.js';

/** Who speaks in the turn that a view is for. */
export type Speaker = Pick<Principal, 'name' | 'role'>;

export interface ViewParts {
  files: Files;
  folders: Folders;
  ledger: Ledger;
  hands: Pick<Hands, 'sweep' | 'look'>;
  sources: Sources;
  index: MemoryIndex;
  privacy: Pick<PrivacySettings, 'remembers'>;
  clock: Clock;
  timezone: string;
  log: Log;
}

/** How often a file is looked at again because it was written meanwhile. */
const MAX_LOOKS = 3;
const MAX_NOTE_CHARS = 20_000;
/** Of USER.md, where notes go. */
export const NOTES_HEADING = '## Learned along the way';

/** Notes of a group's plain members are kept as their statements; the owner and the chat's admins speak for it. */
export function createView(parts: ViewParts, given: Scope, speaker?: Speaker): MemoryView {
  const { files, folders, ledger, sources, index, privacy, clock, timezone, log } = parts;
  // Asked each time: a chat may get another id while the view lives. Its row is made where it is missing (`ensure`), so
  // that a home that lost its state finds the folder again by its name.
  const here = () => folders.canonical(given);

  /** The file if the scope may read it and it is there. What is forbidden is not looked at. */
  async function open(
    path: string,
    look: Files['read'] = files.read,
    scope = here(),
  ): Promise<{ place: Place; file: FileContent } | undefined> {
    const place = classify(path, folders);
    const plain = place?.path ?? path;
    const outsider = sources.ownerOfPath(plain);
    if (outsider !== undefined && canRead(scope, outsider)) {
      const found = sources.outside(plain);
      const text = found && sources.read(found);
      if (!found || text === undefined) return undefined;
      return { place: found, file: { text, exact: false, revision: revisionOf(text), linked: false } };
    }
    const allowed = outsider === undefined && place && canRead(scope, place.owner);
    const file = await look(allowed ? place.path : NOWHERE);
    if (!allowed || !file || (file.linked && !canRead(scope, { kind: 'main' }))) return undefined;
    return { place, file };
  }

  /** What a prompt shows; a file that cannot be read is as good as missing there. */
  async function shown(path: string, scope: Scope): ReturnType<typeof open> {
    return open(path, files.glance, scope).catch((error: unknown) => {
      log.warn('memory.bootstrap-unreadable', { path, error });
      return undefined;
    });
  }

  const view: MemoryView = {
    scope: given,

    pathOf(target, at = clock.now()) {
      const scope = here();
      if (target === 'user' && scope.kind !== 'main') throw notFound('USER.md');
      const folder = scope.kind === 'main' ? '' : `${folders.folderOf(scope) ?? folderName(scope)}/`;
      return notePath(target, folder, localDay(at, timezone));
    },

    async bootstrap({ today, mode = 'full', fileChars, totalChars }) {
      const scope = here();
      const folder = await folders.ensure(scope);
      const prefix = folder ? `${folder}/` : '';
      const longTerm = longTermIn(prefix);
      const found: FoundFile[] = [];
      const revisions: Record<string, string> = {};
      for (const file of bootstrapFiles(scope, prefix, longTerm, today, mode)) {
        const { path } = file;
        const seen = await shown(path, scope);
        revisions[path] = seen?.file.revision ?? ABSENT;
        if (seen) {
          found.push({ ...file, doc: { ...toDoc(seen.place.path, seen.file), owner: ownerName(seen.place.owner) } });
        }
        // The file that would take its place, should somebody make it.
        const heir = `${prefix}${LONG_TERM}`;
        if (path === longTerm && path !== heir) revisions[heir] = (await shown(heir, scope))?.file.revision ?? ABSENT;
      }
      return { ...fitFiles(found, fileChars, totalChars), revisions };
    },

    async changesSince(files) {
      const scope = here();
      const changes = Object.entries(files).map(
        async ([path, revision]) => [path, await changeOf(path, revision, scope)] as const,
      );
      return new Map(await Promise.all(changes));
    },

    trustOf: (path, lines) => originsOf(path, lines).map(({ trust }) => trust),

    originsOf,

    async logs({ from, to }) {
      const folder = await folders.ensure(here());
      const prefix = folder ? `${folder}/` : '';
      return [...namesIn(join(files.root, `${prefix}memory`))]
        .flatMap((name): LogFile[] => {
          const path = `${prefix}memory/${name}`;
          const day = dayOf(path);
          if (day === undefined || day < from || day > to) return [];
          return [{ path, day, kind: isSnapshot(path) ? 'snapshot' : 'log' }];
        })
        .sort((a, b) => (a.day === b.day ? (a.path < b.path ? -1 : 1) : a.day < b.day ? -1 : 1));
    },

    earlier: (why) => ledger.earlier(why),

    async read(path, range) {
      await folders.ensure(here());
      const found = await open(path);
      if (!found) throw notFound(path);
      return toDoc(found.place.path, found.file, range);
    },

    async files({ folder = '', limit }) {
      const scope = here();
      const reader = { scope, folder: await folders.ensure(scope) };
      return listFiles({ root: files.root, folders, sources }, reader, { below: folder, limit });
    },

    async search(query, options = {}) {
      const scope = here();
      try {
        await folders.ensure(scope);
        const answer = await index.search(scope, query, options);
        const verdicts = answer.hits.map((hit) => ({ hit, verdict: judge(scope, hit) }));
        if (verdicts.some(({ verdict }) => verdict === 'forbidden')) {
          log.error('memory.index-crossed-scope', { mode: answer.mode });
        }
        return { ...answer, hits: verdicts.flatMap(({ hit, verdict }) => (verdict === 'readable' ? [hit] : [])) };
      } catch (error) {
        log.error('memory.search-failed', { error });
        const disabled = 'memory cannot be searched at the moment';
        return { mode: 'no search', hits: [], pending: 0, disabled };
      }
    },

    async apply(patch, base, why, done) {
      const scope = here();
      mustRemember(privacy, scope);
      await folders.ensure(scope);
      const place = await ownTarget(parts, scope, patch.path);
      const revision = await ledger.write({
        owner: place.owner,
        patch: wellFormed({ ...patch, path: place.path }),
        base,
        why,
        onDone: done,
        guard: (file) => {
          if (file?.linked && !canRead(scope, { kind: 'main' })) throw notFound(patch.path);
        },
      });
      // It is on disk; an index in trouble finds it later and must not make it look unwritten.
      await index.refresh([place.path]).catch((error: unknown) => log.warn('memory.refresh-failed', { error }));
      return revision;
    },

    async revisions(path, limit) {
      await folders.ensure(here());
      return await revisionsOf(parts, here(), path, limit);
    },

    async revision(row) {
      return revisionOfScope(parts, here(), row);
    },

    undo: (row, why) => undoInScope(parts, here(), row, why),

    async remember(note, why) {
      const scope = here();
      const path = view.pathOf(note.target);
      if (note.text.length > MAX_NOTE_CHARS) {
        throw new MemoryError('invalid', `that is too long for one note: at most ${MAX_NOTE_CHARS} characters`);
      }
      const said = scope.kind === 'group' && speaker && !isTrusted(speaker) ? { said: speaker.name } : {};
      const time = note.target === 'day' ? { clock: localClock(clock.now(), timezone) } : {};
      const lines = noteBullets(note.text, { ...time, ...said, pins: why.trust === 'owner' });
      if (lines.length === 0) throw new MemoryError('invalid', 'there is nothing in it to remember');
      const patch: Patch = { kind: 'append', path, lines };
      return view.apply(note.target === 'user' ? { ...patch, heading: NOTES_HEADING } : patch, undefined, why);
    },
  };

  function originsOf(path: string, lines: readonly string[]): LineOrigin[] {
    const place = classify(path, folders);
    const plain = place?.path ?? path;
    const outsider = sources.ownerOfPath(plain);
    const owner = outsider ?? place?.owner;
    const all = (trust: Trust) => lines.map(() => ({ trust }));
    if (owner === undefined || !canRead(here(), owner)) return all('web');
    // The assistant's words stand there beside everybody's, and a fragment does not say whose it is.
    if (plain.startsWith('sessions/')) return all('model');
    if (outsider !== undefined) return all('member');
    return ledger.originsOf(plain, lines, isSnapshot(plain) ? 'member' : 'owner');
  }

  async function changeOf(path: string, revision: RevisionId, scope: Scope): Promise<FileChange> {
    for (let tries = 0; ; tries++) {
      const found = await shown(path, scope);
      const now = found?.file.revision ?? ABSENT;
      if (now === revision) return { kind: 'same' };
      const hand = { kind: 'hand', revision: now } as const;
      // What everybody reads is part of how the bot behaves, so a change of it is never a mere note.
      if (!found || found.place.owner === 'shared') return hand;
      const changes = ledger.changes(found.place.path, revision, now);
      if (changes === undefined || (changes === 'stale' && tries === MAX_LOOKS)) return hand;
      if (changes !== 'stale') return { kind: 'own', diff: changes.diff, revision: now };
    }
  }

  /** The index was told whose each file is; this asks again, of the path alone. `gone`: nobody's any more. */
  function judge(scope: Scope, { path, corpus }: Hit): 'readable' | 'forbidden' | 'gone' {
    const outsider = sources.ownerOfPath(path);
    // A transcript that is gone must not be taken for a file of the workspace, which would be main's.
    const owner = outsider ?? (corpus === 'sessions' ? undefined : classify(path, folders)?.owner);
    if (owner === undefined) return 'gone';
    if (!canRead(scope, owner)) return 'forbidden';
    return outsider === undefined || sources.outside(path) ? 'readable' : 'gone';
  }

  /** Decided by the listing each time: people rename files. */
  function longTermIn(prefix: string): string {
    return `${prefix}${longTermName(namesIn(join(files.root, prefix))).name ?? LONG_TERM}`;
  }

  function notePath(target: Note['target'], prefix: string, day: string): string {
    if (target === 'user') return 'USER.md';
    return target === 'day' ? dailyLogPath(prefix, day) : longTermIn(prefix);
  }

  return view;
}

function isTrusted(speaker: Speaker): boolean {
  return speaker.role === 'owner' || speaker.role === 'admin';
}

/** Text as it will stand on disk: halves of surrogate pairs have no form in UTF-8. */
function wellFormed(patch: Patch): Patch {
  const clean = (text: string) => Buffer.from(text.replaceAll('\0', '')).toString('utf8');
  if (patch.kind === 'replace') return { ...patch, text: clean(patch.text) };
  if (patch.lines.length === 0) throw new MemoryError('invalid', 'there are no lines to add');
  return { ...patch, lines: patch.lines.flatMap((line) => clean(line).split(/\r?\n/)) };
}
