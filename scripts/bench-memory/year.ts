// A workspace of 366 daily files, 1.5 MB: what a full index and one without anything new cost, in a process of its own.
// Prints one line of JSON. usage: tsx year.ts HOME

import { openBuiltHouse } from './home.js';
import { cost } from './measure.js';

export interface YearResult {
  chunks: number;
  fullCpuMs: number;
  unchangedMs: number;
  unchangedCpuMs: number;
  bytes: number;
}

const [home = ''] = process.argv.slice(2);
const first = await openBuiltHouse(home, false);
const full = await cost(() => first.memory.index.rebuild());
await first.close();
const again = await openBuiltHouse(home, false);
const unchanged = await cost(() => again.memory.index.sync());
if (unchanged.value.indexed > 0) throw new Error('something was indexed again');
const { bytes, scopes } = await again.memory.index.status();
await again.close();
const result: YearResult = {
  chunks: scopes.reduce((sum, scope) => sum + scope.chunks, 0),
  fullCpuMs: full.cpuMs,
  unchangedMs: unchanged.ms,
  unchangedCpuMs: unchanged.cpuMs,
  bytes,
};
console.log(JSON.stringify(result));
