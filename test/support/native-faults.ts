// Preloads for a process of the product whose SQLite module is not what it should be: built for another Node, or without the
// full-text index. They change what the system's loader and the module answer, nothing of ours.

import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const MODULE = createRequire(import.meta.url).resolve('better-sqlite3');

const WRONG_ABI = `
const dlopen = process.dlopen;
process.dlopen = function (module, file, ...rest) {
  if (!String(file).includes('better_sqlite3')) return dlopen.call(process, module, file, ...rest);
  const says = "The module '" + file + "' was compiled against a different Node.js version using NODE_MODULE_VERSION 72. " +
    'This version of Node.js requires NODE_MODULE_VERSION ' + process.versions.modules + '.';
  throw Object.assign(new Error(says), { code: 'ERR_DLOPEN_FAILED' });
};`;

const NO_FTS5 = `
const Database = require(${JSON.stringify(MODULE)});
const { exec } = Database.prototype;
Database.prototype.exec = function (text) {
  if (/using fts5/i.test(text)) throw new Database.SqliteError('no such module: fts5', 'SQLITE_ERROR');
  return exec.call(this, text);
};`;

/** The environment of such a process; the preload is written into `folder`. */
export function nativeFault(folder: string, fault: 'wrong-abi' | 'no-fts5'): Record<string, string> {
  const file = join(folder, `${fault}.cjs`);
  writeFileSync(file, fault === 'wrong-abi' ? WRONG_ABI : NO_FTS5);
  return { NODE_OPTIONS: `--require ${file}` };
}
