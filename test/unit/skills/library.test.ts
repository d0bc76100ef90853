// Skills on a real disk: what is found and what is refused, links above all; how many, how large, and while they change.

import { chmodSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillRoots } from '../../../src/skills/roots.js';
import { main, skillHouse, skillText, team } from '../../support/skill-library.js';
import { tempDir } from '../../support/temp-dir.js';
import { writeFiles } from '../../support/write-files.js';

const all = { from: 1, lines: 9_999, characters: 1_000_000 };
const brief = (house: ReturnType<typeof skillHouse>) =>
  house.library.list({ scope: main }).map(({ name, state }) => `${name} ${state}`);

describe('where skills are looked for', () => {
  const settings = {
    dirs: [
      { path: '~/more', scopes: [main] },
      { path: 'here', scopes: ['shared' as const] },
      { path: '/abs', scopes: [team] },
    ],
    managed: [main],
    personal: [main],
    project: [team],
  };

  it('is in rising precedence, each place with its owners', () => {
    const roots = skillRoots({ bundled: '/b', home: '/h', userHome: '/u', workspace: '/w', settings });
    expect(roots).toEqual([
      { source: 'extra', path: '/u/more', owners: [main] },
      { source: 'extra', path: '/h/here', owners: ['shared'] },
      { source: 'extra', path: '/abs', owners: [team] },
      { source: 'bundled', path: '/b', owners: ['shared'] },
      { source: 'managed', path: '/h/skills', owners: [main] },
      { source: 'personal', path: '/u/.agents/skills', owners: [main] },
      { source: 'project', path: '/w/.agents/skills', owners: [team] },
      { source: 'workspace', path: '/w/skills', owners: ['shared'] },
    ]);
  });

  it('is no place twice, by whatever name', () => {
    const dir = tempDir();
    mkdirSync(join(dir, 'w', 'skills'), { recursive: true });
    symlinkSync('w', join(dir, 'u'));
    mkdirSync(join(dir, 'w', '.agents', 'skills'), { recursive: true });
    const roots = skillRoots({
      bundled: '/b',
      home: join(dir, 'h'),
      userHome: join(dir, 'u'),
      workspace: join(dir, 'w'),
      settings: { ...settings, dirs: [{ path: join(dir, 'u', 'skills'), scopes: [team] }] },
    });
    expect(roots.map(({ source }) => source)).toEqual(['bundled', 'managed', 'project', 'workspace']);
  });
});

describe('the library', () => {
  it('C131: lists a skill that is hard to read, with the line and the reason', () => {
    const house = skillHouse({
      'workspace/a/SKILL.md': '---\nname: a\ndescription: Use when: x\nhint: [a] — b\n---\n',
      'workspace/b/SKILL.md': '---\nname: b\nhint: x: y\n---\n',
    });
    expect(house.library.list({ scope: main })).toMatchObject([
      {
        name: 'a',
        state: 'ready',
        description: 'Use when: x',
        reason: expect.stringMatching(/^Line 3: .*colon.* Line 4: .*begins with \[/),
      },
      { name: 'b', state: 'invalid', reason: expect.stringMatching(/has no description.* Line 3: .*colon/) },
    ]);
  });

  it('finds skills in a root that is one, and down to six folders deep, but not inside of others', () => {
    const house = skillHouse({
      'personal/SKILL.md': skillText('whole'),
      'personal/sub/SKILL.md': skillText('inside'),
      'workspace/1/2/3/4/5/6/SKILL.md': skillText('six'),
      'workspace/1/2/3/4/5/6b/7/SKILL.md': skillText('seven'),
      'workspace/a/SKILL.md': skillText('a'),
      'workspace/a/b/SKILL.md': skillText('b'),
    });
    expect(brief(house)).toEqual(['a ready', 'six ready', 'whole ready']);
  });

  it('does not look into hidden folders and other people’s code', () => {
    const foreign = ['node_modules', '.git', '.x', 'venv', '__pycache__', 'dist', 'build', 'target', 'vendor'];
    const house = skillHouse(
      Object.fromEntries(foreign.map((folder) => [`workspace/${folder}/a/SKILL.md`, skillText('a')])),
    );
    expect(brief(house)).toEqual([]);
  });

  it('asks for another name for a skill.md', () => {
    const house = skillHouse({ 'workspace/a/skill.md': skillText('x') });
    expect(house.library.list({ scope: main })).toMatchObject([
      {
        name: 'a',
        state: 'invalid',
        reason: expect.stringMatching(/rename/),
        path: expect.stringMatching(/skill\.md$/),
      },
    ]);
  });

  it('says when a folder that the configuration names is not there, and nothing of the usual ones', () => {
    const house = skillHouse();
    rmSync(house.dir, { recursive: true });
    expect(house.library.list({ scope: main })).toMatchObject([
      { name: 'extra', source: 'extra', state: 'invalid', reason: expect.stringMatching(/not there/) },
    ]);
  });

  it('leaves a root inside of another root to itself', () => {
    const dir = tempDir();
    writeFiles(dir, { 'all/private/a/SKILL.md': skillText('a'), 'all/b/SKILL.md': skillText('b') });
    symlinkSync('private/a', join(dir, 'all', 'way'));
    const { library } = skillHouse(
      {},
      {
        roots: [
          { source: 'extra', path: join(dir, 'all', 'private'), owners: [main] },
          { source: 'workspace', path: join(dir, 'all'), owners: ['shared'] },
        ],
      },
    );
    expect(library.list({ scope: team }).map(({ name, state }) => `${name} ${state}`)).toEqual([
      'b ready',
      'way refused',
    ]);
    expect(library.of({ scope: main }).find('a')).toBeDefined();
  });

  it('loses no more than what cannot be looked at', () => {
    // Whatever a home that was prepared before in this process has left it at.
    const umask = process.umask(0o022);
    const house = skillHouse(
      Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`workspace/${name}/SKILL.md`, skillText(name)])),
    );
    const modes = { a: 0o000, 'b/SKILL.md': 0o000, c: 0o444 };
    const at = (path: string) => join(house.dir, 'workspace', path);
    chmodSync(house.dir, 0o755);
    for (const [path, mode] of Object.entries(modes)) chmodSync(at(path), mode);
    const asRoot = process.getuid?.() === 0;
    // Root reads whatever it likes, so the test becomes somebody else for a moment.
    if (asRoot) process.seteuid?.(65534);
    try {
      expect(brief(house).sort()).toEqual(['a invalid', 'b invalid', 'c invalid', 'd ready']);
    } finally {
      if (asRoot) process.seteuid?.(0);
      for (const path of Object.keys(modes)) chmodSync(at(path), 0o755);
      process.umask(umask);
    }
    expect(brief(house)).toContain('c ready');
  });

  it('reads nothing of a root inside of a skill as that skill’s', async () => {
    const dir = tempDir();
    const files = ['b', 'b/refs', 'b/private/a'].map((at) => [`all/${at}/SKILL.md`, skillText('b')]);
    writeFiles(dir, { ...Object.fromEntries(files), 'all/b/private/plan.md': 'x', 'all/b/refs/plan.md': 'x' });
    const { library } = skillHouse(
      {},
      {
        roots: [
          { source: 'extra', path: join(dir, 'all', 'b', 'private'), owners: [main] },
          { source: 'workspace', path: join(dir, 'all'), owners: ['shared'] },
        ],
      },
    );
    const set = library.of({ scope: team });
    expect((await set.read('skill:b/refs/plan.md', all)).text).toBe('x');
    for (const path of ['private/plan.md', 'private/a/SKILL.md']) {
      await expect(set.read(`skill:b/${path}`, all)).rejects.toThrow(/^There is no file/);
    }
    expect(await set.files('b')).toEqual(
      ['SKILL.md', 'refs/SKILL.md', 'refs/plan.md'].map((path) => `skill:b/${path}`),
    );
  });
});

describe('links', () => {
  it('C133: a link that stays in its root is followed, the same folder once', async () => {
    const house = skillHouse({
      'workspace/real/SKILL.md': skillText('real'),
      'workspace/.store/far/SKILL.md': skillText('far'),
      'workspace/texts/one.md': skillText('linked', '', 'through a link'),
    });
    const root = join(house.dir, 'workspace');
    symlinkSync('real', join(root, 'again'));
    symlinkSync(join(root, '.store', 'far'), join(root, 'far'));
    symlinkSync('..', join(root, 'texts', 'loop'));
    symlinkSync('self', join(root, 'self'));
    mkdirSync(join(root, 'one'));
    symlinkSync('../texts/one.md', join(root, 'one', 'SKILL.md'));
    expect(brief(house)).toEqual(['far ready', 'linked ready', 'real ready', 'self refused']);
    const page = await house.library.of({ scope: main }).read('skill:linked/SKILL.md', all);
    expect(page.text).toContain('through a link');
    expect(page.path).toBe('skill:linked/SKILL.md');
  });

  it('C133: a link that leaves its root is listed and refused, wherever it leads', () => {
    const outside = tempDir();
    writeFiles(outside, { 'a/SKILL.md': skillText('stolen') });
    const house = skillHouse({ 'memory/a/SKILL.md': skillText('memory'), 'workspace/own/note.md': 'x' });
    const root = join(house.dir, 'workspace');
    symlinkSync(join(outside, 'a'), join(root, 'absolute'));
    symlinkSync('../memory', join(root, 'sibling'));
    symlinkSync('/etc', join(root, 'etc'));
    symlinkSync('..', join(root, 'above'));
    symlinkSync('/nowhere/at/all', join(root, 'dangling'));
    symlinkSync('/nowhere/at/all.md', join(root, 'notes.md'));
    symlinkSync('../../memory/a/SKILL.md', join(root, 'own', 'SKILL.md'));
    const listed = house.library.list({ scope: main });
    expect(listed.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'above refused',
      'absolute refused',
      'dangling refused',
      'etc refused',
      'own refused',
      'sibling refused',
    ]);
    for (const { reason, name } of listed) {
      expect(reason).toMatch(name === 'dangling' ? /leads nowhere/ : /leads out of its folder of skills/);
      expect(reason).not.toContain(outside);
    }
    expect(house.library.of({ scope: main }).shown).toEqual([]);
  });

  it('C133: what is listed as ready is what a turn gets', async () => {
    const house = skillHouse({ 'workspace/a/SKILL.md': skillText('a'), 'memory/x/SKILL.md': skillText('x') });
    symlinkSync('../memory/x', join(house.dir, 'workspace', 'x'));
    const ready = house.library.list({ scope: main }).filter(({ state }) => state === 'ready');
    const set = house.library.of({ scope: main });
    expect(set.shown.map(({ name }) => name)).toEqual(ready.map(({ name }) => name));
    for (const { location } of set.shown) expect((await set.read(location, all)).text).not.toBe('');
  });

  it('a SKILL.md with a second name is refused, but not among those that came with the program', () => {
    const house = skillHouse({ 'memory/x.md': skillText('x'), 'memory/y.md': skillText('y') });
    for (const [source, file] of [
      ['workspace', 'x'],
      ['bundled', 'y'],
    ] as const) {
      mkdirSync(join(house.dir, source, file));
      linkSync(join(house.dir, 'memory', `${file}.md`), join(house.dir, source, file, 'SKILL.md'));
    }
    expect(brief(house)).toEqual(['x refused', 'y ready']);
  });

  it('a SKILL.md that is no file is listed', () => {
    const house = skillHouse({ 'workspace/a/SKILL.md/x.md': 'x' });
    expect(brief(house)).toEqual(['a invalid']);
  });
});

describe('many and large', () => {
  it('C134: 120 skills are all there, the user’s own first; one of 400 KB is listed and never read', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 119 }, (_, at): [string, string] => {
        const name = `s${String(at).padStart(3, '0')}`;
        return [`${at < 100 ? 'bundled' : 'workspace'}/${name}/SKILL.md`, skillText(name)];
      }),
    );
    const house = skillHouse({ ...files, 'workspace/big/SKILL.md': skillText('big', '', 'x'.repeat(400_000)) });
    const listed = house.library.list({ scope: main });
    expect(listed).toHaveLength(120);
    expect(listed.find(({ name }) => name === 'big')).toMatchObject({
      state: 'invalid',
      reason: expect.stringMatching(/too large: 401 KB, and at most 256 KB/),
    });
    const set = house.library.of({ scope: main });
    expect(set.shown.map(({ name }) => name).slice(0, 20)).toEqual([
      ...Array.from({ length: 19 }, (_, at) => `s${100 + at}`),
      's000',
    ]);
    await expect(set.read('skill:big/SKILL.md', all)).rejects.toThrow('There is no file skill:big/SKILL.md here.');
  });

  it('C134: says when a root has more skills than are used', () => {
    const house = skillHouse(
      Object.fromEntries(Array.from({ length: 303 }, (_, at) => [`workspace/s${at}/SKILL.md`, skillText(`s${at}`)])),
    );
    const listed = house.library.list({ scope: main });
    expect(listed.filter(({ state }) => state === 'ready')).toHaveLength(300);
    expect(listed.filter(({ state }) => state === 'invalid')).toMatchObject([
      { name: 'workspace', reason: expect.stringMatching(/first 300 skills/) },
    ]);
  });

  it('C134: reads fields from the top of a file whose body is longer than what is looked at', () => {
    const house = skillHouse({
      'workspace/a/SKILL.md': skillText('a', '', '汉字\n'.repeat(30_000)),
      'workspace/b/SKILL.md': skillText('b', `license: ${'汉'.repeat(5_000)}\n`, '汉字\n'.repeat(9_000)),
    });
    expect(house.library.list({ scope: main })).toMatchObject([
      { name: 'a', state: 'ready' },
      { name: 'b', state: 'ready' },
    ]);
    expect(house.library.list({ scope: main })[1]).not.toHaveProperty('reason');
  });

  it('a file that is no text is listed', () => {
    const house = skillHouse({ 'workspace/a/x.md': '' });
    writeFileSync(join(house.dir, 'workspace/a/SKILL.md'), Buffer.from(skillText('a'), 'utf16le'));
    expect(house.library.list({ scope: main })).toMatchObject([
      { name: 'a', state: 'invalid', reason: expect.stringMatching(/UTF-8/) },
    ]);
  });
});

describe('while skills change', () => {
  it('sees what is new, changed, moved and gone at the next look', () => {
    const house = skillHouse({ 'workspace/g/a/SKILL.md': skillText('a') });
    expect(brief(house)).toEqual(['a ready']);
    house.write({ 'workspace/g/b/SKILL.md': skillText('b') });
    expect(brief(house)).toEqual(['a ready', 'b ready']);
    house.write({ 'workspace/g/b/SKILL.md': skillText('c') });
    expect(brief(house)).toEqual(['a ready', 'c ready']);
    renameSync(join(house.dir, 'workspace/g'), join(house.dir, 'workspace/h'));
    expect(brief(house)).toEqual(['a ready', 'c ready']);
    rmSync(join(house.dir, 'workspace/h/a'), { recursive: true });
    expect(brief(house)).toEqual(['c ready']);
  });

  it('sees a change that leaves size and time as they were', () => {
    const house = skillHouse({ 'workspace/a/SKILL.md': skillText('aaa') });
    house.age('workspace/a/SKILL.md', 3_600_000);
    expect(brief(house)).toEqual(['aaa ready']);
    house.write({ 'workspace/a/SKILL.md': skillText('bbb') });
    house.age('workspace/a/SKILL.md', 3_600_000);
    expect(brief(house)).toEqual(['bbb ready']);
  });

  it.each([
    ['empty', ''],
    ['half', '---\nname: a\ndescr'],
    ['without its end', '---\nname: a\ndescription: Other.\n'],
  ])('a file that is %s keeps the version before in use for ten seconds', async (_, half) => {
    const house = skillHouse({ 'workspace/a/SKILL.md': skillText('a', '', 'The old body.') });
    const set = () => house.library.of({ scope: main });
    expect(brief(house)).toEqual(['a ready']);
    await set().read('skill:a/SKILL.md', all);

    house.write({ 'workspace/a/SKILL.md': half });
    house.age('workspace/a/SKILL.md', 9_000);
    expect(house.library.list({ scope: main })).toMatchObject([
      { name: 'a', state: 'ready', description: 'How to a.', reason: expect.stringMatching(/being written/) },
    ]);
    expect((await set().read('skill:a/SKILL.md', all)).text).toContain('The old body.');

    await house.clock.advance(2_000);
    const [late] = house.library.list({ scope: main });
    expect(late?.state).toBe(half.includes('Other') ? 'ready' : 'invalid');
    expect(late?.description).not.toBe('How to a.');
    house.age('workspace/a/SKILL.md', 0);
    expect(house.library.list({ scope: main })[0]?.description).not.toBe('How to a.');

    house.write({ 'workspace/a/SKILL.md': skillText('a', '', 'The new body.') });
    expect((await set().read('skill:a/SKILL.md', all)).text).toContain('The new body.');
  });

  it('a file that was never sound is judged at once', () => {
    const house = skillHouse({ 'workspace/a/SKILL.md': '---\nname: a\n' });
    house.age('workspace/a/SKILL.md', 0);
    expect(brief(house)).toEqual(['a invalid']);
  });

  it('a turn keeps the skills that it began with', async () => {
    const house = skillHouse({ 'workspace/a/SKILL.md': skillText('a') });
    const set = house.library.of({ scope: main });
    house.write({ 'workspace/b/SKILL.md': skillText('b') });
    expect(set.find('b')).toBeUndefined();
    await expect(set.read('skill:b/SKILL.md', all)).rejects.toThrow('There is no file');
  });
});
