// What doctor looks at in the index: whether every file is searched, and what the index itself has to say.
// Reads the state that status shows; repairs nothing.

import type { Check, Finding } from '../../contracts/index.js';
import type { MemoryIndex } from './memory-index.js';

export function indexCheck(index: Pick<MemoryIndex, 'status'>): Check {
  const check = 'memory.index';
  return {
    name: check,
    async run() {
      const { mode, notices, scopes } = await index.status();
      const files = scopes.reduce((sum, scope) => sum + scope.files, 0);
      const stale = scopes.reduce((sum, scope) => sum + scope.stale, 0);
      // No trouble: an edit while nobody looked is found by the next search.
      const says =
        stale === 0
          ? `All ${files} files are searched (${mode}).`
          : `${files - stale} of ${files} files are searched as they are now (${mode}); the next look takes in the others.`;
      const remedy = 'Until then search goes on without it.';
      const told = notices.map((notice): Finding => ({ check, level: 'warning', says: notice, remedy }));
      return [{ check, level: 'ok', says }, ...told];
    },
  };
}
