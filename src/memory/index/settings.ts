// What an index is opened with, as plain data that can cross into a thread.

import type { OpenAiEmbedderSettings } from '../embedders/openai.js';
import type { Mount } from '../sources/mounts.js';
import type { ChunkSize } from './chunk.js';
import type { SyncSettings } from './triggers.js';

export interface IndexPlace {
  /** Where the files are kept. */
  dir: string;
  /** For locks. */
  runDir: string;
  /** What they begin with; see indexName. */
  name: string;
}

export interface EmbeddingSettings extends OpenAiEmbedderSettings {
  /** The vectors' share of the fused score, 0…1; the words have the rest. */
  vectorWeight: number;
  /** How long a search waits for the vector of its query. */
  queryBudgetMs: number;
  /** Most vectors kept for texts seen before. */
  cacheEntries: number;
}

export interface IndexSettings {
  /** Absent: kept in memory, for this process alone. */
  place?: IndexPlace;
  /** IANA name: in which "yesterday" is counted. */
  timezone: string;
  mounts: readonly Mount[];
  chunk: ChunkSize;
  sync: SyncSettings;
  /** Absent: search by words only. */
  embedding?: EmbeddingSettings;
}

/** In memory, words only, looked at before every search. */
export const DEFAULT_INDEX: Omit<IndexSettings, 'timezone'> = {
  mounts: [],
  chunk: { tokens: 400, overlap: 80 },
  sync: {
    watch: false,
    intervalMinutes: 0,
    onSessionStart: false,
    onSearch: true,
    transcript: { bytes: 100_000, messages: 50 },
  },
};
