// The ledger from the command line, on a real home: what was written, where a line comes from, and how it is taken back.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { admitAccount } from '../../src/gateway/people.js';
import { openHouse } from '../../src/house.js';
import { addToMemory, blameMemory, memoryLog, showRevision, undoRevision } from '../../src/ledger-desk.js';
import { load } from '../support/config-home.js';
import { tempDir } from '../support/temp-dir.js';

async function openHome() {
  const options = { home: tempDir(), loaded: load({}), version: '1' };
  const house = await openHouse(options);
  await house.memory.recover();
  await house.state.db.write(() => admitAccount(house.state.db, 'telegram:7', '小明', 0));
  await house.close();
  const file = (name: string) => join(options.home, 'workspace', name);
  return { options, file, text: (name: string) => readFileSync(file(name), 'utf8') };
}

it('adds, lists, explains and takes back, beside edits by hand', async () => {
  const { options, file, text } = await openHome();
  expect((await memoryLog(options, undefined, 20)).text).toBe('Nothing was written yet.');
  const noted = await addToMemory(options, { kind: 'main' }, { target: 'long', text: '茶は green' });
  expect(noted.text).toMatch(/^Noted in MEMORY\.md:\d+, as revision 1\.$/);
  const bobs = await addToMemory(options, { kind: 'person', person: 'telegram-7' }, { target: 'day', text: 'figs' });
  expect(bobs.text).toMatch(/^Noted in people\/telegram-7\/memory\//);
  writeFileSync(file('MEMORY.md'), `${text('MEMORY.md')}- by hand\n`);
  const log = await memoryLog(options, './MEMORY.md', 20);
  expect(log.text.split('\n')).toEqual([
    expect.stringMatching(/^3 · .* · MEMORY\.md · by hand · \+1 · system · edited by hand$/),
    expect.stringMatching(/^1 · .* · by a command · \+\d+ · console:@terminal · nightjar memory add$/),
  ]);
  expect((await memoryLog(options, undefined, 2)).data).toMatchObject([{ row: 3 }, { row: 2 }]);

  const lines = text('MEMORY.md').split('\n');
  const at = lines.indexOf('- 茶は green') + 1;
  expect((await blameMemory(options, 'MEMORY.md', at)).text).toMatch(
    /^\d+: - 茶は green\n {4}revision 1, .*, by a command \(console:@terminal\), trust: owner$/,
  );
  const blamed = (await blameMemory(options, 'MEMORY.md', undefined)).data as { by: string; row?: number }[];
  expect(blamed.at(-1)).toMatchObject({ by: 'hand', row: 3, text: '- by hand', trust: 'owner' });
  expect((await blameMemory(options, 'AGENTS.md', undefined)).text).toContain('\n    came with the workspace');
  expect((await showRevision(options, 1)).text.split('\n')).toEqual([
    expect.stringMatching(/^1 · .* · MEMORY\.md · by a command · .* · console:@terminal$/),
    'Why: nightjar memory add',
    '+ ',
    '+ - 茶は green',
  ]);
  await expect(showRevision(options, 99)).rejects.toThrow('there is no revision 99 here');
  await expect(blameMemory(options, 'MEMORY.md', 999)).rejects.toThrow('MEMORY.md has');
  await expect(blameMemory(options, 'none.md', undefined)).rejects.toThrow('there is no file none.md');

  const undone = await undoRevision(options, 1);
  expect(undone).toMatchObject({
    failed: false,
    text: expect.stringContaining('Revision 1 is taken back in MEMORY.md'),
  });
  expect(text('MEMORY.md')).not.toContain('green');
  expect(text('MEMORY.md')).toContain('- by hand\n');
  expect(await undoRevision(options, 1)).toMatchObject({ failed: true, text: 'Revision 1 was taken back already.' });
  expect(await undoRevision(options, 99)).toMatchObject({
    failed: true,
    data: { error: 'not-found', message: 'there is no revision 99 here' },
  });
  expect((await undoRevision(options, 3)).data).toMatchObject({ undoes: 3, path: 'MEMORY.md' });
});

it('notes no secret, and says that a file has no revisions of its own', async () => {
  const { options, text } = await openHome();
  const before = text('MEMORY.md');
  for (const note of ['my key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD', '密码 [secret 1a2b: password]']) {
    await expect(addToMemory(options, { kind: 'main' }, { target: 'long', text: note })).rejects.toThrow('not noted');
  }
  expect(text('MEMORY.md')).toBe(before);
  expect((await memoryLog(options, 'none.md', 20)).text).toBe('No change of none.md is known.');
});

it('notes nothing for a person that nobody knows, and says who may be meant', async () => {
  const { options, file } = await openHome();
  const note = { target: 'long', text: 'likes tea' } as const;
  await expect(addToMemory(options, { kind: 'person', person: '小明' }, note)).rejects.toMatchObject({
    message: 'nobody is known as person:小明',
    remedy: '小明 is person:telegram-7.',
  });
  await expect(addToMemory(options, { kind: 'person', person: 'eve' }, note)).rejects.toThrow('nobody is known');
  expect(existsSync(file('people/小明')) || existsSync(file('people/eve'))).toBe(false);
});
