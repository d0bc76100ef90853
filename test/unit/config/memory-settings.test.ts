// What memory is handed of the configuration.
import { expect, test } from 'vitest';
import { embeddingSettings, mountSettings } from '../../../src/config/memory-settings.js';
import { load } from '../../support/config-home.js';

test('folders keep their order, their owner and their name', () => {
  const yaml = 'memory: {wiki: [{path: /srv/docs, scope: shared, name: 手册}], extraPaths: [~/notes, projects]}';
  expect(mountSettings(load({ yaml }).config)).toEqual([
    { corpus: 'memory', path: '~/notes', scope: { kind: 'main' } },
    { corpus: 'memory', path: 'projects', scope: { kind: 'main' } },
    { corpus: 'wiki', path: '/srv/docs', scope: 'shared', name: '手册' },
  ]);
});

test('there is an embedder only where one is wanted', () => {
  expect(embeddingSettings(load({}).config)).toBeUndefined();
  expect(embeddingSettings(load({ yaml: 'embedding: {provider: none, name: bge-m3}' }).config)).toBeUndefined();
});

test('an embedder gets its key, and the name of the variable it came from', () => {
  const yaml = [
    'embedding:',
    '  name: text-embedding-3-small',
    '  apiKey: "$' + '{EMBED_KEY}"',
    '  dimensions: 512',
    '  vectorWeight: 0.4',
    '  timeoutSeconds: 5',
  ].join('\n');
  expect(embeddingSettings(load({ yaml, env: { EMBED_KEY: 'k1' } }).config)).toEqual({
    name: 'text-embedding-3-small',
    batchSize: 64,
    timeoutMs: 5_000,
    vectorWeight: 0.4,
    queryBudgetMs: 500,
    cacheEntries: 50_000,
    apiKey: 'k1',
    keyVariable: 'EMBED_KEY',
    dimensions: 512,
  });
});
