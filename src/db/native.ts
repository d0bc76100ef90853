// Opens SQLite's native module, and says in plain words when its binary does not fit this Node.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Database from 'better-sqlite3';
import { type Check, ConfigError, type Finding } from '../contracts/index.js';

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
      const error = loadTrouble();
      if (!error) return [{ check, level: 'ok', says: `better-sqlite3 ${moduleVersion()} fits this Node.` }];
      return [{ check, level: 'error', says: error.message, remedy: error.remedy ?? 'Install it again.' }];
    },
  };
}

/** Why SQLite cannot be loaded at all; undefined when it can. */
export function loadTrouble(): ConfigError | undefined {
  try {
    openRaw(':memory:', {}).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error;
  }
}

/**
 * Why words cannot be searched with this build of SQLite, with what to do; undefined when they can. Asks for no file, 1 ms.
 * Throws a ConfigError where SQLite itself cannot be loaded.
 */
export function searchTrouble(): { says: string; remedy: string } | undefined {
  const raw = openRaw(':memory:', {});
  try {
    raw.exec('CREATE VIRTUAL TABLE words USING fts5(word)');
    return undefined;
  } catch {
    return noFullText();
  } finally {
    raw.close();
  }
}

/** What is said of a build without the module that full-text search needs. */
export function noFullText(): { says: string; remedy: string } {
  const says = `better-sqlite3 ${moduleVersion()} was built without FTS5, which search needs: its SQLite has no full-text index, so memory cannot be searched. Everything else works.`;
  const remedy = `Run \`npm install better-sqlite3@${moduleVersion()}\` in the folder of Nightjar: its own build has FTS5.`;
  return { says, remedy };
}

/** Whether SQLite can do what search asks of it: full text, and vectors beside it. */
export function featureCheck(vectorTrouble: () => string | undefined): Check {
  const check = 'state.sqlite-features';
  return {
    name: check,
    run(): Finding[] {
      // Where it cannot be loaded at all the check above says so.
      if (loadTrouble()) return [];
      const trouble = searchTrouble();
      if (trouble) return [{ check, level: 'error', ...trouble }];
      const vectors = vectorTrouble();
      if (vectors === undefined) return [{ check, level: 'ok', says: 'SQLite has full-text search and vectors.' }];
      const remedy = 'Run `npm install` in the folder of Nightjar; until then search goes by words alone.';
      return [{ check, level: 'warning', says: vectors, remedy }];
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
