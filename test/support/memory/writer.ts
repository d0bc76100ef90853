// A process of its own that writes memory, for tests that kill it or let several write at once.
// Arguments: home, names of sessions that write side by side (a,b), lines of each (0: without end), target. Says `ready`, then each acknowledged line.

import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { openState } from '../../../src/db/state.js';
import { openMemory } from '../../../src/memory/memory.js';
import { silentLog } from '../silent-log.js';

const [home = '', names = '', count = '0', target = 'long'] = process.argv.slice(2);
const clock = {
  now: () => Date.now(),
  sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
  after: () => () => {},
};
const state = await openState(join(home, 'state.sqlite'));
const memory = await openMemory({
  workspace: join(home, 'workspace'),
  runDir: join(home, 'run'),
  db: state.db,
  clock,
  timezone: 'UTC',
  log: silentLog,
});
await memory.recover();
writeSync(1, 'ready\n');
const view = memory.view({ kind: 'main' });

async function write(name: string): Promise<void> {
  for (let n = 0; count === '0' || n < Number(count); n++) {
    const text = `${name}-${n} 記憶`;
    const why = { who: 'system', by: 'flush', session: name, call: String(n), reason: 'test', trust: 'owner' } as const;
    await view.remember({ target: target === 'day' ? 'day' : 'long', text }, why);
    writeSync(1, `${text}\n`);
  }
}

await Promise.all(names.split(',').map(write));
state.close();
