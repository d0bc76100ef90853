// The command line's backup and restore: parses arguments and calls one function of a desk, which is loaded when the command
// runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';
import { type LoadedConfig, type LoadOptions, loadConfig } from './config/load.js';

interface Common {
  force?: boolean;
  json?: boolean;
}

/** `place` says where the home is without reading it: a backup is most wanted where something is wrong with it. */
export function addOpsCommands(program: Command, lent: Pick<Lent, 'place' | 'knows' | 'version' | 'print'>): void {
  program
    .command('backup <file>')
    .description(
      'copy the home into one file (.tar.gz), also while the bot runs: state, configuration with .env, workspace, conversations, received files',
    )
    .option('--without-secrets', 'leave out .env, which holds keys')
    .option('--force', 'replace a file that is there')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      '\nThe file is written whole or not at all, readable by you alone (0600). The index is made anew after a restore;\nthe log and folders outside the home (memory.extraPaths, memory.wiki) are not in it.',
    )
    .action(async (file: string, options: Common & { withoutSecrets?: boolean }) => {
      const { backupHome } = await import('./backup-desk.js');
      const place = lent.place();
      const made = await backupHome({
        home: place.home,
        file,
        version: lent.version,
        force: options.force ?? false,
        secrets: !options.withoutSecrets,
        engine: configOf(place, lent.knows)?.agent.engine,
      });
      tell(made, options.json, lent);
    });
  program
    .command('restore <file>')
    .description('make a home from a backup, in a folder that is empty or not there yet')
    .option('--home <dir>', 'the folder; default $NIGHTJAR_HOME')
    .option('--force', 'move a home that is there aside, to <home>.before-<time>')
    .option('--json', 'as JSON')
    .action(async (file: string, options: Common & { home?: string }) => {
      const { restoreHome } = await import('./restore-desk.js');
      const place = lent.place();
      configOf(place, lent.knows);
      const home = options.home ?? place.home;
      tell(await restoreHome({ file, home, force: options.force ?? false }), options.json, lent);
    });
}

/** Its secrets are printed from now on by no command. One that cannot be read is copied as it is, without what it names. */
function configOf(place: LoadOptions, knows: (config: unknown) => void): LoadedConfig['config'] | undefined {
  try {
    const { config } = loadConfig(place);
    knows(config);
    return config;
  } catch {
    return undefined;
  }
}
