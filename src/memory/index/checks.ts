// What doctor looks at in the index: whether every file is searched, what the index itself has to say, and whether it says
// what the files say. A repair makes it anew, beside the one that is used meanwhile.

import type { Check, Finding } from '../../contracts/index.js';
import { isDamage } from './index-errors.js';
import type { MemoryIndex } from './memory-index.js';
import type { VerifyReport } from './store.js';
import { isBehind } from './verify.js';

const LEFT_OUT = 'Put that right in the workspace; until then what they say is not found.';

export function indexCheck(index: Pick<MemoryIndex, 'status'>): Check {
  const check = 'memory.index';
  return {
    name: check,
    async run() {
      const { mode, notices, skipped, scopes } = await index.status();
      const files = scopes.reduce((sum, scope) => sum + scope.files, 0);
      const stale = scopes.reduce((sum, scope) => sum + scope.stale, 0);
      // No trouble: an edit while nobody looked is found by the next search.
      const says =
        stale === 0
          ? `All ${files} files are searched (${mode}).`
          : `${files - stale} of ${files} files are searched as they are now (${mode}); the next look takes in the others.`;
      const remedy = 'Until then search goes on without it.';
      const told = notices.map((notice): Finding => ({ check, level: 'warning', says: notice, remedy }));
      const left = skipped.map((notice): Finding => ({ check, level: 'warning', says: notice, remedy: LEFT_OUT }));
      return [{ check, level: 'ok', says }, ...told, ...left];
    },
  };
}

/** Reads every file and every row. What a later look finds by itself is no trouble. */
export function indexProofCheck(index: Pick<MemoryIndex, 'verify' | 'rebuild'>): Check {
  const check = 'memory.index-proof';
  async function run(): Promise<string> {
    const { problems } = await index.verify().catch(damaged);
    if (problems.every(isBehind)) return 'The index agrees with the files by now.';
    const { indexed } = await index.rebuild();
    return `The index was made anew from ${indexed} files.`;
  }
  return {
    name: check,
    async run() {
      const { problems, files } = await index.verify().catch(damaged);
      const wrong = problems.filter((problem) => !isBehind(problem));
      if (wrong.length === 0) return [{ check, level: 'ok', says: `The index of ${files} files says what they say.` }];
      const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : '';
      const says = `The index does not say what the files say: ${wrong[0]}${more}`;
      const remedy = '`nightjar memory index --rebuild` makes it anew; nothing but time is lost.';
      return [{ check, level: 'error', says, remedy, repair: { run } }];
    },
  };
}

/** The worst of answers; the file is told of and left as it is. */
function damaged(error: unknown): VerifyReport {
  if (!isDamage(error)) throw error;
  return { files: 0, chunks: 0, vectors: 0, problems: ['its file is damaged.'] };
}
