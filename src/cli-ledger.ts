// The command line's revisions of memory: parses arguments and calls one function per command of ledger-desk.ts, which is loaded
// when one of them runs.

import { type Command, Option } from 'commander';
import type { Lent } from './cli-lent.js';
import { scopeOf } from './cli-scope.js';
import { tell } from './cli-tell.js';
import { wholeNumber } from './cli-values.js';
import { SCOPE_FORMS } from './config/scope-text.js';
import { ConfigError, type Note } from './contracts/index.js';

interface Json {
  json?: boolean;
}
interface AddFlags extends Json {
  to: Note['target'];
  scope: string;
}
/** `memory`: the command that they stand below. */
export function addLedgerCommands(memory: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  memory
    .command('log [file]')
    .description('what was written into memory, edits by hand among it, newest first')
    .option('--limit <n>', 'how many, default 20, most 500', wholeNumber(500), 20)
    .option('--json', 'as JSON')
    .action(async (file: string | undefined, { limit, json }: Json & { limit: number }) => {
      const { memoryLog } = await import('./ledger-desk.js');
      tell(await memoryLog(lent.house(), file, limit), json, lent);
    });
  memory
    .command('blame <file>')
    .description('where each line of a file comes from; FILE:LINE for one of them')
    .option('--json', 'as JSON')
    .action(async (text: string, { json }: Json) => {
      const [, path = text, line] = /^(.+):(\d{1,9})$/.exec(text) ?? [];
      const { blameMemory } = await import('./ledger-desk.js');
      tell(await blameMemory(lent.house(), path, line === undefined ? undefined : positive(line, 'line')), json, lent);
    });
  memory
    .command('revision <number>')
    .description('what a revision changed, and why it was made')
    .option('--json', 'as JSON')
    .action(async (text: string, { json }: Json) => {
      const { showRevision } = await import('./ledger-desk.js');
      tell(await showRevision(lent.house(), positive(text, 'revision')), json, lent);
    });
  memory
    .command('undo <revision>')
    .description('take a revision back and keep what was written since; exit code 1 when its lines were changed since')
    .option('--json', 'as JSON')
    .action(async (text: string, { json }: Json) => {
      const { undoRevision } = await import('./ledger-desk.js');
      tell(await undoRevision(lent.house(), positive(text, 'revision')), json, lent);
    });
  memory
    .command('add <text...>')
    .description('note something down')
    .addOption(
      new Option('--to <place>', 'the log of the day, long-term memory, or USER.md (main only)')
        .choices(['day', 'long', 'user'])
        .default('long'),
    )
    .option('--scope <scope>', `whose: ${SCOPE_FORMS}`, 'main')
    .option('--json', 'as JSON')
    .action(async (words: string[], { to, scope: text, json }: AddFlags) => {
      const scope = scopeOf(text);
      const { addToMemory } = await import('./ledger-desk.js');
      tell(await addToMemory(lent.house(), scope, { target: to, text: words.join(' ') }), json, lent);
    });
}

function positive(text: string, what: 'revision' | 'line'): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new ConfigError(`A ${what} is a whole number above 0, not ${text}.`);
}
