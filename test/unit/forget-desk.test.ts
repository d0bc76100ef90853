// What forgetting leaves alone, on a whole home: files that are the owner's to change, other memories, and files elsewhere.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { Scope, SessionKey } from '../../src/contracts/index.js';
import { forgetInChat, forgetInHome } from '../../src/forget-desk.js';
import { openHouse } from '../../src/house.js';
import { openLanes } from '../../src/jobs/lanes.js';
import { openSession } from '../../src/sessions/rows.js';
import { load } from '../support/config-home.js';
import { team } from '../support/memory/open.js';
import { tempDir } from '../support/temp-dir.js';

const main: Scope = { kind: 'main' };

async function newHome() {
  const home = tempDir();
  const options = { home, loaded: load({}), version: '0' };
  const house = await openHouse(options);
  await house.memory.folders.ensure(team);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const text = (path: string) => readFileSync(join(home, path), 'utf8');
  return { home, options, house, put, text };
}

it('what every chat reads is the owner’s to change, and named', async () => {
  const { options, house, put, text } = await newHome();
  await house.close();
  put('workspace/MEMORY.md', '- the heron has a nest\n- tea\n');
  for (const path of ['AGENTS.md', 'shared/rules.md', 'groups/console-team/AGENTS.md']) {
    put(`workspace/${path}`, 'Never speak of the heron.\n');
  }
  const { data } = await forgetInHome(options, { kind: 'text', text: 'heron' }, { dry: false, yes: true });
  expect(text('workspace/MEMORY.md')).toBe('- tea\n');
  for (const path of ['AGENTS.md', 'shared/rules.md', 'groups/console-team/AGENTS.md']) {
    expect(text(`workspace/${path}`)).toContain('heron');
    expect((data as { left: string[] }).left).toContain(`${path}:1 holds it; that file is yours to change.`);
  }
});

it('a wish in a chat is about the memory of that chat alone', async () => {
  const { house, put, text } = await newHome();
  const said = '- the heron has a nest\n- 茶\n';
  const files = ['MEMORY.md', 'groups/console-team/MEMORY.md', 'shared/notes.md'];
  for (const path of files) put(`workspace/${path}`, said);
  const lanes = openLanes({ db: house.state.db, clock: house.clock, isAlive: () => true });
  const parts = { house, lanes, process: 'p' };
  const report = await forgetInChat(
    parts,
    { scope: team, session: 'group/console/team' as SessionKey, row: 1 },
    { text: 'heron', row: 1 },
    false,
  );
  expect(report.memory).toEqual([{ path: 'groups/console-team/MEMORY.md', lines: 1 }]);
  expect(files.map((path) => text(`workspace/${path}`))).toEqual([said, '- 茶\n', said]);
  // Whoever works there next is not kept waiting.
  expect(house.state.db.sql('SELECT lane FROM lanes WHERE holder IS NOT NULL').column()).toEqual([]);
  await house.close();
});

it('a transcript names no file out of the folder of received ones', async () => {
  const { home, options, house, put } = await newHome();
  const where = { key: 'main' as SessionKey, scope: main, chat: { channel: 'console', account: 'local', chat: 'dm' } };
  const session = await openSession(house.state.db, where, house.clock.now());
  await house.close();
  const received = 'media/main/2026-11-30-0a-boat.png';
  put(received, 'x');
  put('media/x/y', 'x');
  put('kept.txt', 'mine');
  const from = { account: 'console:@terminal', name: 'owner', role: 'owner' };
  const files = [received, 'media/../kept.txt', 'media/x/../../kept.txt', 'kept.txt'].map((path) => ({
    path,
    name: 'x',
  }));
  const entry = { type: 'user', id: 'e1', at: 1, fence: 1, turn: 't', text: 'look', message: 'm', from, files };
  put(`sessions/${session.id}.jsonl`, `${JSON.stringify(entry)}\n`);
  await forgetInHome(options, { kind: 'session', session: session.id }, { dry: false, yes: true });
  expect(existsSync(join(home, received))).toBe(false);
  expect(readFileSync(join(home, 'kept.txt'), 'utf8')).toBe('mine');
});
