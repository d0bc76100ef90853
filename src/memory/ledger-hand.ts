// Edits that somebody made by hand, as the ledger finds them: each becomes a row of its own, and what a file says is kept to
// compare with. Whoever calls holds the file's lock. Must never change a file.

import type { Clock, Provenance, RevisionId } from '../contracts/index.js';
import { ABSENT, type FileContent, type Files } from './files.js';
import type { KnownFiles } from './known-files.js';
import type { LedgerRows, Outcome } from './ledger-rows.js';
import { isSnapshot } from './memory-files.js';
import { foundOutcome } from './outcome.js';

/** What a file says; `ABSENT` where there is none. */
export type Said = Pick<FileContent, 'revision' | 'text'>;

export interface HandEdits {
  /**
   * Compares the file with what it said when the ledger last knew of it, and writes a row where that differs. What was there
   * before anything was known of this home is taken as it is. `scope`: scopeId of whose file it is.
   */
  follow(path: string, scope: string, file: FileContent | undefined): Promise<void>;
  /**
   * For the transaction of a write that found the file changed under its hands: writes the row of that change, and says
   * whether there was one.
   */
  between(path: string, scope: string, before: Said, now: FileContent | undefined): Promise<() => boolean>;
  /** The ledger itself has put that there. Inside a transaction. */
  know(path: string, scope: string, said: Said): void;
}

export function handEdits(parts: {
  files: Pick<Files, 'isVacant'>;
  rows: LedgerRows;
  known: KnownFiles;
  transact<T>(path: string, work: () => T): Promise<T>;
  clock: Clock;
}): HandEdits {
  const { files, rows, known, transact, clock } = parts;

  function know(path: string, scope: string, { revision, text }: Said): void {
    if (revision === ABSENT) known.remove(path);
    else known.put(path, { scope, revision, text }, clock.now());
  }

  function keep(path: string, scope: string, out: Outcome): void {
    rows.insertDone({ path, scope, why: provenance(path, out), at: clock.now() }, out);
    know(path, scope, { revision: out.after, text: out.text });
  }

  /** A second name may show anybody's words, and what is no UTF-8 has no lines: neither is followed while it is so. */
  async function isFollowed(path: string, file: FileContent | undefined): Promise<boolean> {
    // A link or a folder in its place is no removal.
    return file ? file.exact && !file.linked : await files.isVacant(path);
  }

  return {
    know,
    async follow(path, scope, file) {
      const before = known.get(path) ?? (known.isWhole() || !file ? { revision: ABSENT, text: '' } : undefined);
      if (before?.revision === (file?.revision ?? ABSENT) || !(await isFollowed(path, file))) return;
      if (before) {
        const out = foundOutcome(path, before, file);
        await transact(path, () => keep(path, scope, out));
      } else if (file) {
        await transact(path, () => know(path, scope, file));
      }
    },
    async between(path, scope, before, now) {
      if (before.revision === (now?.revision ?? ABSENT) || !(await isFollowed(path, now))) return () => false;
      const out = foundOutcome(path, before, now);
      return () => {
        keep(path, scope, out);
        return true;
      };
    },
  };
}

function provenance(path: string, { base, after }: { base: RevisionId; after: RevisionId }): Provenance {
  const reason = after === ABSENT ? 'removed by hand' : base === ABSENT ? 'made by hand' : 'edited by hand';
  // Tails of conversations are brought along from other places, and hold what anybody said.
  return { who: 'system', by: 'hand', reason, trust: isSnapshot(path) ? 'member' : 'owner' };
}
