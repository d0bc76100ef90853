// The index thread as a home has it: started on real files, searched through the main thread's side, and closed.

import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MemoryError, type Scope } from '../../src/contracts/index.js';
import { openState } from '../../src/db/state.js';
import type { IndexThreadData } from '../../src/index-thread.js';
import { openFolders } from '../../src/memory/folders.js';
import { threadedIndex } from '../../src/memory/index/client.js';
import { DEFAULT_INDEX } from '../../src/memory/index/settings.js';
import { systemClock } from '../../src/ops/system-clock.js';
import { memoryLog } from '../support/memory-log.js';
import { tempDir } from '../support/temp-dir.js';

const MODULE = new URL('../support/memory/index-thread.mjs', import.meta.url);
const main: Scope = { kind: 'main' };
const team: Scope = { kind: 'group', channel: 'console', chat: 'team' };

async function openHome() {
  const home = realpathSync(tempDir());
  const workspace = join(home, 'workspace');
  mkdirSync(workspace);
  const state = await openState(join(home, 'state.sqlite'));
  onTestFinished(() => state.close());
  const folders = openFolders(state.db, systemClock);
  const data: IndexThreadData = {
    settings: {
      ...DEFAULT_INDEX,
      timezone: 'UTC',
      place: { dir: join(home, 'index'), runDir: join(home, 'run'), name: 'test' },
    },
    workspace,
    state: join(home, 'state.sqlite'),
    sessions: join(home, 'sessions'),
    notices: ['What was found in the settings.'],
  };
  return { home, workspace, folders, data, log: memoryLog() };
}

it('searches with the eyes of whoever asks, also in folders that came after it', async () => {
  const { workspace, folders, data, log } = await openHome();
  writeFileSync(join(workspace, 'MEMORY.md'), '- The door code is QX17.\n- 门牌号是十七号。\n');
  const index = threadedIndex({ module: MODULE, settings: data, clock: systemClock, log });
  onTestFinished(() => index.close());
  const paths = async (scope: Scope, query: string) =>
    (await index.search(scope, query, {})).hits.map(({ path }) => path);
  expect(await paths(main, '门牌号')).toEqual(['MEMORY.md']);
  expect(await paths(team, 'door code')).toEqual([]);

  const folder = join(workspace, await folders.ensure(team));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'MEMORY.md'), '- The door code of the club is ZZ9.\n');
  expect(await paths(team, 'door code')).toEqual([expect.stringMatching(/^groups\/.*MEMORY\.md$/)]);
  expect((await index.status()).notices).toEqual(data.notices);
  const told = await index.status(team);
  expect(told.notices).toEqual([]);
  expect(told.scopes.map(({ owner }) => owner)).toEqual([team]);
  await index.close();
  await expect(index.status()).rejects.toBeInstanceOf(MemoryError);
  expect(log.events.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});

it('without the state of a home fails every call, and says in the log why', async () => {
  const { data, log } = await openHome();
  const index = threadedIndex({
    module: MODULE,
    settings: { ...data, state: join(data.workspace, 'nowhere.sqlite') },
    clock: systemClock,
    log,
  });
  onTestFinished(() => index.close());
  await expect(index.search(main, 'x', {})).rejects.toMatchObject({ kind: 'unavailable', retryable: true });
  expect(log.events[0]).toMatchObject({
    event: 'index.thread-failed',
    fields: { error: { message: expect.stringContaining('nowhere.sqlite cannot be opened') } },
  });
});
