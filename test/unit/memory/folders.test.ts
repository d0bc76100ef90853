// Scope to folder: an encoding in which no two scopes meet, and rows that decide whose a folder is.

import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Scope } from '../../../src/contracts/index.js';
import { openState } from '../../../src/db/state.js';
import { encodePart, folderName } from '../../../src/memory/folder-name.js';
import { openFolders } from '../../../src/memory/folders.js';
import { classify } from '../../../src/memory/paths.js';
import { FakeClock } from '../../support/fake-clock.js';
import { tempDir } from '../../support/temp-dir.js';

const group = (chat: string): Scope & { kind: 'group' } => ({ kind: 'group', channel: 'telegram', chat });

async function open() {
  const state = await openState(join(tempDir(), 'state.sqlite'));
  onTestFinished(() => state.close());
  return openFolders(state.db, new FakeClock());
}

describe('folder names', () => {
  it.each([
    ['-100123', '-100123'],
    ['team_a', 'team_a'],
    ['Ann', '%41nn'],
    ['../x', '%2e%2e%2fx'],
    ['京都の友', '京都の友'],
    ['부산', '부산'],
    ['josé', 'josé'],
    ['ſ', '%c5%bf'],
    ['a b', 'a%20b'],
    ['100%', '100%25'],
    ['😀', '%f0%9f%98%80'],
  ])('%s becomes %s', (id, name) => expect(encodePart(id)).toBe(name));

  it('keeps one name per id, also on a disk that folds case, composes, or ignores the invisible', () => {
    const fold = (name: string) =>
      name
        .normalize('NFKC')
        .toUpperCase()
        .toLowerCase()
        .replace(/\p{DI}/gu, '')
        .normalize('NFC');
    const id = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.string({
        minLength: 1,
        maxLength: 4,
        unit: fc.constantFrom('a', 'A', 'é', 'e', '\u0301', 'ß', 's', 'ſ', '각', '\u1100', '%', '4', '1', '.', 'ﾊ'),
      }),
    );
    fc.assert(
      fc.property(id, id, (a, b) => a === b || fold(encodePart(a)) !== fold(encodePart(b))),
      { numRuns: 5_000 },
    );
  });

  it('is a path of its own scope in the table, whatever the id', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' }), (chat) => {
        const folder = folderName(group(chat));
        const ownerOf = (asked: string) => (asked === folder ? group(chat) : undefined);
        expect(Buffer.byteLength(folder)).toBeLessThan(200);
        expect(classify(`${folder}/MEMORY.md`, { ownerOf })?.owner).toEqual(group(chat));
      }),
    );
  });

  it('tells long ids apart that begin alike', () => {
    const [a, b] = [encodePart('友'.repeat(200)), encodePart(`${'友'.repeat(199)}達`)];
    expect(a).not.toBe(b);
    expect(Buffer.byteLength(a)).toBeLessThanOrEqual(100);
  });

  it('refuses scopes that can have none', () => {
    for (const scope of [
      { kind: 'main' },
      { kind: 'person', person: '' },
      { kind: 'group', channel: 'a-b', chat: 'c' },
    ]) {
      expect(() => folderName(scope as Scope)).toThrow(/no folder/);
    }
  });
});

describe('rows of scopes', () => {
  it('come into being when they are needed, once', async () => {
    const folders = await open();
    expect(folders.folderOf(group('-1'))).toBeUndefined();
    expect(folders.ownerOf('groups/telegram--1')).toBeUndefined();
    const made = await Promise.all([folders.ensure(group('-1')), folders.ensure(group('-1'))]);
    expect(made).toEqual(['groups/telegram--1', 'groups/telegram--1']);
    expect(folders.ownerOf('groups/telegram--1')).toEqual(group('-1'));
    expect(folders.all()).toHaveLength(1);
    expect(folders.folderOf({ kind: 'main' })).toBe('');
  });

  it('follow a chat to its new id', async () => {
    const folders = await open();
    await folders.ensure(group('-1'));
    await folders.addAlias(group('-1'), '-1001');
    await folders.addAlias(group('-1001'), '-1002');
    for (const id of ['-1', '-1001', '-1002']) {
      expect(folders.canonical(group(id))).toEqual(group('-1'));
      expect(folders.folderOf(group(id))).toBe('groups/telegram--1');
    }
    expect(folders.canonical(group('-3'))).toEqual(group('-3'));
  });

  it('give the folder that a migrated chat had made already to the old scope', async () => {
    const folders = await open();
    const early = await folders.ensure(group('-1001'));
    await folders.addAlias(group('-1'), '-1001');
    expect(folders.ownerOf(early)).toEqual(group('-1'));
  });
});
