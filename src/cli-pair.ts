// The command line's pairing commands: parses arguments and calls one function per command of pair-desk.ts, which is loaded
// when one of them runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';

interface Json {
  json?: boolean;
}

export function addPairCommands(program: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  const pair = program.command('pair').description('people who ask to talk to the bot');
  pair
    .command('list')
    .description('who asks to be let in, with their codes')
    .option('--json', 'as JSON')
    .action(async ({ json }: Json) => {
      const { listAsking } = await import('./pair-desk.js');
      tell(await listAsking(lent.house()), json, lent);
    });
  pair
    .command('approve <code>')
    .description('let somebody in')
    .option('--owner', 'as yourself: the account becomes one of yours, and sees all of your memory')
    .option('--json', 'as JSON')
    .action(async (code: string, { owner = false, json }: Json & { owner?: boolean }) => {
      const { approve } = await import('./pair-desk.js');
      tell(await approve(lent.house(), code, owner), json, lent);
    });
}
