// What a test compares of the ledger's rows: which file went from where to where, and why. Oldest first.

import type { Memory } from '../../../src/memory/memory.js';

export interface ToldRow {
  path: string;
  reason: string;
  base: string;
  after: string;
}

export function rowsOf(memory: Pick<Memory, 'ledgerRows'>, path?: string): ToldRow[] {
  return memory
    .ledgerRows(path)
    .reverse()
    .map(({ path, reason, base, after }) => ({ path, reason, base, after }));
}
