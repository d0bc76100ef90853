// What a bot takes whose index is open in its thread and has been searched: the built product alone, without tools for
// development around it. Prints the most resident memory in MB. usage: node resident.mjs HOME, queries as lines of input.

import { createInterface } from 'node:readline';

const [home = ''] = process.argv.slice(2);
const dist = (path) => import(new URL(`../../dist/src/${path}`, import.meta.url).href);
const { openHouse } = await dist('house.js');
const { loadConfig } = await dist('config/load.js');
const loaded = loadConfig({ home, env: {}, defaultTimezone: 'UTC' });
const house = await openHouse({ home, loaded, version: 'bench', resident: true });
await house.memory.index.sync();
for await (const query of createInterface({ input: process.stdin })) {
  await house.memory.index.search({ kind: 'main' }, query, { limit: 10 });
}
console.log(process.resourceUsage().maxRSS / 1_024);
await house.close();
