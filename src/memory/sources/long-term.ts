// Which file is a folder's long-term memory. Decided by the names in the listing, because a disk that folds case would
// answer to any spelling. Pure.

export const LONG_TERM = 'MEMORY.md';
/** What it was called in homes of old. */
export const LEGACY = 'memory.md';

/** The old name counts only where the new one is not; `both` is worth telling, because one of them is not read. */
export function longTermName(names: ReadonlySet<string>): { name?: string; both: boolean } {
  if (names.has(LONG_TERM)) return { name: LONG_TERM, both: names.has(LEGACY) };
  return names.has(LEGACY) ? { name: LEGACY, both: false } : { both: false };
}
