// Opens SQLite's native module, and says in plain words when its binary does not fit this Node.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Database from 'better-sqlite3';
import { type Check, ConfigError } from '../contracts/index.js';

export type RawDatabase = Database.Database;

/** Of a buffer, a copy in memory. Throws a ConfigError for a binary that cannot be loaded, and SQLite's own errors as they are. */
export function openRaw(path: string | Buffer, options: Database.Options): RawDatabase {
  try {
    return new Database(path, options);
  } catch (error) {
    throw misfit(error) ?? error;
  }
}

/** Whether SQLite can be loaded at all; asks for no file. */
export function nativeCheck(): Check {
  const check = 'state.native';
  return {
    name: check,
    run() {
      try {
        openRaw(':memory:', {}).close();
        return [{ check, level: 'ok', says: `better-sqlite3 ${moduleVersion()} fits this Node.` }];
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        return [{ check, level: 'error', says: error.message, remedy: error.remedy ?? 'Install it again.' }];
      }
    },
  };
}

/** The error of a binary for another Node, another platform, or none at all. */
function misfit(error: unknown): ConfigError | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  const missing = /Could not locate the bindings file/.test(error.message);
  if (code !== 'ERR_DLOPEN_FAILED' && !missing) return undefined;
  const built = /NODE_MODULE_VERSION (\d+)/.exec(error.message)?.[1];
  const found = missing
    ? 'has no binary here'
    : built
      ? `was built for another Node (module version ${built})`
      : 'has a binary for another system, or a damaged one';
  const { node, modules } = process.versions;
  return new ConfigError(
    `better-sqlite3 ${moduleVersion()} ${found}; this is Node ${node} on ${process.platform} ${process.arch}, which needs module version ${modules}.`,
    { remedy: 'Run `npm rebuild better-sqlite3` in the folder of Nightjar, with the same Node.', cause: error },
  );
}

function moduleVersion(): string {
  try {
    const path = createRequire(import.meta.url).resolve('better-sqlite3/package.json');
    return (JSON.parse(readFileSync(path, 'utf8')) as { version?: string }).version ?? '';
  } catch {
    return '';
  }
}
