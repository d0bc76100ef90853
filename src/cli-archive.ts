// The command line's way to put old logs away: parses arguments and calls one function of archive-desk.ts, which is loaded
// when the command runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { scopesOf } from './cli-scope.js';
import { tell } from './cli-tell.js';
import { day } from './cli-values.js';
import { READER_FORMS } from './config/scope-text.js';

interface Flags {
  before: string;
  scope: string;
  dryRun?: boolean;
  json?: boolean;
}

export function addArchiveCommand(memory: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  memory
    .command('archive')
    .description('put daily logs and snapshots of earlier days into memory/archive/YYYY/, where they are still found')
    .requiredOption('--before <day>', 'what is of a day before this one, such as 2026-06-01', day)
    .option('--scope <scope>', `whose: ${READER_FORMS}`, 'all')
    .option('--dry-run', 'only tell what would be put away')
    .option('--json', 'as JSON')
    .action(async ({ before, scope, dryRun = false, json }: Flags) => {
      const { archiveMemory } = await import('./archive-desk.js');
      tell(await archiveMemory(lent.house(), { before, scopes: scopesOf(scope), dryRun }), json, lent);
    });
}
