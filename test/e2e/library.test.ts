// The package as another program uses it: by its exported names, from the built files.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { collect } from '../support/cli.js';
import { tempDir } from '../support/temp-dir.js';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const PROGRAM = `
  import { systemClock } from 'nightjar/clock';
  import { openStandalone } from 'nightjar/memory';
  const [workspace] = process.argv.slice(1);
  const memory = await openStandalone({ workspace, timezone: 'Europe/Berlin', clock: systemClock });
  const view = memory.view({ kind: 'main' });
  const { hits } = await view.search('门牌号');
  const { text } = await view.read(hits[0].path, { from: hits[0].startLine, lines: 1 });
  const others = await memory.view({ kind: 'person', person: 'bob' }).search('门牌号');
  await memory.close();
  console.log(JSON.stringify({ path: hits[0].path, text, others: others.hits }));
`;

it('memory is opened, searched and closed by a few lines, and nothing is written', async () => {
  const workspace = tempDir();
  writeFileSync(join(workspace, 'MEMORY.md'), '# Memory\n\n- 我的门牌号是十七号。\n');
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, workspace], { cwd: PACKAGE });
  const output = collect(child);
  child.stdin.end();
  const [code] = await once(child, 'close');
  expect({ code, stderr: output.stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(output.stdout)).toEqual({ path: 'MEMORY.md', text: '- 我的门牌号是十七号。\n', others: [] });
  expect(readdirSync(workspace)).toEqual(['MEMORY.md']);
});
