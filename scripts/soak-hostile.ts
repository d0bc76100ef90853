// Hostile conversations by the thousand, in homes of 500 each, then every way in which a decision about privacy could be taken
// wrongly: no canary may turn up where it must not, and each mutant must be noticed. Exits 1 on a leak.
// usage: npm run soak:hostile [-- --conversations 20000 --seed N --mutants-only]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildMutant, mutantNames } from '../test/support/hostile/mutants.js';
import { type HostileReport, hostileRun } from '../test/support/hostile/run.js';
import { seeded } from './bench-memory/text.js';

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    'mutants-only': { type: 'boolean', default: false },
  },
});
const A_HOME = 500;
const MUTANT_WITHIN = 100;
const random = seeded(Number(values.seed));
const wanted = values['mutants-only'] ? 0 : Number(values.conversations);

/** In a fresh home, which is kept where something was not as it must be. */
async function inHome<T>(work: (home: string) => Promise<T>, isSound: (result: T) => boolean): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'nightjar-hostile-'));
  const result = await work(home);
  if (isSound(result)) rmSync(home, { recursive: true, force: true });
  else {
    console.error(`The home is kept: ${home}`);
    process.exitCode = 1;
  }
  return result;
}

function add(sums: Record<string, number>, more: Record<string, number>): void {
  for (const [name, count] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + count;
}

console.log(`seed ${values.seed}`);
const total = { conversations: 0, requests: 0, 'pairs of scopes': 0, leaks: 0, faults: 0, seconds: 0 };
const moves: Record<string, number> = {};
const tools: Record<string, number> = {};
while (total.conversations < wanted) {
  const conversations = Math.min(A_HOME, wanted - total.conversations);
  const isSound = ({ leaks, faults }: HostileReport) => leaks.length + faults.length === 0;
  const report = await inHome((home) => hostileRun(home, { conversations, random }), isSound);
  for (const leak of report.leaks) console.error(JSON.stringify(leak));
  for (const fault of report.faults) console.error(fault);
  add(moves, report.moves);
  add(tools, report.tools);
  total.conversations += report.conversations;
  total.requests += report.requests;
  total['pairs of scopes'] = Math.max(total['pairs of scopes'], report.pairs);
  total.leaks += report.leaks.length;
  total.faults += report.faults.length;
  total.seconds += report.seconds;
  process.stderr.write(`${total.conversations} conversations, ${total.leaks} leaks\n`);
  // Nothing went on.
  if (report.conversations === 0) break;
}
if (wanted > 0) {
  console.table({ ...total, 'conversations/s': total.conversations / total.seconds });
  console.table(moves);
  console.table(tools);
}

const noticed: Record<string, object> = {};
for (const name of mutantNames) {
  process.stderr.write(`${name} …\n`);
  const report = await inHome(
    async (folder) => {
      const entry = buildMutant(join(folder, 'program'), name);
      const home = mkdtempSync(join(folder, 'home-'));
      return await hostileRun(home, { conversations: MUTANT_WITHIN, random, entry, stopAtLeak: true });
    },
    ({ leaks }) => leaks.length > 0,
  );
  const [first] = report.leaks;
  noticed[name] = { 'noticed after': first ? report.conversations : 'NEVER', where: first?.where, what: first?.root };
}
console.table(noticed);
