// What the configuration says of memory, in the units and with the secrets that src/memory takes. Pure.

import type { Config } from './schema.js';

/** `memory.extraPaths` and `memory.wiki`, in the order of the file. */
export function mountSettings({ memory }: Pick<Config, 'memory'>) {
  return [
    ...memory.extraPaths.map((place) => ({ corpus: 'memory' as const, ...place })),
    ...memory.wiki.map((place) => ({ corpus: 'wiki' as const, ...place })),
  ];
}

/** The embedder and how it is used; undefined where search goes by words alone. */
export function embeddingSettings({ embedding }: Pick<Config, 'embedding'>) {
  const { provider, name, baseUrl, apiKey, dimensions, timeoutSeconds } = embedding;
  if (provider === 'none' || name === undefined) return undefined;
  return {
    name,
    batchSize: embedding.batchSize,
    timeoutMs: timeoutSeconds * 1_000,
    vectorWeight: embedding.vectorWeight,
    queryBudgetMs: embedding.queryBudgetMs,
    cacheEntries: embedding.cacheEntries,
    ...(baseUrl ? { baseUrl } : {}),
    ...(apiKey ? { apiKey: apiKey.reveal() } : {}),
    ...(apiKey?.variable ? { keyVariable: apiKey.variable } : {}),
    ...(dimensions ? { dimensions } : {}),
  };
}
