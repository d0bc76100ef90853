// `nightjar memory forget`: parses arguments and calls one function of forget-desk.ts, which is loaded when it runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';
import { ConfigError } from './contracts/index.js';

interface Flags {
  person?: string;
  session?: string;
  text?: string;
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

export function addForgetCommand(memory: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  memory
    .command('forget')
    .description('make what somebody said, a conversation or a text be gone, everywhere and for good')
    .option('--person <who>', 'what they said, and what rests on it alone: an id, a name, or an account (telegram:42)')
    .option('--session <id>', 'a conversation, and what rests on it alone')
    .option('--text <text>', 'every line and entry that says this')
    .option('--dry-run', 'only tell what would be gone')
    .option('--yes', 'do it: nothing brings it back')
    .option('--json', 'as JSON')
    .action(async (flags: Flags) => {
      const wish = wishOf(flags);
      const { forgetInHome } = await import('./forget-desk.js');
      const how = { dry: flags.dryRun ?? false, yes: flags.yes ?? false };
      tell(await forgetInHome(lent.house(), wish, how), flags.json, lent);
    });
}

function wishOf({ person, session, text }: Flags) {
  const wishes = [
    ...(person === undefined ? [] : [{ kind: 'person' as const, person }]),
    ...(session === undefined ? [] : [{ kind: 'session' as const, session }]),
    ...(text === undefined ? [] : [{ kind: 'text' as const, text }]),
  ];
  const [wish] = wishes;
  if (wish !== undefined && wishes.length === 1) return wish;
  throw new ConfigError('Say what shall be forgotten, one of --person, --session and --text.');
}
