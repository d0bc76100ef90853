// Finds a user's own context engine by its path in nightjar.yaml. It is the operator's code and runs with their rights.

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Check, ConfigError, type ContextEngine } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';

/**
 * What the module exports as `engine` (an object with any members of ContextEngine) or `createEngine(builtIn)`, which
 * makes one. `path` is relative to `home`. Throws a ConfigError with the remedy when there is none.
 */
export async function loadEngine(path: string, home: string, builtIn: ContextEngine): Promise<Partial<ContextEngine>> {
  const file = resolve(home, path);
  const remedy = remedyFor(home);
  let made: unknown;
  try {
    const { engine, createEngine } = (await import(pathToFileURL(file).href)) as {
      engine?: unknown;
      createEngine?: unknown;
    };
    made = typeof createEngine === 'function' ? await createEngine(builtIn) : engine;
  } catch (error) {
    // Who asked for it is of no use to whoever wrote its path.
    const says = (error instanceof Error ? error.message : String(error)).replace(/ imported from .*$/s, '');
    const why = oneLine(says, 200);
    throw new ConfigError(`The context engine ${path} could not be loaded: ${why}`, { remedy, cause: error });
  }
  if (typeof made !== 'object' || made === null) {
    throw new ConfigError(`The context engine ${path} exports neither \`engine\` nor \`createEngine\`.`, { remedy });
  }
  return made;
}

/** Whether the module is there. It is not run: a look must not set off what a start would. */
export function engineChecks(path: string | undefined, home: string): Check[] {
  if (path === undefined) return [];
  const check = 'agent.engine';
  const run = () => {
    if (statSync(resolve(home, path), { throwIfNoEntry: false })?.isFile()) {
      return [{ check, level: 'ok' as const, says: `The context engine ${path} is there.` }];
    }
    return [{ check, level: 'error' as const, says: `There is no context engine ${path}.`, remedy: remedyFor(home) }];
  };
  return [{ name: check, run }];
}

function remedyFor(home: string): string {
  return `Correct agent.engine in nightjar.yaml, or leave it out to use the built-in engine. Paths count from ${home}.`;
}
