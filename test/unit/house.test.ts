// A home opened as a whole: what is left of it when a part cannot be made, and what it removes.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { LoadedConfig } from '../../src/config/load.js';
import type { InboundEvent } from '../../src/contracts/index.js';
import { openHouse } from '../../src/house.js';
import { openStandalone } from '../../src/memory/standalone.js';
import { systemClock } from '../../src/ops/system-clock.js';
import { load } from '../support/config-home.js';
import { silentLog } from '../support/silent-log.js';
import { tempDir } from '../support/temp-dir.js';

it('leaves nothing open when a later part cannot be made', async () => {
  const home = tempDir();
  const broken = { ...load({}), disabledChannels: undefined } as unknown as LoadedConfig;
  await expect(openHouse({ home, loaded: broken, version: '1' })).rejects.toThrow(TypeError);
  // The last connection takes its log with it.
  expect(readdirSync(home).filter((one) => one.startsWith('state'))).toEqual(['state.sqlite']);
  const house = await openHouse({ home, loaded: load({}), version: '1' });
  expect(existsSync(join(home, 'state.sqlite-wal'))).toBe(true);
  await house.close();
  expect(existsSync(join(home, 'state.sqlite-wal'))).toBe(false);
});

it('keeps no index of a folder that is gone', async () => {
  const home = tempDir();
  const workspace = join(tempDir(), 'notes');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'MEMORY.md'), '- 门牌号是十七号。\n');
  const [indexDir, runDir] = [join(home, 'index'), join(home, 'run')];
  const standalone = await openStandalone({
    workspace,
    indexDir,
    runDir,
    timezone: 'UTC',
    clock: systemClock,
    log: silentLog,
  });
  expect((await standalone.view({ kind: 'main' }).search('门牌号')).hits).toHaveLength(1);
  await standalone.close();
  const open = async () => (await openHouse({ home, loaded: load({}), version: '1' })).close();
  await open();
  expect(readdirSync(indexDir)).toHaveLength(3);
  rmSync(workspace, { recursive: true });
  await open();
  expect(readdirSync(indexDir)).toEqual([]);
});

it('C146: its log knows what somebody has just said in confidence', async () => {
  const home = tempDir();
  const house = await openHouse({ home, loaded: load({}), version: '1' });
  const chat = { channel: 'console', account: 'bot', chat: '7' };
  const from = { account: 'console:7', name: 'Ada', kind: 'person' as const };
  const text = `my key: sk-test-${'0'.repeat(24)}`;
  const event = { type: 'message', id: 'e1', message: 'm1', chat, place: 'direct', from, at: 0, text, addressed: true };
  house.secrets.redacted({ ...event, files: [] } as InboundEvent);
  house.log.info('said', { note: text });
  await house.close();
  expect(readFileSync(join(home, 'nightjar.log'), 'utf8')).toMatch(/my key: \[secret \w{4}: API key\]/);
});
