// The command line's doctor: parses arguments and calls one function of doctor-desk.ts, which is loaded when the command runs.
// Exit code 1 where an error stays.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';
import { type LoadedConfig, type LoadOptions, loadConfig } from './config/load.js';
import { ConfigError } from './contracts/index.js';

interface Flags {
  fix?: boolean;
  adoptWorkspace?: boolean;
  json?: boolean;
}

/** `place` says where the home is without reading it: doctor is most wanted where something is wrong with it. */
export function addDoctorCommand(program: Command, lent: Pick<Lent, 'place' | 'knows' | 'version' | 'print'>): void {
  program
    .command('doctor')
    .description('look for what is wrong, and say what to do about it')
    .option('--fix', 'put right what can be, without losing anything; what is taken away is kept in .nightjar-repair')
    .option('--adopt-workspace', 'go on with the workspace folder that is there now, in place of the one that was')
    .option('--json', 'as JSON')
    .action(async ({ fix = false, adoptWorkspace = false, json }: Flags) => {
      const { runDoctor } = await import('./doctor-desk.js');
      const place = lent.place();
      const loaded = loadedFrom(place);
      if (loaded) lent.knows(loaded.config);
      const told = await runDoctor(
        { ...place, ...(loaded ? { loaded } : {}), version: lent.version },
        { fix, adoptWorkspace },
      );
      tell(told, json, lent);
    });
}

/** The check of the configuration says what is wrong with it, with everything else that could be looked at. */
function loadedFrom(place: LoadOptions): LoadedConfig | undefined {
  try {
    return loadConfig(place);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return undefined;
  }
}
