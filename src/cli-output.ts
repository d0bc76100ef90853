// What the command line says, through one filter: no secret of the configuration or of the environment is printed, whatever
// command or error it stands in. Data goes to standard output, trouble to standard error.

import { secretsOf } from './config/secret.js';
import { secretFilter } from './ops/secret-filter.js';

/** Variables that hold secrets say so in their names. */
const NAMED = /(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|REDIS_URL|CREDENTIALS?)$/i;
/** Shorter ones are rather a switch than a secret. */
const SHORTEST = 8;

export interface Output {
  print(text: string): void;
  say(text: string): void;
  /** From now on nothing of this configuration is shown. */
  knows(config: unknown): void;
}

export function cliOutput(env: NodeJS.ProcessEnv): Output {
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    NAMED.test(name) && value.length >= SHORTEST ? [value] : [],
  );
  let hide = secretFilter(named);
  return {
    print: (text) => void process.stdout.write(`${hide(text)}\n`),
    say: (text) => void process.stderr.write(`${hide(text)}\n`),
    knows(config) {
      hide = secretFilter([...secretsOf(config), ...named]);
    },
  };
}
