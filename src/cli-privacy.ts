// The command line's look at privacy: parses arguments and calls one function of privacy-desk.ts, which is loaded when the
// command runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';
import { wholeNumber } from './cli-values.js';

interface Flags {
  last?: number;
  show?: boolean;
  json?: boolean;
}

export function addPrivacyCommands(program: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  program
    .command('privacy')
    .description('the proof that what was said in private stayed there')
    .command('audit')
    .description(
      'look again at what the requests of groups and people were made of and what was said there; exit code 1 when anything came from elsewhere',
    )
    .option('--last <n>', 'the newest so many requests, and their conversations; default: all on record', wholeNumber())
    .option('--show', 'quote the lines that were found')
    .option('--json', 'as JSON')
    .action(async ({ last, show = false, json }: Flags) => {
      const { auditPrivacy } = await import('./privacy-desk.js');
      tell(await auditPrivacy(lent.house(), { show, ...(last === undefined ? {} : { last }) }), json, lent);
    });
}
