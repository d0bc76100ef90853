// The command line's look at what stood in front of the model: parses arguments and calls one function of context-desk.ts,
// which is loaded when the command runs.

import { type Command, InvalidArgumentError } from 'commander';
import type { Lent } from './cli-memory.js';
import { tell } from './cli-tell.js';
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
    .option('--last <n>', 'its last so many requests, newest first; default 1, most 100', count)
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

function count(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 100) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
}
