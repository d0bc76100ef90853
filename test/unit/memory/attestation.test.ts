// The workspace that belongs to a home: an unmounted disk or a swapped folder never becomes an empty memory.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MemoryError } from '../../../src/contracts/index.js';
import { openState, type State } from '../../../src/db/state.js';
import { openHouse } from '../../../src/house.js';
import { adoptWorkspace, attestWorkspace, decideAttestation } from '../../../src/memory/attestation.js';
import { load } from '../../support/config-home.js';
import { FakeClock } from '../../support/fake-clock.js';
import { main, why } from '../../support/memory/open.js';
import { tempDir } from '../../support/temp-dir.js';

const open = (home: string) => openHouse({ home, loaded: load({}), version: '1' });
const idOf = (home: string) => readFileSync(join(home, 'workspace/.nightjar/workspace-id'), 'utf8');

async function withState<T>(home: string, work: (state: State) => T | Promise<T>): Promise<T> {
  const state = await openState(join(home, 'state.sqlite'));
  try {
    return await work(state);
  } finally {
    state.close();
  }
}

async function newHome() {
  const home = tempDir();
  await (await open(home)).close();
  const workspace = join(home, 'workspace');
  return { home, workspace, away: join(home, 'away') };
}

it.each([
  [undefined, undefined, false, 'prepare'],
  [undefined, undefined, true, 'missing'],
  [undefined, 'a', false, 'record'],
  [undefined, 'a', true, 'record'],
  ['a', 'a', true, 'same'],
  ['a', undefined, false, 'missing'],
  ['a', 'b', true, 'other'],
] as const)('known %s, found %s, used %s: %s', (known, found, used, says) => {
  expect(decideAttestation(known, found, used)).toBe(says);
});

it('a start refuses a folder that is missing, empty, or another workspace, and writes nothing there', async () => {
  const { home, workspace, away } = await newHome();
  const id = idOf(home);
  renameSync(workspace, away);
  const refused = expect.objectContaining({ kind: 'unavailable', remedy: expect.stringContaining('mount') });
  await expect(open(home)).rejects.toEqual(refused);
  expect(existsSync(workspace)).toBe(false);
  mkdirSync(workspace);
  await expect(open(home)).rejects.toEqual(refused);
  expect(readdirSync(workspace)).toEqual([]);
  mkdirSync(join(workspace, '.nightjar'));
  writeFileSync(join(workspace, '.nightjar/workspace-id'), '{"id":"of-another-home"}\n');
  await expect(open(home)).rejects.toThrow('is not the workspace of this home');
  expect(readdirSync(workspace)).toEqual(['.nightjar']);
  rmSync(workspace, { recursive: true });
  renameSync(away, workspace);
  await (await open(home)).close();
  expect(idOf(home)).toBe(id);
});

it('a start that another was faster than takes no second workspace for the home’s own', async () => {
  const { home, workspace } = await newHome();
  await withState(home, async ({ db }) => {
    const clear = db.sql("DELETE FROM facts WHERE name = 'workspace.id'");
    clear.run();
    // The other one has recorded the folder that it found, just before.
    const later: typeof db = {
      ...db,
      write: async (work) => {
        db.sql("INSERT INTO facts (name, value) VALUES ('workspace.id', 'of-the-other')").run();
        return await db.write(work);
      },
    };
    const attested = attestWorkspace({ db: later, dir: workspace, template: home, clock: new FakeClock() });
    await expect(attested).rejects.toThrow('is not the workspace of this home');
  });
});

it('a home of an earlier version takes the id that its workspace has', async () => {
  const { home, workspace } = await newHome();
  const fact = "FROM facts WHERE name = 'workspace.id'";
  await withState(home, ({ db }) => db.write(() => db.sql(`DELETE ${fact}`).run()));
  const house = await open(home);
  expect(house.notes).toEqual([]);
  expect(idOf(home)).toContain(house.state.db.sql(`SELECT value ${fact}`).column<string>()[0]);
  await house.close();
  // One that knows of conversations had a workspace, also without the fact.
  await withState(home, ({ db }) =>
    db.write(() => {
      db.sql(`DELETE ${fact}`).run();
      db.sql("INSERT INTO sessions (id, key, scope, chat, opened_at) VALUES ('s', 'k', '{}', '{}', 1)").run();
    }),
  );
  rmSync(workspace, { recursive: true });
  await expect(open(home)).rejects.toBeInstanceOf(MemoryError);
});

it('says so where the state is newer than the workspace', async () => {
  const { home } = await newHome();
  for (const name of readdirSync(home)) if (name.startsWith('state.')) rmSync(join(home, name));
  const house = await open(home);
  expect(house.notes).toEqual([expect.stringContaining('was made anew')]);
  await house.close();
});

it('is adopted when somebody says so: another one as it is, an empty folder made new', async () => {
  const { home, workspace, away } = await newHome();
  const template = join(home, 'template');
  mkdirSync(template);
  writeFileSync(join(template, 'SOUL.md'), 'Be kind.\n');
  const adopt = () =>
    withState(home, ({ db }) => adoptWorkspace({ db, dir: workspace, template, clock: new FakeClock() }));
  renameSync(workspace, away);
  expect(await adopt()).toMatch(/from now on/);
  expect(readdirSync(workspace).sort()).toEqual(['.nightjar', 'SOUL.md']);
  await (await open(home)).close();
  writeFileSync(join(workspace, '.nightjar/workspace-id'), 'half a li');
  await expect(open(home)).rejects.toThrow('missing, empty or another');
  await adopt();
  expect(readdirSync(join(workspace, '.nightjar')).some((name) => name.includes('.unreadable-'))).toBe(true);
  await (await open(home)).close();
  expect(await adopt()).toMatch(/already/);
});

it('one that goes away while it is used is not written to; it comes back by itself', async () => {
  const { home, workspace, away } = await newHome();
  const house = await open(home);
  onTestFinished(() => house.close());
  const view = house.memory.view(main);
  const note = (text: string) => view.remember({ target: 'long', text }, why());
  const gone = expect.objectContaining({
    kind: 'unavailable',
    message: expect.stringContaining('nothing was written'),
  });
  await note('密码是四七一一。');
  renameSync(workspace, away);
  for (const stands of [[], ['.'], ['memory']]) {
    for (const folder of stands) mkdirSync(join(workspace, folder), { recursive: true });
    await expect(note('lost')).rejects.toEqual(gone);
    // A chat may be told that.
    await expect(note('lost')).rejects.not.toThrow(home);
    await expect(view.read('MEMORY.md')).rejects.toEqual(gone);
    expect((await house.memory.status()).notices.join()).toContain('mount that disk');
    expect(existsSync(workspace) ? readdirSync(workspace) : []).toEqual(stands.filter((one) => one !== '.'));
  }
  rmSync(workspace, { recursive: true });
  // A whole workspace, but somebody else's.
  const other = await newHome();
  renameSync(other.workspace, workspace);
  const before = readFileSync(join(workspace, 'MEMORY.md'), 'utf8');
  await expect(note('lost')).rejects.toEqual(gone);
  await expect(view.read('MEMORY.md')).rejects.toEqual(gone);
  expect(readFileSync(join(workspace, 'MEMORY.md'), 'utf8')).toBe(before);
  rmSync(workspace, { recursive: true });
  renameSync(away, workspace);
  await note('回来了。');
  expect((await view.read('MEMORY.md')).text).toMatch(/密码是四七一一。[\s\S]*回来了。/);
  expect((await house.memory.ledgerRows()).map(({ state }) => state)).toEqual(['done', 'done']);
  expect((await view.search('密码')).hits).toHaveLength(1);
});
