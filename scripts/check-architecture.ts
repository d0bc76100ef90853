// Checks the house plan on the code as it stands: reads the files, prints each broken rule with its reason, exits 1.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findViolations } from './architecture/rules.js';
import { readSource } from './architecture/source-file.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const paths = ['src', 'channels', 'scripts', 'test']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((one) => join(folder, one)),
  )
  .filter((path) => /\.[cm]?[jt]s$/.test(path))
  .map((path) => path.split(sep).join('/'));
const files = [...paths, 'vitest.config.ts'].map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
const violations = findViolations(files);

for (const { path, says, why } of violations) console.error(`${path} ${says}\n  ${why}`);
console.log(`architecture: ${files.length} files, ${violations.length} rules broken`);
process.exitCode = violations.length > 0 ? 1 : 0;
