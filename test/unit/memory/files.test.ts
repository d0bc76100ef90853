// The disk: no links, bounded, atomic, private, and honest about what failed.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeFailure } from '../../../src/memory/file-errors.js';
import { openFiles, revisionOf } from '../../../src/memory/files.js';
import { failure } from '../../support/memory/open.js';
import { tempDir } from '../../support/temp-dir.js';

async function open() {
  const home = tempDir();
  const root = join(home, 'real');
  mkdirSync(root);
  symlinkSync(root, join(home, 'workspace'));
  const files = await openFiles(join(home, 'workspace'));
  return { home, root, files, at: (path: string) => join(root, path) };
}

const always = async () => true;

describe('reading', () => {
  it('gives text, revision and whether the bytes have other names', async () => {
    const { files, at } = await open();
    writeFileSync(at('a.md'), '\ufeff京都\r\n');
    expect(await files.read('a.md')).toEqual({
      text: '\ufeff京都\r\n',
      exact: true,
      revision: revisionOf('\ufeff京都\r\n'),
      linked: false,
    });
    linkSync(at('a.md'), at('b.md'));
    expect(await files.read('b.md')).toMatchObject({ linked: true });
    writeFileSync(at('c.md'), Buffer.from([0x61, 0xff]));
    expect(await files.read('c.md')).toMatchObject({ text: 'a\ufffd', exact: false });
  });

  it('sees nothing behind links, in folders, pipes, or below files', async () => {
    const { files, at, home } = await open();
    writeFileSync(join(home, 'out.md'), 'outside');
    mkdirSync(join(home, 'dir'));
    writeFileSync(join(home, 'dir/x.md'), 'outside');
    writeFileSync(at('a.md'), 'a');
    symlinkSync(join(home, 'out.md'), at('link.md'));
    symlinkSync('a.md', at('alias.md'));
    symlinkSync(join(home, 'dir'), at('dir'));
    symlinkSync('loop', at('loop'));
    const makePipe = 'mkfifo';
    execFileSync(makePipe, [at('pipe.md')]);
    for (const path of [
      'link.md',
      'alias.md',
      'dir/x.md',
      'dir',
      'loop',
      'loop/x.md',
      'pipe.md',
      'a.md/x.md',
      'none.md',
      `${'x'.repeat(300)}.md`,
    ]) {
      expect([path, await files.read(path)]).toEqual([path, undefined]);
    }
    expect((await files.walk('dir')).length).toBe(0);
  });

  it('refuses a file that is too large for memory', async () => {
    const { files, at } = await open();
    writeFileSync(at('a.md'), Buffer.alloc(4 * 1024 * 1024 + 1, 'x'));
    expect(await failure(files.read('a.md'))).toEqual({ kind: 'invalid', message: 'a.md is larger than 4 MB' });
  });

  it('says so when the workspace is not there', async () => {
    expect(await failure(openFiles(join(tempDir(), 'none')))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('walking', () => {
  it('finds regular files in order, without hidden ones and links', async () => {
    const { files, at } = await open();
    mkdirSync(at('memory/sub'), { recursive: true });
    mkdirSync(at('memory/.git'));
    for (const name of ['b.md', 'a.md', 'sub/c.md', '.hidden.md', '.git/x.md'])
      writeFileSync(at(`memory/${name}`), 'x');
    symlinkSync('a.md', at('memory/link.md'));
    symlinkSync('sub', at('memory/linked'));
    expect((await files.walk('memory')).map(({ path }) => path)).toEqual([
      'memory/a.md',
      'memory/b.md',
      'memory/sub/c.md',
    ]);
    expect(await files.walk('none')).toEqual([]);
  });
});

describe('replacing', () => {
  it('makes private files and folders, and keeps the permissions of what was there', async () => {
    const { files, at } = await open();
    expect(await files.replace('memory/deep/a.md', '茶\n', always)).toBe(true);
    expect(statSync(at('memory/deep/a.md')).mode & 0o777).toBe(0o600);
    expect(statSync(at('memory/deep')).mode & 0o777).toBe(0o700);
    chmodSync(at('memory/deep/a.md'), 0o664);
    await files.replace('memory/deep/a.md', 'tea\n', always);
    expect(statSync(at('memory/deep/a.md')).mode & 0o777).toBe(0o664);
    expect(readdirSync(at('memory/deep'))).toEqual(['a.md']);
  });

  it('changes nothing and leaves nothing when it is called off', async () => {
    const { files, at } = await open();
    writeFileSync(at('a.md'), 'old');
    expect(await files.replace('a.md', 'new', async () => false)).toBe(false);
    expect((await files.read('a.md'))?.text).toBe('old');
    const broken = files.replace('a.md', 'new', async () => Promise.reject(new Error('no')));
    expect(await failure(broken)).toMatchObject({ kind: 'unwritable' });
    expect(readdirSync(at('.'))).toEqual(['a.md']);
  });

  it('never writes through a link or over what is no file', async () => {
    const { files, at, home } = await open();
    writeFileSync(join(home, 'out.md'), 'outside');
    mkdirSync(join(home, 'dir'));
    symlinkSync(join(home, 'out.md'), at('link.md'));
    symlinkSync(join(home, 'dir'), at('dir'));
    mkdirSync(at('folder.md'));
    for (const path of ['link.md', 'dir/x.md', 'dir/deep/x.md', 'folder.md']) {
      expect(await failure(files.replace(path, 'x', always))).toMatchObject({ kind: 'unwritable' });
    }
    expect(readdirSync(join(home, 'dir'))).toEqual([]);
    expect((await files.read('link.md'))?.text).toBeUndefined();
  });

  it('is not stopped by what an earlier process left', async () => {
    const { files, at } = await open();
    writeFileSync(at('.a.md.nightjar.tmp'), 'half', { mode: 0o400 });
    await files.replace('a.md', 'whole', always);
    expect(readdirSync(at('.'))).toEqual(['a.md']);
  });
});

it.each([
  ['ENOSPC', 'MEMORY.md was not written: the disk is full', true],
  ['EDQUOT', 'MEMORY.md was not written: the disk is full', true],
  ['EROFS', 'MEMORY.md was not written: its folder is read-only', false],
  ['EACCES', 'MEMORY.md was not written: its folder is read-only', false],
  ['EIO', 'MEMORY.md was not written (EIO)', false],
])('%s is told in plain words', (code, message, retryable) => {
  const error = writeFailure('MEMORY.md', Object.assign(new Error('/home/secret/path'), { code }));
  expect(error).toMatchObject({ kind: 'unwritable', message, retryable });
  expect(error.remedy).toBeTruthy();
});

/** Until the file is old enough for its stamp to mean something. */
async function old(path: string): Promise<void> {
  await expect.poll(() => Date.now() - statSync(path).ctimeMs).toBeGreaterThan(60);
}

describe('a glance', () => {
  it('sees every change of a file, however soon, and what took its place', async () => {
    const { files, at } = await open();
    expect(await files.glance('a.md')).toBeUndefined();
    writeFileSync(at('a.md'), 'one');
    for (const text of ['two', 'six', '十六', 'ten']) {
      expect((await files.glance('a.md'))?.text).not.toBe(text);
      writeFileSync(at('a.md'), text);
      expect((await files.glance('a.md'))?.text).toBe(text);
    }
    // Old enough to be kept, then swapped under the same name, length and time.
    await old(at('a.md'));
    expect((await files.glance('a.md'))?.text).toBe('ten');
    const kept = await files.glance('a.md');
    expect(await files.glance('a.md')).toBe(kept);
    const { atime, mtime } = statSync(at('a.md'));
    writeFileSync(at('b.md'), 'TEN');
    utimesSync(at('b.md'), atime, mtime);
    renameSync(at('b.md'), at('a.md'));
    expect((await files.glance('a.md'))?.text).toBe('TEN');
    rmSync(at('a.md'));
    expect(await files.glance('a.md')).toBeUndefined();
    writeFileSync(at('c.md'), 'elsewhere');
    symlinkSync(at('c.md'), at('a.md'));
    expect(await files.glance('a.md')).toBeUndefined();
  });

  it('knows a second name of a file as reading does', async () => {
    const { files, at } = await open();
    writeFileSync(at('a.md'), 'x');
    await old(at('a.md'));
    expect(await files.glance('a.md')).toMatchObject({ linked: false });
    linkSync(at('a.md'), at('d.md'));
    expect(await files.glance('a.md')).toMatchObject({ linked: true });
  });
});
