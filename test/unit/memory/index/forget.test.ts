// An index that was made anew keeps nothing of what was there before, while another has the old one open, and goes on for both.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDb } from '../../../../src/db/database.js';
import { openEmbeddingCache } from '../../../../src/memory/embedders/cache.js';
import { openIndex } from '../../../../src/memory/index/engine.js';
import { forgetInIndex } from '../../../../src/memory/index/forget.js';
import { DEFAULT_INDEX } from '../../../../src/memory/index/settings.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { holding } from '../../../support/forget-home.js';
import { hashingEmbedder } from '../../../support/memory/hashing-embedder.js';
import { main, openPlaces } from '../../../support/memory/indexed.js';
import { silentLog } from '../../../support/silent-log.js';

const WORDS = ['heron-zq81', '蓝色长颈鹿'];

it('old generations, damaged copies and vectors of texts that stand nowhere any more are gone', async () => {
  const places = await openPlaces();
  places.put('MEMORY.md', `- the code is ${WORDS.join(' or ')}\n`);
  places.put('memory/2026-11-01.md', '- the cat is called Cobaltina\n');
  const clock = new FakeClock();
  const place = { dir: join(places.home, 'index'), runDir: join(places.home, 'run'), name: 'abcd' };
  const file = join(place.dir, 'embeddings.sqlite');
  const open = () =>
    openIndex({
      settings: { ...DEFAULT_INDEX, timezone: 'UTC', place },
      folders: places.folders,
      sources: places.sources,
      manner: 'errand',
      clock,
      log: silentLog,
      embedding: {
        embedder: hashingEmbedder(),
        cache: openEmbeddingCache(file, { entries: 100, clock, log: silentLog }),
      },
    });
  const [one, other] = [open(), open()];
  onTestFinished(async () => {
    await one.close();
    await other.close();
  });
  await one.sync();
  expect((await other.search(main, 'heron-zq81', {})).hits).toHaveLength(1);
  places.put('MEMORY.md', '# Memory\n');
  expect(holding(place.dir, WORDS)).not.toEqual([]);

  expect(await forgetInIndex(one, place, clock)).toEqual([]);
  expect(holding(place.dir, WORDS)).toEqual([]);
  expect(readdirSync(place.dir).filter((name) => /^abcd\.\d+\.sqlite$/.test(name))).toEqual(['abcd.2.sqlite']);
  const cache = openDb(file, { readonly: true });
  const hashes = cache.sql<{ hash: Buffer }>('SELECT hash FROM vectors').all();
  cache.close();
  const gone = createHash('sha256')
    .update(`- the code is ${WORDS.join(' or ')}`)
    .digest('hex');
  expect(hashes.map(({ hash }) => hash.toString('hex'))).not.toContain(gone);
  expect(hashes.length).toBeLessThanOrEqual(2);
  expect((await other.search(main, 'Cobaltina', {})).hits).toHaveLength(1);
  expect((await other.search(main, 'heron-zq81', {})).hits).toHaveLength(0);
});
