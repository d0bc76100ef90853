// Files of a test, with their folders.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Path, relative to `root`, to text. */
export function writeFiles(root: string, files: ReadonlyMap<string, string> | Readonly<Record<string, string>>): void {
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  for (const [path, text] of entries) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
