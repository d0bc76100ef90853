// The entry to memory: builds the parts on one workspace and hands out views bound to a scope.
// Must never give out text but through a view, a ledger row for the owner's commands, or the doctor's findings.

import { mkdir } from 'node:fs/promises';
import {
  type Check,
  type Clock,
  type Log,
  MemoryError,
  type MemoryView,
  type Provenance,
  type Revision,
  type RevisionId,
  type Scope,
  type SetAside,
  type ShownRevision,
  type TranscriptSource,
  type Undone,
} from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { localDay } from '../text/local-time.js';
import { addsSecret } from '../text/secrets.js';
import { sentences } from '../text/sentence.js';
import { type ArchiveReport, type ArchiveWish, archiveLogs } from './archive.js';
import type { WorkspaceGuard } from './attestation.js';
import { memoryChecks } from './checks.js';
import { toDoc } from './doc.js';
import { expireBefore } from './expire.js';
import { writeFailure } from './file-errors.js';
import { openFileLocks } from './file-locks.js';
import { ABSENT, type FileContent, openFiles } from './files.js';
import { type Folders, openFolders } from './folders.js';
import { type Hands, openHands } from './hands.js';
import { indexCheck } from './index/checks.js';
import { openIndex } from './index/engine.js';
import type { IndexStatus, MemoryIndex, ScopeStatus } from './index/memory-index.js';
import { DEFAULT_INDEX } from './index/settings.js';
import { openLedger } from './ledger.js';
import type { RecoveryReport } from './ledger-recovery.js';
import type { LedgerRow } from './ledger-rows.js';
import { type OwnedText, ownedTexts } from './owned-texts.js';
import { classify, type Place } from './paths.js';
import { openPrivacy, type PrivacyDefaults, type PrivacySettings } from './privacy.js';
import { type BlamedLine, blamedLines, revisionAnywhere, undoAnywhere } from './revisions.js';
import { notFound, type WriteRight, writeTarget } from './rights.js';
import type { Mount } from './sources/mounts.js';
import { openSources, type Sources } from './sources/sources.js';
import { readTemplateLines } from './template-lines.js';
import { createView, type Speaker } from './view.js';
import { canRead, type Owner } from './visibility.js';

const DEFAULT_BOOTSTRAP = { fileChars: 20_000, totalChars: 150_000 };

export interface MemoryOptions {
  /** The agent's home folder of Markdown; it exists (see prepareWorkspace). */
  workspace: string;
  /** For locks; made if missing. */
  runDir: string;
  /** state.sqlite, migrated; it stays the caller's. */
  db: Db;
  clock: Clock;
  /** IANA name; every day boundary is counted in it. */
  timezone: string;
  log: Log;
  /** Folders outside the standard places; see resolveMounts. */
  mounts?: readonly Mount[];
  /** Of the files at the start of a prompt: the most that one may have, and all together. UTF-16 units. */
  bootstrap?: { fileChars: number; totalChars: number };
  /** Conversations to search, too. */
  transcripts?: TranscriptSource;
  /** Asked before anything is read or written; see guardWorkspace. Default: whatever stands there is the workspace. */
  guard?: WorkspaceGuard;
  /** What is remembered where a chat chose nothing. Default: everything, for ever. */
  privacy?: PrivacyDefaults;
  /** Where repairs keep what they take away; without it doctor only looks. */
  setAside?: SetAside;
  /** The index to search by, which becomes memory's to close. Default: one in this thread and in memory alone. */
  index?: (parts: IndexParts) => MemoryIndex;
}

/** What an index in this thread is opened on. */
export interface IndexParts {
  folders: Folders;
  sources: Sources;
}

/** A change of a file that somebody was shown exactly, and said yes to. */
export interface ConfirmedChange {
  /** Whose conversation it was: main's may be about anybody's file, others' about their own. */
  scope: Scope;
  path: string;
  /** The whole new text, exactly as it was shown. */
  text: string;
  base: RevisionId;
  why: Provenance;
  /** Whoever runs this said at the terminal that secrets in it are wanted. */
  withSecrets?: boolean;
}

/** A file that may be changed from a scope, as it stands. */
export interface Changeable {
  /** In its plain form. */
  path: string;
  right: WriteRight;
  /** Every chat reads it. */
  shared: boolean;
  /** Ends of line `\n`, no byte order mark; '' where nothing is there. */
  text: string;
  revision: RevisionId;
}

export interface MemoryStatus {
  /** What is too long for the prompt or has no room in it, one sentence a file. */
  cut: string[];
  /** As in a search answer: `lexical only`; `no search` when the index does not answer. */
  mode: string;
  /** What a person should know of the index, one sentence each; told to main alone. */
  notices: string[];
  /** Searchable files; only what the reader may read is counted. */
  scopes: ScopeStatus[];
}

export interface Memory {
  /** The only way to memory. Cheap; makes nothing on disk. */
  view(scope: Scope, speaker?: Speaker): MemoryView;
  /** Finishes what a killed process left half done. Call once at start; safe beside other running processes. */
  recover(): Promise<RecoveryReport>;
  /** Newest first; of one file or of all. For the owner's eyes only. Default limit 50. */
  ledgerRows(path?: string, limit?: number): LedgerRow[];
  /** A revision was taken back, and that not taken back in turn. */
  isUndone(row: number): boolean;
  /** Each line of a file with what the ledger says of it. For the owner's eyes only. MemoryError 'not-found'. */
  blame(path: string): Promise<BlamedLine[]>;
  /** As in MemoryView, both of whatever file, because the operator asks. */
  revision(row: number): ShownRevision;
  undo(row: number, why: Provenance): Promise<Undone>;
  /** Edits by hand: they are looked for at `recover`, and from `watch` on whenever something changes. */
  readonly hands: Pick<Hands, 'sweep' | 'look' | 'watch'>;
  /** What a change would change. MemoryError 'not-found' for what may not be changed from there, 'invalid' for no Markdown. */
  changeable(scope: Scope, path: string): Promise<Changeable>;
  /**
   * After the yes to the exact diff of whoever may give it. Throws as `changeable`, and a MemoryError 'conflict' when the file
   * changed since; nothing is merged.
   */
  replaceConfirmed(change: ConfirmedChange): Promise<Revision>;
  /** Puts logs and snapshots of days before `before` into their scope's archive, where they are still found. */
  archive(wish: Omit<ArchiveWish, 'today'>): Promise<ArchiveReport>;
  status(reader?: Scope): Promise<MemoryStatus>;
  /** Lines, trimmed, that explain a file and are nobody's memory. */
  templateLines(path: string): ReadonlySet<string>;
  /** Scope to folder, aliases of migrated chats. */
  readonly folders: Folders;
  /** Takes logs, ends of conversations and the diary before that day (YYYY-MM-DD) away; see expire.ts. */
  expire(scope: Scope, day: string): Promise<string[]>;
  /** Every Markdown text with whose it is; for the owner's audit alone. */
  ownedTexts(): Promise<OwnedText[]>;
  /** Whose what stands at a path is, whether or not it is there; undefined where nobody can tell. */
  ownerOf(path: string): Owner | undefined;
  /** What is remembered of whom, and for how long. */
  readonly privacy: PrivacySettings;
  /** For the owner's tools: it searches with the eyes of whatever scope it is told. */
  readonly index: MemoryIndex;
  /** For doctor. */
  readonly checks: readonly Check[];
  /** Lets the index go. Views must not be used afterwards. */
  close(): Promise<void>;
}

/** Opens the workspace. Throws a MemoryError 'unavailable' when the folder is not there. Recovers nothing by itself. */
export async function openMemory(options: MemoryOptions): Promise<Memory> {
  const { workspace, runDir, db, clock, timezone, log, guard } = options;
  const files = await openFiles(workspace, guard);
  await mkdir(runDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw writeFailure('the run folder', error);
  });
  const folders = openFolders(db, clock);
  const privacy = openPrivacy({ db, folders, defaults: options.privacy });
  const { mounts = [], transcripts, bootstrap = DEFAULT_BOOTSTRAP } = options;
  const templateLines = await readTemplateLines(files.root);
  const sources = openSources({
    root: files.root,
    folders,
    mounts,
    templateLines,
    guard,
    ...(transcripts ? { transcripts } : {}),
  });
  const locks = openFileLocks({ runDir, clock });
  const ledger = openLedger({ db, files, locks, clock, log });
  const hands = openHands({ db, files, folders, sources, ledger, clock, log });
  // Last, so that nothing that fails leaves one open.
  const index = options.index?.({ folders, sources }) ?? inMemory({ folders, sources });
  const parts = { files, folders, ledger, hands, sources, index, privacy, clock, timezone, log };

  function inMemory(parts: IndexParts): MemoryIndex {
    return openIndex({ ...parts, settings: { ...DEFAULT_INDEX, timezone }, manner: 'errand', clock, log });
  }

  async function target(given: Scope, path: string): ReturnType<typeof writeTarget> {
    const scope = folders.canonical(given);
    await folders.ensure(scope);
    return writeTarget(parts, scope, path);
  }

  /** A house whose search has stopped still says how it is. */
  function outOfOrder(error: unknown): Pick<IndexStatus, 'mode' | 'scopes' | 'notices' | 'skipped'> {
    log.error('memory.status-failed', { error });
    const why = error instanceof Error ? error.message : String(error);
    return { mode: 'no search', scopes: [], notices: [why], skipped: [] };
  }

  /** Where the workspace went away while it was in use. */
  function absence(): string[] {
    try {
      guard?.();
      return [];
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error;
      return [sentences(error.message, error.remedy)];
    }
  }

  return {
    folders,
    privacy,
    ownedTexts: () => ownedTexts({ files, folders, sources }),
    ownerOf: (path) =>
      sources.ownerOfPath(path) ?? (path.startsWith('sessions/') ? undefined : classify(path, folders)?.owner),
    expire: (scope, day) => expireBefore({ db, files, folders, locks, ledger, index, clock }, scope, day),
    index,
    view: (scope, speaker) => createView(parts, scope, speaker),
    templateLines: (path) => sources.templateLines(path),
    hands,
    async recover() {
      const report = await ledger.recover();
      await hands.sweep();
      return report;
    },
    isUndone: ledger.isUndone,
    blame: (path) => blamedLines(parts, path),
    revision: (row) => revisionAnywhere(parts, row),
    undo: (row, why) => undoAnywhere(parts, row, why),
    ledgerRows: (path, limit = 50) => ledger.list(path, limit),
    async changeable(given, path) {
      const { place, right } = await target(given, path);
      const file = await files.read(place.path);
      if (file ? !isOnly(place, file) : !(await files.isVacant(place.path))) throw notFound(path);
      if (file && !file.exact) throw new MemoryError('invalid', `${place.path} is not written in UTF-8`);
      const { text, revision } = file ? toDoc(place.path, file) : { text: '', revision: ABSENT };
      return { path: place.path, right, shared: place.owner === 'shared', text, revision };
    },
    async replaceConfirmed({ scope: given, path, text, base, why, withSecrets = false }) {
      const { place } = await target(given, path);
      const revision = await ledger.write({
        owner: place.owner,
        patch: { kind: 'replace', path: place.path, text },
        base,
        why,
        exact: true,
        guard: (file) => {
          if (file && !isOnly(place, file)) throw notFound(path);
          if (!withSecrets && addsSecret(file?.text ?? '', text))
            throw new MemoryError('invalid', 'secrets are not written down');
        },
      });
      // It is on disk; an index in trouble finds it later.
      await index.refresh([place.path]).catch((error: unknown) => log.warn('memory.refresh-failed', { error }));
      return revision;
    },
    async archive(wish) {
      const today = localDay(clock.now(), timezone);
      const report = await archiveLogs({ files, folders, ledger, locks }, { ...wish, today });
      const touched = wish.dryRun ? [] : report.moved.flatMap(({ path, to }) => [path, to]);
      await index.refresh(touched).catch((error: unknown) => log.warn('memory.refresh-failed', { error }));
      return report;
    },
    async status(reader = { kind: 'main' }) {
      const here = folders.canonical(reader);
      const { mode, scopes, notices, skipped } = await index.status(here).catch(outOfOrder);
      const today = localDay(clock.now(), timezone);
      const { docs, leftOut } = await createView(parts, reader).bootstrap({ today, ...bootstrap });
      const cut = docs.flatMap(({ path, cut }) =>
        cut ? [`${path} is too long for the prompt: ${cut.characters} of its ${cut.of} characters are left out`] : [],
      );
      cut.push(
        ...leftOut.map(
          ({ path, characters }) =>
            `${path} has no room in the prompt: all of its ${characters} characters are left out`,
        ),
      );
      return {
        mode,
        // The index was told who asks; this asks again.
        scopes: scopes.filter(({ owner }) => canRead(here, owner)),
        cut,
        notices: here.kind === 'main' ? [...absence(), ...notices, ...skipped] : [],
      };
    },
    checks: [...memoryChecks({ files, ledger, folders, setAside: options.setAside }), indexCheck(index)],
    async close() {
      await hands.close();
      await index.close();
    },
  };
}

/** A second name may be anybody's: writing to the first would show the rest of the text under it. */
function isOnly({ owner }: Place, { linked }: FileContent): boolean {
  return !linked || (owner !== 'shared' && owner.kind === 'main');
}
