// The index under everything that can happen to it, at length: kills while it is built, overwritten pages, two bots and a
// command line at once, queries that nobody would type, disks that cannot be written. Prints figures; exits 1 on a fault.
// usage: npm run soak:index [-- PART …], parts: kill damage together fuzz disk

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStandalone } from '../src/memory/standalone.js';
import { systemClock } from '../src/ops/system-clock.js';
import { damageRounds } from '../test/support/index/damage.js';
import { diskRounds } from '../test/support/index/disk.js';
import { fuzzQueries, LANTERN, tryQuery } from '../test/support/index/fuzz.js';
import { makeIndexHome } from '../test/support/index/home.js';
import { killBuilds, type RoundsReport } from '../test/support/index/kill.js';
import { together } from '../test/support/index/together.js';
import { silentLog } from '../test/support/silent-log.js';
import { seeded } from './bench-memory/text.js';

const FILES = 366;
const CHARACTERS = 3_700;
const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000);
const random = seeded(seed);
const temp = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));

const parts: Record<string, () => Promise<RoundsReport | undefined>> = {
  kill: async () => killBuilds(await home('kill'), 20, random),
  damage: async () => damageRounds(await home('damage'), 20, random),
  together: async () => together(await home('together'), 60_000, random),
  fuzz: () => fuzz(10_000),
  disk: async () => diskRounds(await home('disk')),
};

async function home(name: string) {
  const dir = join(temp, name);
  mkdirSync(dir, { mode: 0o700 });
  return await makeIndexHome(dir, FILES, CHARACTERS);
}

async function fuzz(rounds: number): Promise<RoundsReport> {
  const workspace = join(temp, 'fuzz');
  mkdirSync(join(workspace, 'memory'), { recursive: true });
  writeFileSync(join(workspace, 'memory/lantern.md'), `- the ${LANTERN} glows 灯笼鱼\n`);
  writeFileSync(
    join(workspace, 'MEMORY.md'),
    '- terms text path rank 明天下午三点开项目评审会议\n- C++ templates, GB/s, a😀b\n',
  );
  const report: RoundsReport = { rounds, faults: [], counts: {} };
  const { index, close } = await openStandalone({ workspace, timezone: 'UTC', clock: systemClock, log: silentLog });
  let slowest = 0;
  try {
    for (const query of fuzzQueries(rounds, random)) {
      const began = performance.now();
      report.faults.push(...(await tryQuery(index, query)));
      slowest = Math.max(slowest, performance.now() - began);
    }
  } finally {
    await close();
  }
  report.counts['slowest pair of queries, ms'] = Math.round(slowest);
  return report;
}

try {
  const wanted = process.argv.slice(2);
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) {
    const part = parts[name];
    if (!part) throw new Error(`there is no part ${name}: ${Object.keys(parts).join(' ')}`);
    const began = performance.now();
    const report = await part();
    if (!report) {
      console.log(`${name}: left out, this user may not mount anything`);
      continue;
    }
    const { rounds, faults, counts } = report;
    const seconds = Math.round((performance.now() - began) / 1_000);
    const told = Object.entries(counts).map(([what, times]) => `${what}: ${times}`);
    console.log(
      `${name}: ${rounds} rounds in ${seconds} s, ${faults.length} faults${told.map((line) => `\n  ${line}`).join('')}`,
    );
    for (const fault of faults.slice(0, 20)) console.log(`  FAULT ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
} finally {
  console.log(`seed ${seed} (SOAK_SEED=${seed} repeats it)`);
  if (process.exitCode === 1) console.log(`The homes are kept: ${temp}`);
  else rmSync(temp, { recursive: true, force: true });
}
