// Sources as the index reads them. A damaged state.sqlite, an unreadable folder or a text that SQLite would give back in
// another way than it took it must never be taken for damage of the index.

import type { Sources } from '../sources/sources.js';
import { SourceTrouble } from './index-errors.js';

/** Half of a character that takes two UTF-16 units, as in a transcript that was cut in between. */
const HALVES = /\p{Surrogate}/gu;

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
    read: (file) => guard(() => sources.read(file)?.replace(HALVES, '\ufffd')),
  };
}
