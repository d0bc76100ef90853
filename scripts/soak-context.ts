// The acceptance of context engineering at full length: a conversation of 400 turns in a small window, kills around flush and
// compaction, models that do not do their part, many flushes of one log. Prints what became of it; exits 1 on a fault.
// Usage: npm run soak:context [-- TURNS KILLS]

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alwaysTooLong, badSummaries, newBesideAHang, smallTalk } from '../test/support/context-run/adversaries.js';
import { killRun } from '../test/support/context-run/kill-run.js';
import { longRun } from '../test/support/context-run/long-run.js';
import { flushTogether } from '../test/support/context-run/together.js';

const turns = Number(process.argv[2] ?? 400);
const kills = Number(process.argv[3] ?? 100);
const SHORTER = { turns: 100, facts: 15, turnsAProcess: 40, bulk: 500 };

async function part(title: string, run: (home: string) => Promise<{ faults: string[] }>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'nightjar-soak-'));
  const startedAt = Date.now();
  const { faults, ...figures } = await run(home).catch((error: unknown) => ({ faults: [String(error)] }));
  const told = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  console.log(`\n${title}`);
  console.table({
    ...Object.fromEntries(told),
    faults: faults.length,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
  });
  for (const fault of faults) console.error(fault);
  if (faults.length === 0) return rmSync(home, { recursive: true, force: true });
  console.error(`The home is kept: ${home}`);
  process.exitCode = 1;
}

await part(`${turns} turns with tools in a window of 20,000 tokens`, (home) =>
  longRun(home, { turns, facts: 30, turnsAProcess: 60, bulk: 300 }),
);
for (const compaction of ['strategy: truncate', 'strategy: mixed', 'pruneToolResults: true', 'auto: false']) {
  await part(`100 turns with compaction: { ${compaction} }`, (home) => longRun(home, { ...SHORTER, compaction }));
}
await part('100 turns that cannot be summed up', (home) => longRun(home, { ...SHORTER, moods: ['fails'] }));
await part('100 turns where a token of ours costs 1.4', (home) => longRun(home, { ...SHORTER, ratio: 1.4 }));
const TEAM = { args: ['--group', 'team'], scope: 'group:console:team', trust: 'owner' } as const;
await part('100 turns in a group', (home) => longRun(home, { ...SHORTER, place: TEAM }));
const BOB = { args: ['--as', 'bob'], scope: 'person:console-bob', trust: 'member' } as const;
await part('100 turns of another person', (home) => longRun(home, { ...SHORTER, place: BOB }));
await part('killed around flush and compaction', (home) => killRun(home, kills, Math.random));
await part('killed beside a process that lives on', (home) =>
  killRun(home, Math.ceil(kills / 4), Math.random, { beside: true }),
);
await part('always too long, from the first message on', (home) => alwaysTooLong(home, 0));
await part('always too long, behind a long history', (home) => alwaysTooLong(home, 20));
for (const mood of ['fails', 'empty', 'headings'] as const) {
  await part(`a summary that is ${mood}`, async (home) => ({ faults: await badSummaries(home, mood) }));
}
await part('50 flushes of small talk by a model', (home) => smallTalk(home, 50, true));
await part('50 flushes of small talk without a model', (home) => smallTalk(home, 50, false));
await part('/new beside a model that hangs', (home) => newBesideAHang(home));
await part('ten flushes of one log beside an editor', (home) => flushTogether(home, 10));
