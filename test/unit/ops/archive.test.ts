import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArchiveEntry, readArchive, writeArchive } from '../../../src/ops/archive.js';
import { isArchivedPath, readManifest } from '../../../src/ops/archive-paths.js';
import { tempDir } from '../../support/temp-dir.js';

async function entriesOf(file: string): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {};
  await readArchive(file, async ({ path, type, content }: ArchiveEntry) => {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    found[path] = type === 'folder' ? null : Buffer.concat(parts).toString('latin1');
  });
  return found;
}

describe('an archive', () => {
  it('gives back what was put in, whatever the names and sizes, and any tar can read it', async () => {
    const dir = tempDir();
    const source = join(dir, 'source');
    const names = [
      'a.md',
      '日记/竹子 🎋.md',
      'new\nline.md',
      `${'long-'.repeat(60)}.md`,
      `deep/${'d/'.repeat(80)}x`,
      'é',
    ];
    const sizes = [0, 1, 511, 512, 513, 3_000_000];
    const bytes = sizes.map((size) => randomBytes(size));
    const file = join(dir, 'a.tar.gz');
    await writeArchive(file, async (archive) => {
      await archive.folder('empty 空');
      for (const [index, name] of names.entries()) {
        writeFileSync(source, bytes[index] ?? '');
        const told = await archive.file({ path: name, source, changed: 0 });
        expect(told).toMatchObject({
          path: name,
          bytes: sizes[index],
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        });
      }
      await archive.text('last', 'end');
    });
    const found = await entriesOf(file);
    expect(found).toEqual({
      'empty 空': null,
      ...Object.fromEntries(names.map((name, index) => [name, bytes[index]?.toString('latin1')])),
      last: 'end',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(execFileSync('tar', ['xzOf', file, 'last'], { encoding: 'utf8' })).toBe('end');
  });

  it('takes of a file that grows what it was', async () => {
    const dir = tempDir();
    const source = join(dir, 'source');
    writeFileSync(source, 'one\ntwo\n');
    const file = join(dir, 'a.tar.gz');
    await writeArchive(file, async (archive) => {
      await archive.file({ path: 'x', source, bytes: 4, changed: 0 });
    });
    expect(await entriesOf(file)).toEqual({ x: 'one\n' });
  });

  it('that cannot be written tells what the disk said, and never replaces a file', async () => {
    const dir = tempDir();
    const file = join(dir, 'a');
    writeFileSync(file, 'mine');
    await expect(writeArchive(file, (archive) => archive.text('x', 'y'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await expect(writeArchive(join(dir, 'no/a'), (archive) => archive.text('x', 'y'))).rejects.toMatchObject({
      code: 'ENOENT',
    });
    await expect(
      writeArchive(join(dir, 'b'), async (archive) => {
        await archive.file({ path: 'x', source: join(dir, 'missing'), changed: 0 });
      }),
    ).rejects.toMatchObject({ code: 'ENOENT', path: join(dir, 'missing') });
    expect(existsSync(join(dir, 'missing'))).toBe(false);
  });

  it('that was cut or damaged is not read as if it were whole', async () => {
    const dir = tempDir();
    const file = join(dir, 'a.tar.gz');
    await writeArchive(file, (archive) => archive.text('x', randomBytes(50_000).toString('hex')));
    const whole = readFileSync(file);
    for (const length of [0, 5, 1_000, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      await expect(entriesOf(file)).rejects.toThrow();
    }
  });
});

describe('paths of an archive', () => {
  it('are plain names below the home', () => {
    for (const path of ['nightjar.yaml', '.env', 'workspace/.nightjar/x', 'media/groups/a/日.png', 'a\nb', 'a\\b']) {
      expect(isArchivedPath(path), path).toBe(true);
    }
    const wrong = [
      '',
      '/',
      '/etc/passwd',
      '..',
      '../x',
      'a/../b',
      'a/..',
      './a',
      'a//b',
      'a/',
      'run/x',
      'index',
      'a\0b',
    ];
    for (const path of [...wrong, 'manifest.json']) expect(isArchivedPath(path), path).toBe(false);
    for (const path of ['C:/x', 'a\\..\\b']) expect(isArchivedPath(path, true), path).toBe(false);
  });

  it('never lead out, whatever they are made of', () => {
    const piece = fc.constantFrom('..', '.', '', 'a', '...', '~', 'run', ' ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const path = pieces.join('/');
        if (isArchivedPath(path)) expect(join('/home', path).startsWith('/home/')).toBe(true);
      }),
    );
  });
});

it('a list of contents is one of ours or is refused with a sentence', () => {
  for (const text of ['', '{', '[]', '{}', '{"format":"other"}'])
    expect(readManifest(text)).toMatch(/list of contents/);
  const facts = { version: '1', created: '', schema: 1, secrets: true, leftOut: [], folders: [], files: [] };
  const counts = { workspace: 0, sessions: 0, media: 0, bytes: 0 };
  const text = JSON.stringify({ format: 'nightjar-backup', formatVersion: 2, counts, ...facts });
  expect(readManifest(text)).toMatch(/newer/);
});
