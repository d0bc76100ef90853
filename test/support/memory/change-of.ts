// What a view says of one file.

import type { FileChange, MemoryView, RevisionId } from '../../../src/contracts/index.js';

export async function changeOf(view: MemoryView, path: string, revision: RevisionId): Promise<FileChange> {
  const change = (await view.changesSince({ [path]: revision })).get(path);
  if (!change) throw new Error(`nothing is said of ${path}`);
  return change;
}
