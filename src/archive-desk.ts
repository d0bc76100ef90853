// What an operator does about old logs from outside, beside a running bot or without one: puts them into the archive of
// their scope, or tells what would be put there.

import { TERMINAL_OWNER } from '../channels/console/seat.js';
import type { Scope } from './contracts/index.js';
import { type HouseOptions, openHouse } from './house.js';
import { mustExist } from './operator.js';
import type { Told } from './ops/told.js';
import { sentences } from './text/sentence.js';
import { forTerminal } from './text/terminal.js';
import { oneLine } from './text/truncate.js';

export interface ArchiveFlags {
  /** YYYY-MM-DD. */
  before: string;
  scopes: readonly Scope[] | 'all';
  dryRun: boolean;
}

/** A name in one line. */
const SHOWN = 200;

/** Throws a StateError where there is no home. */
export async function archiveMemory(house: HouseOptions, { before, scopes, dryRun }: ArchiveFlags): Promise<Told> {
  mustExist(house.home);
  const open = await openHouse(house);
  try {
    const { moved, left } = await open.memory.archive({ before, scopes, dryRun, who: TERMINAL_OWNER });
    const lines = moved.map(({ path, to }) => `${oneLine(path, SHOWN)} → ${oneLine(to, SHOWN)}`);
    const stays = left.map(({ path, why }) =>
      sentences(`${oneLine(path, SHOWN)} stays: ${why.replace(`${path} `, 'it ')}`),
    );
    const says = sum(moved.length, before, dryRun);
    return {
      data: { before, dryRun, moved, left },
      text: forTerminal([...lines, ...stays, says].join('\n')),
      // What stands in every prompt stays by rule; other files were in trouble, and are named.
      failed: false,
    };
  } finally {
    await open.close();
  }
}

function sum(count: number, before: string, dryRun: boolean): string {
  if (count === 0) return `Nothing from before ${before} is to be put away.`;
  const files = count === 1 ? 'One file' : `${count} files`;
  if (dryRun) return `${files} would be put away; nothing was changed.`;
  return `${files} put away: still found by searches, and in the ledger.`;
}
