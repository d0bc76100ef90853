// What is searched and whose it is: the places of the workspace, and everything that is left out.

import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../../../src/memory/paths.js';
import { openSources } from '../../../../src/memory/sources/sources.js';
import { scopeId } from '../../../../src/memory/visibility.js';
import { bob, main, openPlaces, owners, team } from '../../../support/memory/indexed.js';

const mains = scopeId(main);
const teams = scopeId(team);
const bobs = scopeId(bob);
const everybodys = scopeId('shared');

describe('the places of a workspace', () => {
  it('are each somebody’s', async () => {
    const { folders, put, sources } = await openPlaces();
    const group = await folders.ensure(team);
    const person = await folders.ensure(bob);
    const expected = {
      'MEMORY.md': mains,
      'USER.md': mains,
      'memory/2026-11-29.md': mains,
      'memory/旅行/京都.md': mains,
      'shared/house.md': everybodys,
      'shared/deep/rules.md': everybodys,
      [`${group}/MEMORY.md`]: teams,
      [`${group}/memory/2026-11-29.md`]: teams,
      [`${group}/plans/heron.md`]: teams,
      [`${group}/notes.md`]: teams,
      [`${person}/MEMORY.md`]: bobs,
    };
    const unclaimed = ['groups/nobody-knows/MEMORY.md', 'groups/loose.md', 'people/unknown/memory/a.md'];
    for (const path of [...Object.keys(expected), ...unclaimed]) put(path);
    expect(sources.list().notices).toEqual([
      expect.stringMatching(/^groups\/loose\.md, .* chat or person that I do not/),
    ]);
    for (const path of unclaimed) expect(sources.find(path)).toBeUndefined();
    expect(owners(sources.list().files)).toEqual(expected);
    for (const file of sources.list().files) expect(sources.find(file.path)).toEqual(file);
  });

  it('leaves out what is no memory', async () => {
    const { folders, put, paths, sources } = await openPlaces();
    const group = await folders.ensure(team);
    const out = [
      ...['AGENTS.md', 'SOUL.md', 'IDENTITY.md', 'TOOLS.md', 'DREAMS.md', 'HEARTBEAT.md', 'notes.md', 'user.md'],
      ...[`${group}/AGENTS.md`, `${group}/agents.md`, `${group}/DREAMS.md`, `${group}/dreams.md`],
      ...['memory/DREAMS.md', 'memory/a.txt', 'memory/a.MD', 'memory/.draft.md', 'memory/.git/a.md'],
      ...['memory/node_modules/x/README.md', 'memory/old/vendor/a.md', 'shared/__pycache__/a.md'],
      ...['skills/x/SKILL.md', 'sessions/a.md', 'projects/a.md', '.nightjar/conflicts/MEMORY.md', 'Memory/a.md'],
      ...['memory/%41.md', 'memory/a:b.md', 'memory/line\nbreak.md'],
    ];
    for (const path of out) put(path);
    expect(paths()).toEqual([]);
    for (const path of out) expect(sources.find(path), path).toBeUndefined();
    expect(sources.list().notices.join('\n')).toMatch(/memory\/node_modules.*other people’s code/s);
  });

  it('has room for people who are called like a vendor folder', async () => {
    const { folders, put, sources } = await openPlaces();
    const folder = await folders.ensure({ kind: 'person', person: 'target' });
    put(`${folder}/MEMORY.md`);
    put(`${folder}/target/MEMORY.md`);
    expect(owners(sources.list().files)).toEqual({
      [`${folder}/MEMORY.md`]: scopeId({ kind: 'person', person: 'target' }),
    });
    expect(sources.find(`${folder}/MEMORY.md`)).toBeDefined();
  });

  it('gives nothing away when a folder only looks like a known one', async () => {
    const { folders, put, sources } = await openPlaces();
    const group = await folders.ensure(team);
    put(`${group.toUpperCase().replace('GROUPS', 'groups')}/MEMORY.md`);
    expect(sources.list().files).toEqual([]);
    expect(sources.list().notices).toHaveLength(1);
  });

  it('reads the old name of the long-term memory only where the new one is not', async () => {
    const { folders, put, paths, sources } = await openPlaces();
    const group = await folders.ensure(team);
    put('memory.md');
    put(`${group}/memory.md`);
    put('memory/memory.md');
    expect(paths()).toEqual([`${group}/memory.md`, 'memory.md', 'memory/memory.md']);
    expect(sources.list().notices).toEqual([]);
    put('MEMORY.md');
    put(`${group}/MEMORY.md`);
    expect(paths()).toEqual(['MEMORY.md', `${group}/MEMORY.md`, 'memory/memory.md']);
    expect(sources.find('memory.md')).toBeUndefined();
    expect(sources.list().notices).toEqual([
      expect.stringMatching(/memory\.md \(beside groups\/.*MEMORY\.md\), memory\.md \(beside MEMORY\.md\)/),
    ]);
  });

  it('gives a folder to the scope that its chat belongs to now', async () => {
    const { folders, put, sources } = await openPlaces();
    const moved = { ...team, chat: 'team-2' };
    put(`${await folders.ensure(moved)}/MEMORY.md`);
    expect(Object.values(owners(sources.list().files))).toEqual([scopeId(moved)]);
    await folders.addAlias(team, 'team-2');
    expect(Object.values(owners(sources.list().files))).toEqual([teams]);
  });
});

describe('links and odd files', () => {
  it('are not searched, whoever made them', async () => {
    const { put, path, paths, root, home, sources } = await openPlaces();
    put('../outside/secret.md');
    put('memory/real.md');
    put('memory/twice.md');
    symlinkSync(join(home, 'outside/secret.md'), path('memory/link.md'));
    symlinkSync(join(home, 'outside'), path('memory/folder'));
    symlinkSync(join(home, 'outside'), path('shared'));
    symlinkSync(path('memory/real.md'), path('MEMORY.md'));
    linkSync(path('memory/twice.md'), join(root, 'twice.md'));
    expect(paths()).toEqual(['memory/real.md']);
    for (const name of [
      'memory/link.md',
      'memory/folder/secret.md',
      'shared/secret.md',
      'MEMORY.md',
      'memory/twice.md',
    ]) {
      expect(sources.find(name), name).toBeUndefined();
      expect(sources.read({ path: name }), name).toBeUndefined();
    }
    expect(sources.list().notices).toEqual([expect.stringContaining('memory/twice.md is not searched')]);
  });

  it('says so when a file is too large', async () => {
    const { put, path, paths, sources } = await openPlaces();
    put('memory/big.md');
    truncateSync(path('memory/big.md'), 4 * 1024 * 1024 + 1);
    expect(paths()).toEqual([]);
    expect(sources.list().notices).toEqual([
      expect.stringContaining('memory/big.md is not searched: it is larger than 4 MB'),
    ]);
  });

  it('names few of many', async () => {
    const { put, sources } = await openPlaces();
    for (let n = 0; n < 9; n++) put(`memory/${n}:.md`);
    expect(sources.list().notices).toEqual([expect.stringMatching(/^memory\/0:\.md, .*and 6 more are not searched/)]);
  });

  it('knows when the workspace is not there from when it is empty', async () => {
    const { root, paths, sources } = await openPlaces();
    expect(paths()).toEqual([]);
    rmSync(root, { recursive: true });
    expect(() => sources.list()).toThrow('the workspace folder is not there');
  });

  it('does not take a state that cannot be asked for files that cannot be read', async () => {
    const { put, root, folders } = await openPlaces({ files: { 'groups/console-team/MEMORY.md': 'x' } });
    put('MEMORY.md');
    const ownerOf = () => {
      throw new Error('database is locked');
    };
    const asking = { root, folders: { ...folders, ownerOf }, mounts: [], templateLines: new Map() };
    expect(() => openSources(asking).list()).toThrow('database is locked');
  });

  it.skipIf(process.getuid?.() === 0)('keeps apart what is gone and what cannot be looked at', async () => {
    const { put, path, sources } = await openPlaces();
    put('memory/locked/a.md');
    chmodSync(path('memory/locked'), 0);
    expect(sources.list()).toMatchObject({ files: [], unreadable: ['memory/locked'] });
    chmodSync(path('memory/locked'), 0o700);
  });
});

describe('a stamp', () => {
  it('changes with whatever may change the text', async () => {
    const { put, path, sources } = await openPlaces({ files: { 'memory/a.md': 'one' } });
    const stamps = new Set<string | undefined>();
    const note = () => stamps.add(sources.find('memory/a.md')?.stamp);
    note();
    appendFileSync(path('memory/a.md'), ' two');
    note();
    utimesSync(path('memory/a.md'), 1_000, 1_000);
    note();
    put('memory/b.md', 'one two');
    utimesSync(path('memory/b.md'), 1_000, 1_000);
    renameSync(path('memory/b.md'), path('memory/a.md'));
    note();
    expect(stamps.size).toBe(4);
    note();
    expect(stamps.size).toBe(4);
  });
});

describe('reading', () => {
  it('counts lines as everybody does', async () => {
    const { put, sources } = await openPlaces();
    put('memory/a.md', '\ufeff# 旅行\r\n\r\n- 京都\r\n');
    put('memory/b.md', Buffer.from([0x61, 0xff, 0x62]));
    expect(sources.read({ path: 'memory/a.md' })).toBe('# 旅行\n\n- 京都\n');
    expect(sources.read({ path: 'memory/b.md' })).toBe('a\ufffdb');
    expect(sources.read({ path: 'memory/none.md' })).toBeUndefined();
    expect(sources.read({ path: 'AGENTS.md' })).toBeUndefined();
  });

  it('sees what became a link since it was listed', async () => {
    const { put, path, home, sources } = await openPlaces();
    put('memory/deep/a.md', 'mine');
    put('memory/b.md', 'mine');
    put('../outside/a.md', 'not mine');
    const files = sources.list().files;
    expect(files.map((file) => sources.read(file))).toEqual(['mine', 'mine']);
    rmSync(path('memory/deep'), { recursive: true });
    symlinkSync(join(home, 'outside'), path('memory/deep'));
    linkSync(path('memory/b.md'), path('b2.md'));
    expect(files.map((file) => sources.read(file))).toEqual([undefined, undefined]);
  });

  it('names the lines that came with the template', async () => {
    const { sources } = await openPlaces({ template: { 'USER.md': ['# You', 'Who you are.'] } });
    expect([...sources.templateLines('USER.md')]).toEqual(['# You', 'Who you are.', '# User']);
    expect([...sources.templateLines('memory/2026-11-29.md')]).toEqual(['# 2026-11-29']);
    expect([...sources.templateLines('shared/a.md')]).toEqual([]);
  });
});

describe('transcripts', () => {
  const one = { path: 'sessions/s1.jsonl', scope: { ...team, chat: 'team-2' }, stamp: 's', mtimeMs: 1 };

  it('belong to the scope of their session, under its first name', async () => {
    const known = <T>(path: string, value: T) => (path === one.path ? value : undefined);
    const transcripts = {
      list: () => [one],
      find: (path: string) => known(path, one),
      text: (path: string) => known(path, 'Ada: hi\n'),
    };
    const { folders, put, sources } = await openPlaces({ transcripts });
    put('sessions/s2.jsonl');
    await folders.addAlias(team, 'team-2');
    const { scope: _, ...rest } = one;
    const want = { ...rest, owner: team, corpus: 'sessions' };
    expect(sources.list().files).toEqual([want]);
    expect(sources.find(one.path)).toEqual(want);
    expect(sources.outside(one.path)).toEqual(want);
    expect(sources.read(one)).toBe('Ada: hi\n');
    expect(sources.find('sessions/s2.jsonl')).toBeUndefined();
    expect(sources.read({ path: 'sessions/s2.jsonl' })).toBeUndefined();
  });

  it('that cannot be listed are not gone', async () => {
    const locked = (): never => {
      throw new Error('locked');
    };
    const transcripts = { list: locked, find: locked, text: () => undefined };
    const { put, sources } = await openPlaces({ transcripts });
    put('memory/a.md');
    expect(sources.list()).toMatchObject({ files: [{ path: 'memory/a.md' }], unreadable: ['sessions'] });
    expect(sources.outside(one.path)).toBeUndefined();
    expect(() => sources.find(one.path)).toThrow('locked');
  });
});

it('leaves what the path table knows to it', async () => {
  const { sources } = await openPlaces({ files: { 'memory/a.md': 'a', 'AGENTS.md': 'b' } });
  for (const path of ['memory/a.md', 'AGENTS.md', 'memory/none.md']) expect(sources.outside(path)).toBeUndefined();
});

it('finds one file by the rules by which it lists all, and asks the path table whose each is', async () => {
  const { folders, root, sources } = await openPlaces();
  const group = await folders.ensure(team);
  const name = fc.constantFrom(
    ...['a.md', 'MEMORY.md', 'memory.md', 'USER.md', 'AGENTS.md', 'DREAMS.md', 'dreams.md', '.a.md', 'b.txt', 'x:y.md'],
    ...[
      'memory',
      'Memory',
      'shared',
      'groups',
      'people',
      'bob',
      'vendor',
      'target',
      '日記.md',
      'a%20b.md',
      'console-team',
    ],
    ...['Console-team', 'e.md '],
  );
  const place = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const tree = fc.array(
    fc.oneof(
      place,
      place.map((rest) => `${group}/${rest}`),
    ),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(tree, (paths) => {
      rmSync(root, { recursive: true });
      mkdirSync(root);
      const made = paths.filter((path) => {
        try {
          mkdirSync(dirname(join(root, path)), { recursive: true });
          writeFileSync(join(root, path), path);
          return true;
        } catch {
          return false;
        }
      });
      const { files } = sources.list();
      expect(new Set(files.map((file) => file.path))).toEqual(new Set(made.filter((path) => sources.find(path))));
      for (const file of files) {
        expect(sources.find(file.path)).toEqual(file);
        expect(classify(file.path, folders)).toEqual({ path: file.path, owner: file.owner });
        expect(sources.read(file)).toBe(readFileSync(join(root, file.path), 'utf8'));
      }
    }),
    { numRuns: 200 },
  );
});
