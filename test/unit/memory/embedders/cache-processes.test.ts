// One cache file under several real processes, one of which is killed.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbeddingCache } from '../../../../src/memory/embedders/cache.js';
import { systemClock as clock } from '../../../../src/ops/system-clock.js';
import { memoryLog } from '../../../support/memory-log.js';
import { tempDir } from '../../../support/temp-dir.js';
import { hashOf } from './pass-store.js';

const script = fileURLToPath(new URL('./cache-child.ts', import.meta.url));
const BATCHES = 40;

function start(file: string, name: string, batches: number) {
  const child = spawn(process.execPath, ['--import', 'tsx', script, file, name, String(batches)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  return { child, lines, closed: once(child, 'close'), first: once(reader, 'line') };
}

it('is written by three processes at once and survives one that is killed', { timeout: 60_000 }, async () => {
  const file = join(tempDir(), 'embeddings.sqlite');
  const steady = ['one', 'two'].map((name) => start(file, name, BATCHES));
  const killed = start(file, 'killed', 0);
  await Promise.all([...steady, killed].map(({ first }) => first));
  killed.child.kill('SIGKILL');
  await Promise.all([...steady, killed].map(({ closed }) => closed));

  for (const { lines } of steady) expect(lines).toEqual([...Array(BATCHES).fill('20'), '[]']);
  const log = memoryLog();
  const cache = openEmbeddingCache(file, { entries: 100_000, clock, log });
  const texts = ['one', 'two'].flatMap((name) =>
    Array.from({ length: BATCHES * 20 }, (_, i) => `${name} ${Math.floor(i / 20)} ${i % 20}`),
  );
  const acknowledged = killed.lines.flatMap((_, batch) => Array.from({ length: 20 }, (_, i) => `killed ${batch} ${i}`));
  const all = [...texts, ...acknowledged].map(hashOf);
  expect((await cache.get('m', all)).size).toBe(all.length);
  await cache.close();
  expect(log.events).toEqual([]);
});
