// Memory without a home, as other programs use it: two processes on one index, and nothing left behind.

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MemoryError } from '../../../src/contracts/index.js';
import { openStandalone, type StandaloneOptions } from '../../../src/memory/standalone.js';
import { systemClock } from '../../../src/ops/system-clock.js';
import { memoryLog } from '../../support/memory-log.js';
import { silentLog } from '../../support/silent-log.js';
import { tempDir } from '../../support/temp-dir.js';

function place() {
  const root = tempDir();
  const [workspace, indexDir, temporary] = [join(root, 'notes'), join(root, 'index'), join(root, 'tmp')];
  for (const dir of [workspace, temporary]) mkdirSync(dir);
  writeFileSync(join(workspace, 'MEMORY.md'), '- The door code is QX17.\n');
  const { TMPDIR } = process.env;
  process.env.TMPDIR = temporary;
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  const open = async (more: Partial<StandaloneOptions> = {}) => {
    const common = { workspace, timezone: 'UTC', clock: systemClock, log: silentLog };
    const standalone = await openStandalone({ ...common, ...more });
    onTestFinished(() => standalone.close());
    return standalone;
  };
  return { root, workspace, indexDir, temporary, open };
}

it('two that share an index share its locks: neither removes what the other has open', async () => {
  const { indexDir, open } = place();
  const [one, two] = [await open({ indexDir }), await open({ indexDir })];
  await one.index.sync();
  await two.index.rebuild();
  const generations = () => readdirSync(indexDir).filter((name) => name.endsWith('.sqlite'));
  expect(generations()).toHaveLength(2);
  expect((await one.view({ kind: 'main' }).search('door code')).hits).toHaveLength(1);
  await one.close();
  await two.close();
  const three = await open({ indexDir });
  await three.index.sync();
  expect(generations()).toHaveLength(1);
});

it('leaves no temporary files, also when it cannot be opened', async () => {
  const { root, workspace, temporary, open } = place();
  const standalone = await open();
  expect(readdirSync(temporary)).toHaveLength(1);
  await standalone.close();
  await expect(open({ workspace: join(root, 'nowhere') })).rejects.toBeInstanceOf(MemoryError);
  await expect(open({ mounts: [{ corpus: 'memory', path: workspace, scope: { kind: 'main' } }] })).rejects.toThrow();
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(workspace)).toEqual(['MEMORY.md']);
});

it('searches without an index folder that can be written', async () => {
  const { root, open } = place();
  writeFileSync(join(root, 'file'), '');
  const log = memoryLog();
  const { index } = await open({ indexDir: join(root, 'file', 'index'), log });
  expect((await index.search({ kind: 'main' }, 'door code', {})).hits).toHaveLength(1);
  expect(log.events.map(({ event }) => event)).toContain('index.use-not-noted');
});
