// The memory of a scope as a skill that runs apart sees it: what was written down, without the conversations themselves, so that
// it cannot look up the one that it is called from. Never more than the view it is made of.

import { MemoryError, type MemoryView } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';

export function withoutTalk(view: MemoryView): MemoryView {
  return {
    ...view,
    async read(path, range) {
      const doc = await view.read(path, range);
      // By the path that memory says it is: an asked one has several spellings.
      if (doc.path.startsWith('sessions/')) throw notFound(path);
      return doc;
    },
    search: (query, options = {}) =>
      view.search(query, { ...options, corpus: options.corpus === 'wiki' ? 'wiki' : 'memory' }),
  };
}

/** In the words of what is missing. */
function notFound(path: string): MemoryError {
  return new MemoryError('not-found', `there is no file ${oneLine(path, 120)} here`);
}
