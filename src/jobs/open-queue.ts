// Opens the queue by its configuration: on BullMQ where a Redis server is named, embedded otherwise. BullMQ is loaded
// only then: that takes longer than everything else of a start.

import { ConfigError, type Finding, type JobQueue } from '../contracts/index.js';
import { type SqliteQueueOptions, sqliteQueue } from './sqlite-queue.js';

export interface QueueOptions extends SqliteQueueOptions {
  /** Address of a Redis server; absent: the embedded engine. */
  redis?: string | undefined;
  /** What tells this installation from others on the same server. */
  prefix: string;
}

/** With a server that is away it takes up to 2 s, and the queue works without it. */
export async function openQueue({ redis, ...options }: QueueOptions): Promise<JobQueue> {
  if (redis === undefined) return sqliteQueue(options);
  const { bullQueue } = await import('./bullmq/bull-queue.js');
  return bullQueue({ ...options, redis });
}

/** What can be said of the server at that address, for doctor. Never rejects. */
export async function redisFinding(url: string): Promise<Finding> {
  const { checkRedis } = await import('./bullmq/server.js');
  return checkRedis(url);
}

/** Throws a ConfigError for a server that will not do as it is; one that is merely away is no reason not to start. */
export async function refuseUnfitRedis(url: string): Promise<void> {
  const { level, says, remedy } = await redisFinding(url);
  if (level === 'error') throw new ConfigError(says, remedy === undefined ? {} : { remedy });
}
