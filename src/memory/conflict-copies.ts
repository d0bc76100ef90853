// Texts that did not fit their file any more when they were to be written are kept beside the memory: where, and under which
// names. Pure. Must keep every name that was ever given findable: what is forgotten goes from these copies too.

/** Below the workspace, out of everybody's sight. */
export const CONFLICTS = '.nightjar/conflicts';

const MARK = '.conflict-';

/** Where the text of a ledger's row goes that was meant for `path`. `at` in epoch ms. */
export function conflictCopy(path: string, at: number, row: number): string {
  const time = new Date(at).toISOString().replace(/[:.]/g, '-');
  return `${CONFLICTS}/${flat(path)}${MARK}${time}-${row}`;
}

/** Whether a file of that name in the folder is a copy of `path`. */
export function isCopyOf(path: string, name: string): boolean {
  return name.startsWith(flat(path) + MARK);
}

/** The file that a copy was meant for; undefined for a path elsewhere. */
export function originalOfCopy(path: string): string | undefined {
  if (!path.startsWith(`${CONFLICTS}/`)) return undefined;
  return path
    .slice(CONFLICTS.length + 1)
    .replace(/\.conflict-[^/]*$/, '')
    .replaceAll('__', '/');
}

function flat(path: string): string {
  return path.replaceAll('/', '__');
}
