// Doctor on homes whose files are odd: what the bot could not read or write, and what it would silently do without.

import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupHome } from '../../src/backup-desk.js';
import { openHouse } from '../../src/house.js';
import { doctor, optionsOf, type PlantedHome, plantedHome } from '../support/doctor/planted-home.js';
import { tempDir } from '../support/temp-dir.js';

const planted = (plant: (home: PlantedHome) => void) => plantedHome('', async (home) => plant(home));

async function told(home: string, check: string, fix = false) {
  const { data, failed } = await doctor(home, fix);
  return { failed, says: data.filter((one) => one.check === check).map(({ says }) => says), data };
}

it.each([
  ['UTF-16, as Windows says Unicode', Buffer.from('\ufeff- 狗叫旺财。\n', 'utf16le')],
  ['Latin-1', Buffer.from('- Der K\u00e4se ist alle.\n', 'latin1')],
  ['no text at all', Buffer.from([0x89, 0x50, 0xff, 0x00])],
])('names a page in %s, and leaves its bytes alone', async (_what, bytes) => {
  const home = await planted(({ put, group }) => {
    put('workspace/memory/2026-01-05.md', bytes);
    put(`workspace/${group}/MEMORY.md`, bytes);
    put('workspace/memory/2026-01-06.md', '\ufeff- 猫叫米娜。\r\n');
    put('workspace/memory/2026-01-07.md', '');
  });
  const { says } = await told(home, 'memory.encoding', true);
  expect(says).toEqual([expect.stringMatching(/groups\/.*MEMORY\.md, memory\/2026-01-05\.md\.$/)]);
  expect(readFileSync(join(home, 'workspace/memory/2026-01-05.md')).equals(bytes)).toBe(true);
});

it('names a folder or a link where a page is looked for, and a page where a folder is', async () => {
  const home = await planted(({ home: at, group }) => {
    const page = (name: string) => join(at, 'workspace', name);
    for (const name of ['MEMORY.md', 'USER.md', 'TOOLS.md', 'memory', `${group}/MEMORY.md`])
      rmSync(page(name), { recursive: true });
    mkdirSync(page('MEMORY.md'), { mode: 0o700 });
    symlinkSync('/nowhere/user.md', page('USER.md'));
    symlinkSync('AGENTS.md', page('TOOLS.md'));
    writeFileSync(page('memory'), 'x', { mode: 0o600 });
    mkdirSync(page(`${group}/MEMORY.md`), { mode: 0o700 });
  });
  for (const fix of [false, true]) {
    const { says, failed } = await told(home, 'memory.pages', fix);
    expect(says).toEqual([
      expect.stringContaining('USER.md is a link'),
      expect.stringContaining('TOOLS.md is a link'),
      expect.stringContaining('MEMORY.md is a folder'),
      expect.stringContaining('memory is no folder'),
      expect.stringMatching(/groups\/.*MEMORY\.md is a folder/),
    ]);
    expect(failed).toBe(true);
  }
  expect(lstatSync(join(home, 'workspace/USER.md')).isSymbolicLink()).toBe(true);
});

it('finds what the bot itself may not read or write, and gives it back; a page for reading alone may be so', async () => {
  const shut = ['workspace/memory', 'workspace/MEMORY.md', 'sessions/s.jsonl'];
  const home = await planted(({ home: at, put }) => {
    put('sessions/s.jsonl', '');
    chmodSync(join(at, 'sessions/s.jsonl'), 0o400);
    chmodSync(join(at, 'workspace/MEMORY.md'), 0);
    chmodSync(join(at, 'workspace/memory'), 0o500);
    chmodSync(join(at, 'workspace/SOUL.md'), 0o400);
  });
  const { says, failed } = await told(home, 'home.permissions');
  expect([failed, says.length]).toEqual([true, shut.length]);
  for (const path of shut) expect(says).toContain(`The bot itself cannot get at ${join(home, path)}.`);
  const after = await doctor(home, true);
  expect(after.failed).toBe(false);
  const mode = (path: string) => statSync(join(home, path)).mode & 0o777;
  expect(shut.map(mode)).toEqual([0o700, 0o600, 0o600]);
  expect(mode('workspace/SOUL.md')).toBe(0o400);
});

it.each([
  ['missing', (state: string) => rmSync(state)],
  ['empty', (state: string) => writeFileSync(state, '')],
])('a state that is %s beside its workspace is no new home', async (word, damage) => {
  const home = await planted(() => {});
  for (const name of readdirSync(home)) if (/^state\.sqlite-/.test(name)) rmSync(join(home, name));
  const state = join(home, 'state.sqlite');
  damage(state);
  const { says, failed } = await told(home, 'home.state', true);
  expect([failed, says]).toEqual([true, [expect.stringContaining(`${state} is ${word}`)]]);
  // A look must not make it anew.
  expect(existsSync(state) ? statSync(state).size : 'missing').toBe(word === 'empty' ? 0 : 'missing');
});

it('a folder of the home that is a file is named, and breaks no check', async () => {
  const home = await planted(({ home: at }) => {
    rmSync(join(at, 'nightjar.log'), { force: true });
    mkdirSync(join(at, 'nightjar.log'), { mode: 0o700 });
  });
  rmSync(join(home, 'run'), { recursive: true });
  writeFileSync(join(home, 'run'), 'x', { mode: 0o600 });
  const { data } = await doctor(home, true);
  expect(data).toContainEqual(
    expect.objectContaining({ check: 'house.opens', says: expect.stringContaining('must be a folder') }),
  );
  expect(data).toContainEqual(expect.objectContaining({ check: 'home.log', level: 'warning' }));
  const link = join(tempDir(), 'home');
  symlinkSync('/nowhere/home', link);
  expect((await doctor(link, true)).data).toContainEqual(
    expect.objectContaining({ check: 'home.exists', level: 'error', says: expect.stringContaining('leads nowhere') }),
  );
});

describe.runIf(process.getuid?.() === 0)('as root on the home of another user', () => {
  const NOBODY = 65_534;
  function giveAway(path: string): void {
    chownSync(path, NOBODY, NOBODY);
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }))
      chownSync(join(path, name), NOBODY, NOBODY);
  }
  const owners = (home: string) => [
    ...new Set(readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => lstatSync(join(home, name)).uid)),
  ];

  it('says whose it is, and leaves nothing there that they could not read', async () => {
    const home = await planted(({ put }) => put('workspace/memory.md', '- old\n'));
    giveAway(home);
    const { data, failed } = await doctor(home, false);
    expect(failed).toBe(true);
    expect(data).toContainEqual(
      expect.objectContaining({ check: 'home.owner', remedy: expect.stringContaining(`sudo -u '#${NOBODY}'`) }),
    );
    await expect(doctor(home, true)).rejects.toThrow(/belongs to another user/);
    const { loaded, version } = optionsOf(home);
    if (!loaded) throw new Error('cannot be');
    await expect(openHouse({ home, loaded, version })).rejects.toThrow(/belongs to another user/);
    expect(owners(home)).toEqual([NOBODY]);
  });

  it('makes a copy of it, which needs nothing of theirs, and leaves no lock that they could not take', async () => {
    const home = await planted(() => {});
    giveAway(home);
    const file = join(tempDir(), 'copy');
    await backupHome({ home, file, version: '9.9', force: false, secrets: true });
    expect(owners(home)).toEqual([NOBODY]);
  });
});
