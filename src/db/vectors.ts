// Loads the vector extension into a connection, and proves that it is there. The one importer of sqlite-vec.
// Must never let a missing or broken extension be more than a sentence.

import { getLoadablePath } from 'sqlite-vec';
import type { Db } from './database.js';

const SUFFIX = /\.(?:so|dylib|dll)$/;

/**
 * Undefined when vectors can be used on this connection; else why not, one sentence with the real cause. A file that
 * loads and registers nothing exists in the wild, so a function of it is called. `extension` is another file than the
 * one that comes with the package.
 */
export function loadVectors(db: Db, extension?: string): string | undefined {
  let file = extension ?? '';
  try {
    file ||= getLoadablePath();
    // SQLite tries the name as it is, then with the suffix of its own, and tells what went wrong with the last.
    db.loadExtension(file.replace(SUFFIX, ''));
  } catch (error) {
    return `The vector extension cannot be loaded: ${cause(error, file)}.`;
  }
  try {
    db.sql('SELECT vec_version()').get();
    return undefined;
  } catch (error) {
    return `The vector extension was loaded but does not work: ${cause(error, file)}.`;
  }
}

function cause(error: unknown, file: string): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const says = line.trim().replace(/\.$/, '') || 'no reason was given';
  return file === '' || says.includes(file) ? says : `${says} (${file})`;
}
