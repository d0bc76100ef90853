// A process of its own that fills a cache of embeddings. Arguments: file, name, batches of 20 (0: without end).
// Says a line after each batch, and its warnings at the end.

import { writeSync } from 'node:fs';
import { openEmbeddingCache } from '../../../../src/memory/embedders/cache.js';
import { systemClock as clock } from '../../../../src/ops/system-clock.js';
import { hashedVector } from '../../../support/memory/hashing-embedder.js';
import { memoryLog } from '../../../support/memory-log.js';
import { hashOf } from './pass-store.js';

const [file = '', name = '', batches = '0'] = process.argv.slice(2);
const log = memoryLog();
const cache = openEmbeddingCache(file, { entries: 100_000, clock, log });
for (let batch = 0; batches === '0' || batch < Number(batches); batch++) {
  const texts = Array.from({ length: 20 }, (_, i) => `${name} ${batch} ${i}`);
  await cache.put(
    'm',
    texts.map((text) => ({ hash: hashOf(text), known: hashedVector(text, 384) })),
  );
  const found = await cache.get('m', texts.map(hashOf));
  writeSync(1, `${found.size}\n`);
}
await cache.close();
writeSync(1, `${JSON.stringify(log.events)}\n`);
