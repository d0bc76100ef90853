// A process of its own that has an index open, for tests that kill it. Arguments: index folder, folder of locks, name, and
// `hold` (opens the live generation) or `rebuild` (fills the next one with notes, for ever where it says so).
// Says `ready` when it has begun, then each note, `moved` after the swap.

import { writeSync } from 'node:fs';
import { cutChunks, sha256 } from '../../../src/memory/index/chunk.js';
import { openGenerations } from '../../../src/memory/index/generation.js';
import type { IndexStore } from '../../../src/memory/index/store.js';
import { silentLog } from '../silent-log.js';

const [dir = '', runDir = '', name = '', task = 'hold', notes = '0'] = process.argv.slice(2);
const chunk = { tokens: 400, overlap: 80 };
const generations = openGenerations({ dir, runDir, name, chunk, model: '', log: silentLog });

async function fill(store: IndexStore): Promise<void> {
  writeSync(1, 'ready\n');
  const space = store.space('["main"]', 'memory');
  for (let n = 0; notes === '0' || n < Number(notes); n++) {
    const text = `note ${n} of the heron 苍鹭`;
    const file = { path: `${n}.md`, space, stamp: '1', hash: sha256(text), mtimeMs: 1, lines: 1 };
    await store.putFile(file, cutChunks(text, chunk));
    writeSync(1, `${n}\n`);
  }
}

if (task === 'hold') {
  writeSync(1, `ready ${generations.current().generation}\n`);
} else {
  const built = await generations.rebuild(fill);
  writeSync(1, built ? 'moved\n' : 'busy\n');
}
setInterval(() => {}, 1_000);
