// What the command line says, through one filter: no secret of the configuration or of the environment is printed, whatever
// command or error it stands in. Data goes to standard output, trouble to standard error.

import { secretFilter } from './secret-filter.js';

/** Variables that hold secrets say so in their names. */
const NAMED = /(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|REDIS_URL|CREDENTIALS?)$/i;
/** Shorter ones are rather a switch than a secret. */
const SHORTEST = 8;

export interface Output {
  print(text: string): void;
  say(text: string): void;
  /** From now on none of these is shown, in place of those told before. */
  knows(secrets: readonly string[]): void;
}

/** `to` is the process itself, or what stands in for it. */
export function safeOutput(
  env: NodeJS.ProcessEnv,
  to: Record<'stdout' | 'stderr', { write(text: string): unknown }> = process,
): Output {
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    NAMED.test(name) && value.length >= SHORTEST ? [value] : [],
  );
  let hide = secretFilter(named);
  return {
    print: (text) => void to.stdout.write(`${hide(text)}\n`),
    say: (text) => void to.stderr.write(`${hide(text)}\n`),
    knows(secrets) {
      hide = secretFilter([...secrets, ...named]);
    },
  };
}
