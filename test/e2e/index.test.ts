// The index through the command line and beside running bots: kills while it is built, overwritten pages, several
// processes at once, queries that nobody would type. scripts/soak-index.ts does the same at length.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { seeded } from '../../scripts/bench-memory/text.js';
import { openStandalone } from '../../src/memory/standalone.js';
import { systemClock } from '../../src/ops/system-clock.js';
import { damageRounds } from '../support/index/damage.js';
import { fuzzQueries, LANTERN, tryQuery } from '../support/index/fuzz.js';
import { makeIndexHome } from '../support/index/home.js';
import { killBuilds } from '../support/index/kill.js';
import { together } from '../support/index/together.js';
import { silentLog } from '../support/silent-log.js';
import { tempDir } from '../support/temp-dir.js';

const FILES = 60;
const seed = Date.now() % 1_000_000;

it(`a build killed at random moments leaves an index that answers and is whole (seed ${seed})`, async () => {
  const report = await killBuilds(await makeIndexHome(tempDir(), FILES), 3, seeded(seed));
  expect(report.faults).toEqual([]);
}, 60_000);

it(`an index whose pages are overwritten answers, says its mode and heals (seed ${seed})`, async () => {
  const report = await damageRounds(await makeIndexHome(tempDir(), FILES), 3, seeded(seed));
  expect(report.faults).toEqual([]);
}, 60_000);

it(`C025 bots, searches, passes and rebuilds at once agree in the end (seed ${seed})`, async () => {
  const report = await together(await makeIndexHome(tempDir(), FILES), 4_000, seeded(seed));
  expect(report.faults).toEqual([]);
  expect(report.counts.asked).toBeGreaterThan(0);
}, 60_000);

it(`no query throws or is read as syntax (seed ${seed})`, async () => {
  const workspace = tempDir();
  mkdirSync(join(workspace, 'memory'));
  writeFileSync(join(workspace, 'memory/lantern.md'), `- the ${LANTERN} glows 灯笼鱼\n`);
  writeFileSync(
    join(workspace, 'MEMORY.md'),
    '- terms text path rank 明天下午三点开项目评审会议\n- C++ templates, a😀b\n',
  );
  const { index, close } = await openStandalone({ workspace, timezone: 'UTC', clock: systemClock, log: silentLog });
  try {
    const faults: string[] = [];
    for (const query of fuzzQueries(1_000, seeded(seed))) faults.push(...(await tryQuery(index, query)));
    expect(faults.slice(0, 10)).toEqual([]);
  } finally {
    await close();
  }
}, 60_000);
