// The command line's look at what stood in front of the model: parses arguments and calls one function of context-desk.ts,
// which is loaded when the command runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';
import { wholeNumber } from './cli-values.js';
import { ConfigError } from './contracts/index.js';

interface Flags {
  session?: string;
  last?: number;
  json?: boolean;
}

export function addContextCommand(program: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  program
    .command('context')
    .description('what the last requests to the model were made of; without --session the newest conversations')
    .option('--session <id>', 'of this conversation; the first characters of its id are enough')
    .option('--last <n>', 'its last so many requests, newest first; default 1, most 100', wholeNumber(100))
    .option('--json', 'as JSON, with hashes')
    .action(async ({ session, last, json }: Flags) => {
      if (session === undefined && last !== undefined) {
        throw new ConfigError('--last needs a conversation.', {
          remedy: '`nightjar context` lists them; name one with --session.',
        });
      }
      const { listContexts, readContext } = await import('./context-desk.js');
      const house = lent.house();
      const told =
        session === undefined ? await listContexts(house) : await readContext(house, { session, last: last ?? 1 });
      tell(told, json, lent);
    });
}
