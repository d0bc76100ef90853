// Finds a user's own context engine by its path in nightjar.yaml. It is the operator's code and runs with their rights.

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError, type ContextEngine } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';

/**
 * What the module exports as `engine` (an object with any members of ContextEngine) or `createEngine(builtIn)`, which
 * makes one. `path` is relative to `home`. Throws a ConfigError with the remedy when there is none.
 */
export async function loadEngine(path: string, home: string, builtIn: ContextEngine): Promise<Partial<ContextEngine>> {
  const file = resolve(home, path);
  const remedy = `Correct agent.engine in nightjar.yaml, or leave it out to use the built-in engine. Paths count from ${home}.`;
  let made: unknown;
  try {
    const { engine, createEngine } = (await import(pathToFileURL(file).href)) as {
      engine?: unknown;
      createEngine?: unknown;
    };
    made = typeof createEngine === 'function' ? await createEngine(builtIn) : engine;
  } catch (error) {
    const why = oneLine(error instanceof Error ? error.message : String(error), 200);
    throw new ConfigError(`The context engine ${path} could not be loaded: ${why}`, { remedy, cause: error });
  }
  if (typeof made !== 'object' || made === null) {
    throw new ConfigError(`The context engine ${path} exports neither \`engine\` nor \`createEngine\`.`, { remedy });
  }
  return made;
}
