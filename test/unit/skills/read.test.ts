// Reading the files of a skill: pages of lines, and no way out of its folder, whatever is asked for.

import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../src/contracts/index.js';
import { CANARY, escapePath, plantEscapes } from '../../support/escape-paths.js';
import { main, skillHouse, skillText } from '../../support/skill-library.js';

const all = { from: 1, lines: 9_999, characters: 1_000_000 };
const text = Array.from({ length: 10 }, (_, at) => `line ${at + 1}`).join('\r\n');

function cook(files: Readonly<Record<string, string>> = {}) {
  const placed = Object.fromEntries(Object.entries(files).map(([path, said]) => [`workspace/cook/${path}`, said]));
  const house = skillHouse({ 'workspace/cook/SKILL.md': skillText('料理 cook'), ...placed });
  return { ...house, folder: join(house.dir, 'workspace', 'cook'), set: house.library.of({ scope: main }) };
}

async function refusal(reading: Promise<unknown>): Promise<string> {
  const error: unknown = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ToolError)) throw new Error(`not refused: ${String(error)}`);
  return error.message;
}

describe('a page of a skill’s file', () => {
  it('is whole lines, counted from one', async () => {
    const { set } = cook({ 'refs/十.md': `\ufeff${text}\r\n` });
    const at = 'skill:料理 cook/refs/十.md';
    expect(await set.read(at, all)).toMatchObject({ path: at, from: 1, to: 10, lines: 10 });
    expect((await set.read(at, all)).text).toBe(text.replaceAll('\r\n', '\n'));
    expect(await set.read(at, { ...all, from: 4, lines: 2 })).toEqual({
      path: at,
      text: 'line 4\nline 5',
      from: 4,
      to: 5,
      lines: 10,
    });
    expect(await set.read(at, { ...all, characters: 13 })).toMatchObject({ text: 'line 1\nline 2', to: 2 });
    expect(await set.read(at, { ...all, characters: 12 })).toMatchObject({ text: 'line 1', to: 1 });
    expect(await set.read(at, { ...all, from: 3, characters: 2 })).toMatchObject({ text: 'line 3', from: 3, to: 3 });
    expect(await set.read(at, { ...all, from: 11 })).toEqual({ path: at, text: '', from: 11, to: 10, lines: 10 });
  });

  it('is found by any spelling of the accents in the skill’s name', async () => {
    const { library } = skillHouse({ 'workspace/a/SKILL.md': skillText('résumé') });
    const page = await library.of({ scope: main }).read('skill:re\u0301sume\u0301/SKILL.md', all);
    expect(page.path).toBe('skill:résumé/SKILL.md');
  });
});

describe('the files of a skill', () => {
  it('are those that can be asked for, sorted', async () => {
    const { set, folder, dir } = cook({
      'b.md': 'b',
      'a/c.md': 'c',
      '.hidden/x.md': 'x',
      '.env': 'x',
      'node_modules/x.md': 'x',
      'a/odd%20name.md': 'x',
    });
    writeFileSync(join(dir, 'out.md'), 'x');
    linkSync(join(dir, 'out.md'), join(folder, 'hard.md'));
    symlinkSync(join(dir, 'out.md'), join(folder, 'soft.md'));
    symlinkSync(dir, join(folder, 'way'));
    const files = await set.files('料理 cook');
    expect(files).toEqual(['SKILL.md', 'a/c.md', 'b.md'].map((path) => `skill:料理 cook/${path}`));
    for (const file of files) expect((await set.read(file, all)).path).toBe(file);
  });

  it('are at most 200, the SKILL.md among them', async () => {
    const { set } = cook(Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`A${at}.md`, 'x'])));
    const files = await set.files('料理 cook');
    expect(files).toHaveLength(200);
    expect(files).toContain('skill:料理 cook/SKILL.md');
    expect(files).toEqual([...files].sort());
  });
});

describe('the way out', () => {
  it.each([
    '../x.md',
    '../../memory/x.md',
    'refs/../../x',
    'refs/../SKILL.md',
    './SKILL.md',
    'refs//a.md',
    'refs/',
    '',
    '/etc/passwd',
    '~/x',
    '~root/x',
    'SKILL.md%00',
    'SKILL.md\0',
    'SKILL%2emd',
    '%2e%2e/x.md',
    'C:x',
    'C:/x',
    'C:\\x',
    '\\\\server\\share\\x',
    '//server/share/x',
    'refs\\a.md',
    'SKILL.md.',
    'SKILL.md ',
    'SKILL.md::$DATA',
    'nul',
    'refs/CON',
    'com1.md',
    'a\nb',
    '.env',
    'refs',
    'gone.md',
    'skill.md',
  ])('C149: %j is refused in the same words as what is not there', async (path) => {
    const { set } = cook({ 'refs/a.md': 'a', '.env': 'x' });
    const said = await refusal(set.read(`skill:料理 cook/${path}`, all));
    expect(said).toMatch(/^There is no file skill:料理 cook\/.* here\.$/);
    expect(said).not.toContain('\n');
  });

  it.each([
    '',
    'skill:',
    'skill:料理 cook',
    'SKILL:料理 cook/SKILL.md',
    'skill:nobody/SKILL.md',
    'skill:%E6%96%99/SKILL.md',
    '/etc/passwd',
    'skill:../SKILL.md',
    'skill://SKILL.md',
  ])('C149: %j is no location', async (location) =>
    expect(await refusal(cook().set.read(location, all))).toMatch(/^There is no file .*here\.$/),
  );

  it('C149: a refusal is one short line', async () => {
    const said = await refusal(cook().set.read(`skill:料理 cook/${'x'.repeat(900)}\u202e`, all));
    expect(said.length).toBeLessThanOrEqual(120 + 'There is no file  here.'.length);
  });

  it('C149: links, second names, pipes, what is no text and what is too large are as good as missing', async () => {
    const { set, folder, dir } = cook({ 'bin.md': 'a\0b', 'large.md': 'x'.repeat(1_024 * 1_024 + 1), 'in/a.md': 'a' });
    const outside = join(dir, 'memory');
    mkdirSync(outside);
    writeFileSync(join(outside, 'x.md'), CANARY);
    symlinkSync(outside, join(folder, 'way'));
    symlinkSync('in', join(folder, 'inner'));
    symlinkSync('in/a.md', join(folder, 'soft.md'));
    symlinkSync(join(outside, 'x.md'), join(folder, 'out.md'));
    linkSync(join(outside, 'x.md'), join(folder, 'hard.md'));
    writeFileSync(join(folder, 'latin.md'), Buffer.from([0x63, 0xe9]));
    const makePipe = 'mkfifo';
    execFileSync(makePipe, [join(folder, 'pipe')]);
    const asked = ['way/x.md', 'inner/a.md', 'soft.md', 'out.md', 'hard.md', 'latin.md', 'bin.md', 'large.md', 'pipe'];
    for (const path of asked) {
      const location = `skill:料理 cook/${path}`;
      expect(await refusal(set.read(location, all))).toBe(`There is no file ${location} here.`);
    }
  });

  it('C149: a folder that becomes a link during a turn is not followed', async () => {
    const { set, folder, dir } = cook({ 'refs/a.md': 'a' });
    const outside = join(dir, 'memory');
    mkdirSync(join(outside, 'refs'), { recursive: true });
    writeFileSync(join(outside, 'refs', 'a.md'), CANARY);
    writeFileSync(join(outside, 'SKILL.md'), CANARY);
    renameSync(folder, `${folder}-old`);
    symlinkSync(outside, folder);
    for (const path of ['SKILL.md', 'refs/a.md']) await refusal(set.read(`skill:料理 cook/${path}`, all));
    expect(await set.files('料理 cook')).toEqual(['skill:料理 cook/SKILL.md']);
  });

  it('C149: no path out of the folder ever brings a byte from outside', async () => {
    const { set, folder, dir } = cook();
    const world = plantEscapes(folder, join(dir, 'memory', 'private'));
    await fc.assert(
      fc.asyncProperty(escapePath(world), async (path) => {
        const page = await set.read(`skill:料理 cook/${path}`, all).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ToolError);
          return undefined;
        });
        expect(page?.text ?? '').not.toContain('canary');
      }),
      { numRuns: 800 },
    );
    expect((await set.files('料理 cook')).map((file) => file.split('/').slice(1).join('/'))).toEqual([
      'SKILL.md',
      'plain.md',
    ]);
  });

  it('the paths out are such that following them would lead to the canary', () => {
    const { folder, dir } = cook();
    const world = plantEscapes(folder, join(dir, 'memory', 'private'));
    const reached = fc.sample(escapePath(world), 300).filter((path) => {
      try {
        return readFileSync(join(folder, path), 'utf8').includes(CANARY);
      } catch {
        return false;
      }
    });
    expect(reached.length).toBeGreaterThan(30);
  });
});
