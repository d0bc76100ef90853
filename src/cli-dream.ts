// The command line's dreams: parses arguments and calls one function per command of dream-desk.ts, which is loaded when one
// of them runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { scopeOf, scopesOf } from './cli-scope.js';
import { tell } from './cli-tell.js';
import { day } from './cli-values.js';
import { READER_FORMS, SCOPE_FORMS } from './config/scope-text.js';
import { ConfigError } from './contracts/index.js';

interface Flags {
  scope?: string;
  json?: boolean;
}
interface RunFlags extends Flags {
  date?: string;
  dryRun?: boolean;
}
type Lend = Pick<Lent, 'house' | 'print'>;

export function addDreamCommands(program: Command, lent: Lend): void {
  const dream = program
    .command('dream')
    .description('make long-term memory of the daily logs now, as every night; what needs a yes waits for it')
    // So that what stands behind a word belongs to that word.
    .enablePositionalOptions()
    .option('--scope <scope>', `whose: ${READER_FORMS} (default: main)`)
    .option('--date <day>', 'as in the night of that day, such as 2026-11-30 (default: today)', day)
    .option('--dry-run', 'only show what would change, as a difference with a source for each line; nothing is written')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nWhat needs a yes is set by dreaming.apply in nightjar.yaml: auto, ask, or ask-if (the default).',
    )
    .action((flags: RunFlags) => run(flags, lent));
  const own = (flags: Flags) => ownFlags(flags, dream.opts<RunFlags>());
  dream
    .command('status')
    .description('how the last night went, and what waits for a yes')
    .option('--scope <scope>', `whose: ${READER_FORMS} (default: main)`)
    .option('--json', 'as JSON')
    .action(async (flags: Flags) => {
      const { scope, json } = own(flags);
      const scopes = scopesOf(scope);
      const { dreamStatus } = await import('./dream-desk.js');
      tell(await dreamStatus(lent.house(), scopes), json, lent);
    });
  const acts = {
    show: 'what waits for a yes, or else what the last night changed, with a source for each line',
    apply: 'write what waits',
    skip: 'leave what waits; it is proposed again only when it is said again',
    undo: 'take back the newest one that was written',
  } as const;
  for (const [name, description] of Object.entries(acts) as [keyof typeof acts, string][]) {
    dream
      .command(name)
      .description(description)
      .option('--scope <scope>', `whose: ${SCOPE_FORMS} (default: main)`)
      .option('--json', 'as JSON')
      .action(async (flags: Flags) => {
        const { scope, json } = own(flags);
        const whose = scopeOf(scope);
        const desk = await import('./dream-desk.js');
        tell(await desk[`${name}Dream`](lent.house(), whose), json, lent);
      });
  }
  dream
    .command('explain <text...>')
    .description('why something is, or is not, in long-term memory, and where it comes from')
    .option('--scope <scope>', `whose: ${SCOPE_FORMS} (default: main)`)
    .option('--json', 'as JSON')
    .action(async (words: string[], flags: Flags) => {
      const { scope, json } = own(flags);
      const whose = scopeOf(scope);
      const { explainMemory } = await import('./dream-desk.js');
      tell(await explainMemory(lent.house(), whose, words.join(' ')), json, lent);
    });
}

async function run({ scope, date, dryRun = false, json }: RunFlags, lent: Lend): Promise<void> {
  const wish = { scopes: scopesOf(scope), dryRun, ...(date === undefined ? {} : { date }) };
  const { runDreams } = await import('./dream-desk.js');
  tell(await runDreams(lent.house(), wish), json, lent);
}

/** What stands before the word counts too; what says how to dream says nothing there. */
function ownFlags({ scope, json }: Flags, { date, dryRun, ...before }: RunFlags): Flags {
  if (date !== undefined || dryRun) {
    throw new ConfigError('--dry-run and --date go with `nightjar dream` alone.', {
      remedy: '`nightjar dream show` shows what waits.',
    });
  }
  return { ...before, ...(scope === undefined ? {} : { scope }), ...(json === undefined ? {} : { json }) };
}
