// Sources whose errors can be told from the index's own: a damaged state.sqlite or an unreadable folder must never be taken
// for damage of the index.

import type { Sources } from '../sources/sources.js';
import { SourceTrouble } from './index-errors.js';

/** The same sources; what they throw can be told from what the store throws. */
export function guardedSources(sources: Sources): Sources {
  const guard = <T>(look: () => T): T => {
    try {
      return look();
    } catch (error) {
      throw new SourceTrouble(error);
    }
  };
  return {
    ...sources,
    list: () => guard(() => sources.list()),
    find: (path) => guard(() => sources.find(path)),
    read: (file) => guard(() => sources.read(file)),
  };
}
