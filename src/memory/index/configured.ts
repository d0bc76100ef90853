// An index as a home has it: with the embedder that was configured, and the cache of its vectors beside the index files.

import { join } from 'node:path';
import { openEmbeddingCache } from '../embedders/cache.js';
import { openaiEmbedder } from '../embedders/openai.js';
import { type EngineParts, openIndex } from './engine.js';
import type { MemoryIndex } from './memory-index.js';

/** Opens nothing on the network: the embedder is asked when there is something to embed. */
export function openConfiguredIndex(parts: Omit<EngineParts, 'embedding'>): MemoryIndex {
  const { settings, clock, log } = parts;
  const { embedding, place } = settings;
  if (!embedding || !place) return openIndex(parts);
  const embedder = openaiEmbedder(embedding, { clock, log });
  const cache = openEmbeddingCache(join(place.dir, 'embeddings.sqlite'), {
    entries: embedding.cacheEntries,
    clock,
    log,
  });
  return openIndex({ ...parts, embedding: { embedder, cache } });
}
