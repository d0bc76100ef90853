// A write to memory that a killed process may have carried out already. Never writes a second time.

import { MemoryError, type MemoryView, type Provenance } from '../../contracts/index.js';

/** No file ever has this revision, so that a write based on it changes none. */
const NEVER = 'never';

/**
 * Brings an earlier write of the same call to its end, `done` included. Its path; undefined when there is none, or when it
 * could not be carried out any more.
 */
export async function finishEarlier(
  view: MemoryView,
  why: Provenance,
  done: (path: string) => void,
): Promise<string | undefined> {
  const earlier = view.earlier(why);
  if (!earlier) return undefined;
  const { path } = earlier;
  try {
    return (await view.apply({ kind: 'replace', path, text: '' }, NEVER, why, () => done(path))).path;
  } catch (error) {
    if (error instanceof MemoryError && error.kind === 'conflict') return undefined;
    throw error;
  }
}
