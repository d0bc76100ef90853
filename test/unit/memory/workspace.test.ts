// A new home from the template: once, private, and never against its owner.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openMemory } from '../../../src/memory/memory.js';
import { prepareWorkspace, retireBootstrap } from '../../../src/memory/workspace.js';
import { FakeClock } from '../../support/fake-clock.js';
import { main, openTestMemory } from '../../support/memory/open.js';
import { tempDir } from '../../support/temp-dir.js';

function home() {
  const base = tempDir();
  const template = join(base, 'template');
  mkdirSync(join(template, 'memory'), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(base, path), text, { mode: 0o644 });
  write('template/USER.md', '# About you\n');
  write('template/MEMORY.md', 'Only we read this.\n\n# Memory\n');
  write('template/BOOTSTRAP.md', 'Hello.\n');
  write('template/_gitignore', '.nightjar/\n');
  write('template/memory/.gitkeep', '');
  const dir = join(base, 'home/workspace');
  return { base, write, template, dir, options: { dir, template, clock: new FakeClock() } };
}

it('copies the template into a new workspace, for its user only', async () => {
  const { options, dir } = home();
  const { created, copied } = await prepareWorkspace(options);
  expect(created).toBe(true);
  expect(copied).toEqual(['BOOTSTRAP.md', 'MEMORY.md', 'USER.md', '.gitignore', 'memory/.gitkeep']);
  for (const path of ['', 'memory', '.nightjar']) expect(statSync(join(dir, path)).mode & 0o777).toBe(0o700);
  for (const path of [...copied, '.nightjar/workspace-id']) expect(statSync(join(dir, path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(dir, '.nightjar/workspace-id'), 'utf8')).id).toMatch(/^[0-9a-f-]{36}$/);
});

it('overwrites nothing, and brings nothing back that was deleted', async () => {
  const { options, dir, write } = home();
  mkdirSync(dir, { recursive: true });
  write('home/workspace/USER.md', '- call me Ada\n');
  expect((await prepareWorkspace(options)).copied).not.toContain('USER.md');
  expect(readFileSync(join(dir, 'USER.md'), 'utf8')).toBe('- call me Ada\n');
  rmSync(join(dir, 'BOOTSTRAP.md'));
  expect(await prepareWorkspace(options)).toEqual({ created: false, copied: [] });
  expect(existsSync(join(dir, 'BOOTSTRAP.md'))).toBe(false);
});

it('goes on where a kill left it', async () => {
  const { options, dir } = home();
  await prepareWorkspace(options);
  rmSync(join(dir, '.nightjar'), { recursive: true });
  rmSync(join(dir, 'USER.md'));
  expect(await prepareWorkspace(options)).toEqual({ created: true, copied: ['USER.md'] });
});

it('may be done by two processes at once', async () => {
  const { options, dir } = home();
  await Promise.all([prepareWorkspace(options), prepareWorkspace(options)]);
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8')).toContain('# Memory');
});

it('says plainly when the disk refuses', async () => {
  const { options, base } = home();
  writeFileSync(join(base, 'home'), 'a file');
  await expect(prepareWorkspace(options)).rejects.toMatchObject({ kind: 'unwritable' });
});

it('takes the invitation away once USER.md is somebody’s, or after ten turns', async () => {
  const { options, dir, template } = home();
  await prepareWorkspace(options);
  const retire = (mainTurns: number) => retireBootstrap({ dir, template, mainTurns });
  expect(await retire(9)).toBe(false);
  writeFileSync(join(dir, 'USER.md'), '# About you\r\n');
  expect(await retire(0)).toBe(false);
  writeFileSync(join(dir, 'USER.md'), '# About you\n\n- call me Ada\n');
  expect(await retire(1)).toBe(true);
  expect(existsSync(join(dir, 'BOOTSTRAP.md'))).toBe(false);
  expect(readFileSync(join(dir, '.nightjar/done/BOOTSTRAP.md'), 'utf8')).toBe('Hello.\n');
  expect(await retire(99)).toBe(false);

  const second = home();
  await prepareWorkspace(second.options);
  expect(await retireBootstrap({ dir: second.dir, template: second.template, mainTurns: 10 })).toBe(true);
});

it('tells search which lines came with the template', async () => {
  const { template } = home();
  const { home: dir, workspace, put, clock, db, log } = await openTestMemory();
  await prepareWorkspace({ dir: workspace, template, clock });
  const memory = await openMemory({ workspace, runDir: join(dir, 'run'), db, clock, timezone: 'UTC', log });
  const view = memory.view(main);
  expect((await view.search('who can read this?')).hits).toEqual([]);
  put('MEMORY.md', 'Only we read this.\n\n# Memory\n\n- 京都 in spring, read the guide\n');
  expect((await view.search('read')).hits.map(({ startLine }) => startLine)).toEqual([5]);
});
