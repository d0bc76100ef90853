// Doctor's look at the index.
import { expect, test } from 'vitest';
import { indexCheck } from '../../../../src/memory/index/checks.js';
import type { IndexStatus } from '../../../../src/memory/index/memory-index.js';

function findings(status: Partial<IndexStatus>, stale = 0) {
  const scopes: IndexStatus['scopes'] = [
    { owner: { kind: 'main' }, files: 3, indexed: 3 - stale, stale, chunks: 3, vectors: 0 },
    { owner: 'shared', files: 1, indexed: 1, stale: 0, chunks: 1, vectors: 0 },
  ];
  const whole = { mode: 'lexical only', generation: 1, bytes: 1, notices: [], skipped: [], scopes, ...status };
  return indexCheck({ status: async () => whole }).run();
}

test('all is well when every file is indexed as it is', async () => {
  expect(await findings({})).toEqual([
    { check: 'memory.index', level: 'ok', says: 'All 4 files are searched (lexical only).' },
  ]);
});

test('files that are behind are no trouble, notices are warnings with a remedy', async () => {
  const found = await findings({ notices: ['~/notes is not searched: it is not there (yet).'] }, 2);
  expect(found.map(({ level, says }) => [level, says])).toEqual([
    ['ok', '2 of 4 files are searched as they are now (lexical only); the next look takes in the others.'],
    ['warning', '~/notes is not searched: it is not there (yet).'],
  ]);
  expect(found[1]?.remedy).toBeTruthy();
});
