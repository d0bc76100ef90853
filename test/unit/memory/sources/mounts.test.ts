// Configured folders: where each one really is, what its hits are called, whose they are, and what none may reach.

import { linkSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError, type Scope } from '../../../../src/contracts/index.js';
import { type MountSpec, resolveMounts } from '../../../../src/memory/sources/mounts.js';
import { openSources } from '../../../../src/memory/sources/sources.js';
import { scopeId } from '../../../../src/memory/visibility.js';
import { main, openPlaces, owners, team } from '../../../support/memory/indexed.js';
import { tempDir } from '../../../support/temp-dir.js';

const mains = scopeId(main);
const teams = scopeId(team);
const everybodys = scopeId('shared');

const extra = (path: string, more: Partial<MountSpec> = {}): MountSpec => ({
  corpus: 'memory',
  path,
  scope: main,
  ...more,
});
const wiki = (path: string, more: Partial<MountSpec> = {}): MountSpec => extra(path, { corpus: 'wiki', ...more });

describe('a configured folder', () => {
  it('may be absolute, of the user’s home, or of the workspace, a folder or a file', async () => {
    const outside = realpathSync(tempDir());
    writeFileSync(join(outside, 'a.md'), 'absolute');
    const files = {
      '../../vault/Trip to 京都.md': 'from ~',
      '../../vault/deep/b.markdown': 'from ~',
      '../../todo.txt': 'a file',
      'projects/heron.md': 'inside',
      'journal.md': 'a file inside',
    };
    const { sources } = await openPlaces({
      files,
      mounts: [
        extra('~/vault', { name: 'notes' }),
        extra('~/todo.txt'),
        extra('projects/'),
        extra('./journal.md', { scope: team }),
        wiki(outside, { scope: 'shared', name: 'handbook' }),
      ],
    });
    const { files: listed } = sources.list();
    expect(owners(listed)).toEqual({
      'extra:notes/Trip to 京都.md': mains,
      'extra:notes/deep/b.markdown': mains,
      'extra:todo.txt': mains,
      'projects/heron.md': mains,
      'journal.md': teams,
      'wiki:handbook/a.md': everybodys,
    });
    expect(listed.filter(({ corpus }) => corpus === 'wiki')).toHaveLength(1);
    for (const file of listed) {
      expect(sources.find(file.path)).toEqual(file);
      expect(sources.outside(file.path)).toEqual(file);
    }
    expect(sources.read({ path: 'extra:notes/Trip to 京都.md' })).toBe('from ~');
    expect(sources.read({ path: 'extra:todo.txt' })).toBe('a file');
  });

  it('holds text alone: no code of others, nothing hidden, no links, no second names', async () => {
    const { userHome, sources } = await openPlaces({
      files: {
        '../../vault/a.md': 'yes',
        '../../vault/.obsidian/b.md': 'no',
        '../../vault/.c.md': 'no',
        '../../vault/node_modules/d/README.md': 'no',
        '../../vault/e.org': 'no',
        '../../vault/DREAMS.md': 'no',
        '../../vault/line\nbreak.md': 'no',
        '../../private/f.md': 'no',
      },
      mounts: [extra('~/vault')],
    });
    const vault = join(userHome, 'vault');
    symlinkSync(join(userHome, 'private'), join(vault, 'private'));
    symlinkSync(join(userHome, 'private/f.md'), join(vault, 'f.md'));
    linkSync(join(userHome, 'private/f.md'), join(vault, 'g.md'));
    expect(sources.list().files.map(({ path }) => path)).toEqual(['extra:vault/a.md']);
    for (const name of [
      'private/f.md',
      'f.md',
      'g.md',
      '.obsidian/b.md',
      '../private/f.md',
      'vault/../../private/f.md',
    ]) {
      expect(sources.find(`extra:vault/${name}`), name).toBeUndefined();
      expect(sources.read({ path: `extra:vault/${name}` }), name).toBeUndefined();
    }
  });

  it('may itself be hidden, and reached through a link that was configured', async () => {
    const { userHome, root } = await openPlaces({ files: { '../../.real/vendor/a.md': 'here' } });
    symlinkSync(join(userHome, '.real/vendor'), join(userHome, 'linked'));
    const { mounts } = resolveMounts([extra('~/linked')], { workspace: root, home: join(root, '..'), userHome });
    expect(mounts).toMatchObject([{ root: join(userHome, '.real/vendor'), label: 'extra:vendor' }]);
  });

  it('is searched once it is there, and follows no link that came in its place', async () => {
    const { notices, paths, put, userHome, sources } = await openPlaces({
      files: { '../../other/b.md': 'b' },
      mounts: [extra('~/later/notes')],
    });
    expect(notices).toEqual([]);
    expect(paths()).toEqual([]);
    expect(sources.list().notices).toEqual(['~/later/notes is not searched: it is not there (yet).']);
    put('../../later/notes/a.md', 'a');
    expect(paths()).toEqual(['extra:notes/a.md']);
    renameSync(join(userHome, 'later/notes'), join(userHome, 'later/old'));
    symlinkSync(join(userHome, 'other'), join(userHome, 'later/notes'));
    expect(paths()).toEqual([]);
    expect(sources.find('extra:notes/b.md')).toBeUndefined();
    expect(sources.read({ path: 'extra:notes/b.md' })).toBeUndefined();
    expect(sources.list().notices).toEqual([
      expect.stringContaining('~/later/notes is not searched: it has become a link'),
    ]);
  });

  it('says so when a file is no text', async () => {
    const { paths, sources } = await openPlaces({ files: { '../../a.pdf': '' }, mounts: [wiki('~/a.pdf')] });
    expect(paths()).toEqual([]);
    expect(sources.list().notices).toEqual([expect.stringContaining('~/a.pdf is not searched')]);
  });

  it('goes with a group to its new chat', async () => {
    const old = { kind: 'group', channel: 'console', chat: 'old' } satisfies Scope;
    const { folders, sources } = await openPlaces({
      files: { '../../vault/a.md': '' },
      mounts: [extra('~/vault', { scope: { ...old, chat: 'new' } })],
    });
    await folders.addAlias(old, 'new');
    expect(owners(sources.list().files)).toEqual({ 'extra:vault/a.md': scopeId(old) });
    expect(sources.find('extra:vault/a.md')?.owner).toEqual(old);
  });
});

describe('two entries for one file', () => {
  const files = { '../../vault/a.md': 'a', '../../vault/public/b.md': 'b', '../../vault/.hidden/c.md': 'c' };

  it('leave it to the inner one, so that its scope counts', async () => {
    const { sources, notices } = await openPlaces({
      files,
      mounts: [
        extra('~/vault'),
        wiki('~/vault/public', { scope: 'shared' }),
        extra('~/vault/.hidden', { scope: team }),
      ],
    });
    expect(owners(sources.list().files)).toEqual({
      'extra:vault/a.md': mains,
      'wiki:public/b.md': everybodys,
      // The first entry does not look into what is hidden.
      'extra:hidden/c.md': teams,
    });
    expect(sources.find('extra:vault/public/b.md')).toBeUndefined();
    expect(notices).toEqual([]);
  });

  it('keep from a group what lies apart inside its folder', async () => {
    for (const turned of [false, true]) {
      const mounts = [extra('~/vault', { scope: team }), extra('~/vault/public', { name: 'mine' })];
      const { sources } = await openPlaces({ files, mounts: turned ? mounts.reverse() : mounts });
      expect(owners(sources.list().files)).toEqual({ 'extra:vault/a.md': teams, 'extra:mine/b.md': mains });
    }
  });

  it('in the other order too', async () => {
    const { sources, notices } = await openPlaces({
      files,
      mounts: [wiki('~/vault/public', { scope: 'shared' }), extra('~/vault')],
    });
    expect(owners(sources.list().files)).toEqual({ 'wiki:public/b.md': everybodys, 'extra:vault/a.md': mains });
    expect(sources.find('extra:vault/public/b.md')).toBeUndefined();
    expect(notices).toEqual([]);
  });

  it('also where a link leads to the same place', async () => {
    const { root, userHome } = await openPlaces({ files });
    symlinkSync(join(userHome, 'vault'), join(userHome, 'same'));
    const places = { workspace: root, home: join(root, '..'), userHome };
    const { mounts, notices } = resolveMounts([extra('~/vault'), extra('~/same', { scope: team })], places);
    expect(mounts.map((mount) => mount.root)).toEqual([join(userHome, 'vault'), join(userHome, 'vault')]);
    expect(notices).toHaveLength(1);
  });
});

it('finds one file of overlapping entries by the rules by which all are listed, each once', async () => {
  const { userHome, folders, home, root } = await openPlaces();
  const vault = join(userHome, 'vault');
  const folder = fc.constantFrom('a', 'b', '.hidden', 'vendor', '日記');
  const place = fc.array(folder, { maxLength: 3 }).map((parts) => ['vault', ...parts].join('/'));
  const file = fc
    .tuple(place, fc.constantFrom('x.md', 'y.txt', '.z.md', 'w.org', 'DREAMS.md'))
    .map((parts) => parts.join('/'));
  const entries = fc.array(fc.oneof(place, file), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(entries, fc.array(file, { minLength: 1, maxLength: 8 }), (entries, files) => {
      rmSync(vault, { recursive: true, force: true });
      for (const path of files) {
        mkdirSync(dirname(join(userHome, path)), { recursive: true });
        writeFileSync(join(userHome, path), path);
      }
      const places = { workspace: root, home, userHome };
      const { mounts } = resolveMounts(
        entries.map((path) => extra(`~/${path}`)),
        places,
      );
      const sources = openSources({ root, folders, mounts, templateLines: new Map() });
      const listed = sources.list().files;
      for (const one of listed) expect(sources.find(one.path)).toEqual(one);
      const texts = listed.map((one) => sources.read(one));
      expect(new Set(texts).size).toBe(texts.length);
      const paths = new Set(listed.map((one) => one.path));
      for (const { label, root } of mounts) {
        for (const path of files.map((path) => join(userHome, path)).filter((path) => path.startsWith(root))) {
          const hit = `${label}${path.slice(root.length)}`;
          expect(sources.find(hit) !== undefined, hit).toBe(paths.has(hit));
        }
      }
    }),
    { numRuns: 200 },
  );
});

describe('names of hits', () => {
  it('are one safe line, and no two entries share one', async () => {
    const { mounts } = await openPlaces({
      mounts: [
        extra('/a/notes'),
        extra('/b/notes'),
        wiki('/c/notes'),
        extra('/d', { name: '../x\n:y' }),
        extra('/e/..../'),
      ],
    });
    const labels = mounts.map(({ label }) => label);
    expect(labels.slice(0, 3)).toEqual(['extra:notes', 'extra:notes-2', 'wiki:notes']);
    expect(labels[3]).toMatch(/^extra:[^/\\:\n]+$/);
    expect(labels[4]).toBe('extra:notes-3');
  });
});

describe('an entry is refused', () => {
  const refused: [spec: MountSpec, says: RegExp][] = [
    [extra('.'), /memory\.extraPaths: \. is the workspace itself/],
    [extra('..'), /holds the workspace/],
    [wiki('~'), /memory\.wiki: ~ holds the workspace/],
    [extra('/'), /holds the workspace/],
    [extra('../sessions'), /lies in Nightjar’s home/],
    [extra('../index/later'), /lies in Nightjar’s home/],
    [extra('memory'), /whose owner is settled/],
    [extra('memory/old', { scope: 'shared' }), /whose owner is settled/],
    [extra('./groups/x'), /whose owner is settled/],
    [extra('people'), /whose owner is settled/],
    [extra('Shared'), /whose owner is settled/],
    [extra('skills/x'), /whose owner is settled/],
    [extra('sessions'), /whose owner is settled/],
    [extra('MEMORY.md'), /whose owner is settled/],
    [extra('soul.md', { scope: team }), /whose owner is settled/],
    [extra('.nightjar'), /hidden or oddly named/],
    [extra('a/../.git'), /hidden or oddly named/],
    [extra('~bob/notes'), /somebody’s ~/],
    [extra('a\0b'), /no path can hold/],
  ];
  it.each(refused)('%j', async (spec, says) => {
    const { root, home, userHome } = await openPlaces();
    const attempt = () => resolveMounts([spec], { workspace: root, home, userHome });
    expect(attempt).toThrow(says);
    try {
      attempt();
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      expect((error as ConfigError).remedy).toMatch(/\w/);
    }
  });

  it('also where only a link leads to the forbidden place', async () => {
    const { root, home, userHome } = await openPlaces({ files: { 'memory/a.md': '', '../sessions/s.jsonl': '' } });
    symlinkSync(join(home, 'sessions'), join(userHome, 'harmless'));
    symlinkSync(join(root, 'memory'), join(root, 'projects'));
    const places = { workspace: root, home, userHome };
    expect(() => resolveMounts([extra('~/harmless')], places)).toThrow(/lies in Nightjar’s home/);
    expect(() => resolveMounts([extra('projects')], places)).toThrow(/whose owner is settled/);
  });

  it('also while the place is not there yet', async () => {
    const { root, home, userHome } = await openPlaces();
    rmSync(root, { recursive: true });
    const places = { workspace: root, home, userHome };
    expect(() => resolveMounts([extra('groups/later')], places)).toThrow(/whose owner is settled/);
    mkdirSync(root);
    expect(() => resolveMounts([extra('groups/later')], places)).toThrow(/whose owner is settled/);
  });

  it('not next to the home, however alike the names', async () => {
    const { root, home, userHome } = await openPlaces();
    const specs = [extra(`${home}-notes`), extra('memory-2')];
    const { mounts } = resolveMounts(specs, { workspace: root, home, userHome });
    expect(mounts.map(({ label }) => label)).toEqual(['extra:home-notes', 'memory-2']);
  });
});
