// The architecture rules on small made-up trees.

import { expect, test } from 'vitest';
import { findViolations } from '../../../scripts/architecture/rules.js';
import { readSource } from '../../../scripts/architecture/source-file.js';

/** `path says` of each violation; product files get the opening comment that this test is not about. */
function check(tree: Record<string, string>): string[] {
  const files = Object.entries(tree).map(([path, text]) => readSource(path, `// What it owns.\n${text}`));
  return findViolations(files).map(({ path, says }) => `${path} ${says}`);
}

test('a house in order has no violations', () => {
  expect(
    check({
      'src/cli.ts': `import { loadConfig } from './config/load.js';\nconst app = await import('./app.js');`,
      'src/app.ts': `import { openQueue } from './jobs/sqlite.js';\nimport { run } from './gateway/run.js';\nimport { manifests } from '../channels/index.js';`,
      'src/config/load.ts': `import { manifests } from '../../channels/index.js';\nimport type { Log } from '../contracts/index.js';`,
      'src/gateway/run.ts': `import { open } from '../db/open.js';\nimport { turn } from '../agent/turn.js';`,
      'src/agent/turn.ts': `import { canRead } from '../memory/visibility.js';\nimport { log } from '../ops/log.js';`,
      'src/memory/visibility.ts': `import type { Scope } from '../contracts/index.js';`,
      'src/memory/embedders/http.ts': `import OpenAI from 'openai';`,
      'src/jobs/sqlite.ts': `import { open } from '../db/open.js';`,
      'src/jobs/handlers/turn.ts': `import { run } from '../../gateway/run.js';\nimport { openQueue } from '../sqlite.js';`,
      'src/db/open.ts': `import Database from 'better-sqlite3';`,
      'src/ops/log.ts': '',
      'src/contracts/index.ts': `export type * from './scope.js';`,
      'src/contracts/scope.ts': '',
      'channels/index.ts': `import { manifest } from './telegram/manifest.js';`,
      'channels/telegram/manifest.ts': `import { z } from 'zod';\nexport const load = () => import('./adapter.js');`,
      'channels/telegram/adapter.ts': `import { Bot } from 'grammy';\nimport { limits } from './manifest.js';`,
      'test/unit/agent/turn.test.ts': `import { turn } from '../../../src/agent/turn.js';`,
    }),
  ).toEqual([]);
});

test.each([
  ['src/contracts/a.ts', '../text/b.js'],
  ['src/text/a.ts', '../ops/log.js'],
  ['src/ops/log.ts', '../db/b.js'],
  ['src/memory/a.ts', '../ops/doctor.js'],
  ['src/memory/a.ts', '../agent/b.js'],
  ['src/memory/a.ts', '../../channels/telegram/manifest.js'],
  ['src/models/a.ts', '../db/b.js'],
  ['src/jobs/a.ts', './handlers/b.js'],
  ['src/agent/a.ts', '../db/b.js'],
  ['src/commands/a.ts', '../gateway/b.js'],
  ['src/gateway/a.ts', '../config/b.js'],
  ['src/gateway/a.ts', '../app.js'],
  ['src/config/a.ts', '../../channels/telegram/adapter.js'],
  ['src/cli.ts', './memory/b.js'],
  ['channels/telegram/a.ts', '../discord/b.js'],
  ['channels/telegram/manifest.ts', '../../src/gateway/b.js'],
  ['channels/index.ts', './telegram/adapter.js'],
])('%s may not import %s, not even its types', (path, to) => {
  expect(check({ [path]: `import type { B } from '${to}';` })).toEqual([expect.stringContaining(`${path} imports`)]);
  expect(check({ [path]: `type B = import('${to}').B;` })).toHaveLength(1);
  expect(check({ [path]: `export { B } from '${to}';\nexport const a = 1;` })).toHaveLength(1);
});

test('the command line loads the app late, and nobody imports the command line', () => {
  expect(check({ 'src/cli.ts': `import { start } from './app.js';` })).toEqual([
    'src/cli.ts imports src/app.ts at once',
  ]);
  expect(check({ 'test/e2e/a.test.ts': `import '../../src/cli.js';` })).toHaveLength(1);
  expect(check({ 'src/app.ts': `const cli = await import('./cli.js');` })).toHaveLength(1);
  expect(check({ 'src/cli.ts': `import { add } from './cli-memory.js';`, 'src/cli-memory.ts': '' })).toEqual([]);
  expect(check({ 'src/cli-memory.ts': `import { find } from './memory-desk.js';` })).toHaveLength(1);
  expect(check({ 'src/app.ts': `import { add } from './cli-memory.js';` })).toHaveLength(1);
});

test('SDKs stay behind their fences, subpaths and dynamic imports included', () => {
  expect(check({ 'src/memory/index.ts': `import Database from 'better-sqlite3';` })).toEqual([
    'src/memory/index.ts imports better-sqlite3, which belongs to src/db/',
  ]);
  expect(check({ 'src/agent/a.ts': `const sdk = await import('openai/resources');` })).toHaveLength(1);
  expect(check({ 'channels/discord/a.ts': `import type { Bot } from 'grammy';` })).toHaveLength(1);
  expect(check({ 'src/gateway/a.ts': `import { Queue } from 'bullmq';` })).toHaveLength(1);
});

test('a circle is reported once, with the way round; a lazy import closes none', () => {
  const tree = {
    'src/text/a.ts': `import { b } from './b.js';`,
    'src/text/b.ts': `import type { C } from './c.js';`,
    'src/text/c.ts': `import { a } from './a.js';`,
  };
  expect(check(tree)).toEqual([
    'src/text/a.ts imports itself: src/text/a.ts → src/text/b.ts → src/text/c.ts → src/text/a.ts',
  ]);
  expect(check({ ...tree, 'src/text/c.ts': `export const a = () => import('./a.js');` })).toEqual([]);
});

test('form: size, default exports, barrels, a place in the layers, tools left outside', () => {
  expect(check({ 'test/unit/a.test.ts': 'const 记 = 1;\n'.repeat(599) })).toEqual([]);
  expect(check({ 'test/unit/a.test.ts': 'const 记 = 1;\n'.repeat(600) })).toEqual([
    'test/unit/a.test.ts has 601 lines',
  ]);
  expect(check({ 'scripts/a.ts': 'export default 1;' })).toEqual(['scripts/a.ts has a default export']);
  expect(check({ 'src/text/a.ts': 'export default function a() {}' })).toHaveLength(1);
  expect(check({ 'src/text/a.ts': 'const a = 1;\nexport { a as default };' })).toHaveLength(1);
  expect(check({ 'vitest.config.ts': 'export default {};' })).toEqual([]);
  expect(check({ 'src/text/index.ts': `export * from './a.js';\nexport { b } from './b.js';` })).toHaveLength(1);
  expect(check({ 'src/utils/a.ts': '' })).toEqual(['src/utils/a.ts belongs to no module']);
  expect(check({ 'src/helpers.ts': '' })).toEqual(['src/helpers.ts belongs to no module']);
  expect(check({ 'src/text/a.ts': `import { tempDir } from '../../test/support/temp-dir.js';` })).toHaveLength(1);
});

test('a product file opens with a comment, behind a #! line if it has one', () => {
  const says = (text: string) => findViolations([readSource('src/cli.ts', text)]).map((one) => one.says);
  expect(says('#!/usr/bin/env node\n// The command line.\n')).toEqual([]);
  expect(says('// The command line.\n')).toEqual([]);
  expect(says('/** A doc comment. */\n')).toEqual(['does not open with a // comment']);
  expect(says('export const a = 1;\n')).toHaveLength(1);
});
