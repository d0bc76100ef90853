// Whether a Redis server is one that may hold jobs: new enough, and never throwing keys away when its memory is full.
// Reads only. What it says never contains the address, which may hold a password.

import { Redis } from 'ioredis';
import type { Finding } from '../../contracts/index.js';
import { oneLine } from '../../text/truncate.js';

const CHECK = 'queue.redis';
/** What BullMQ asks for. */
const OLDEST = [6, 2];
const CONNECT_MS = 3_000;

/** Why a server is not used. `refused`: it will not do as it is, waiting does not help. */
export interface ServerTrouble {
  says: string;
  remedy: string;
  refused: boolean;
}

/** For every connection: nothing waits in silence for a server that is away, and a broken one is tried again soon. */
export const connectionOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  // Whatever is unanswered when a connection closes fails then; with null it would wait for ever.
  maxRetriesPerRequest: 0,
  connectTimeout: CONNECT_MS,
  retryStrategy: (times: number): number | null => Math.min(100 * 2 ** Math.min(times, 5), 2_000),
};

/** Looks at the server of a connection that stands. Rejects when the connection breaks. */
export async function troubleOfServer(client: Redis): Promise<ServerTrouble | undefined> {
  const facts = new Map(
    (await client.info()).split(/\r?\n/).map((line): [string, string] => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  const version = facts.get('redis_version') ?? '';
  if (version !== '' && isOlder(version)) {
    return {
      says: `The Redis server has version ${version}, and the queue needs ${OLDEST.join('.')} or newer.`,
      remedy: 'Update the Redis server, or take queue.redis out of nightjar.yaml.',
      refused: true,
    };
  }
  const policy = facts.get('maxmemory_policy') ?? (await configuredPolicy(client));
  if (policy !== undefined && policy !== 'noeviction') {
    return {
      says: `The Redis server throws keys away when its memory is full (maxmemory-policy ${policy}), and jobs with them.`,
      remedy: 'Set `maxmemory-policy noeviction` in redis.conf, or `redis-cli config set maxmemory-policy noeviction`.',
      refused: true,
    };
  }
  if (facts.get('role') === 'slave') {
    return {
      says: 'The Redis server is a replica and takes no jobs; they run without it meanwhile.',
      remedy: 'Name the primary server in queue.redis.',
      refused: false,
    };
  }
  const limit = Number(facts.get('maxmemory') ?? 0);
  if (limit > 0 && Number(facts.get('used_memory') ?? 0) >= limit) {
    return {
      says: 'The memory of the Redis server is full and it takes no jobs; they run without it meanwhile.',
      remedy: 'Raise maxmemory in redis.conf, or look for what else fills the server.',
      refused: false,
    };
  }
  return undefined;
}

/** Managed servers often forbid CONFIG; what is not known is not held against them. */
async function configuredPolicy(client: Redis): Promise<string | undefined> {
  try {
    const answer = await client.config('GET', 'maxmemory-policy');
    return Array.isArray(answer) ? String(answer[1]) : undefined;
  } catch {
    return undefined;
  }
}

/** What a failed connection means, in words without its address. */
export function troubleOfConnection(error: unknown): ServerTrouble {
  const message = error instanceof Error ? error.message : String(error);
  if (/WRONGPASS|NOAUTH|invalid password|without any password/i.test(message)) {
    return {
      says: 'The Redis server refuses the user or password in queue.redis.',
      remedy: 'Put the right one into the address: redis://user:password@host:port.',
      refused: true,
    };
  }
  if (/NOPERM/.test(message)) {
    return {
      says: 'The Redis user in queue.redis may not do what the queue needs.',
      remedy: 'Give the user the commands of BullMQ and all keys that begin with {nightjar.',
      refused: true,
    };
  }
  if (/self.signed|certificate|altname|SSL|TLS/i.test(message)) {
    return {
      says: `The Redis server cannot be trusted: ${oneLine(message, 120)}.`,
      remedy: 'Name its authority in the environment: NODE_EXTRA_CA_CERTS=/path/to/ca.pem.',
      refused: true,
    };
  }
  return {
    says: 'The Redis server cannot be reached; jobs run without it meanwhile.',
    remedy: 'Start the Redis server, or check the address queue.redis in nightjar.yaml.',
    refused: false,
  };
}

/** What doctor and a start can say about the server at that address. Never rejects; takes at most a few seconds. */
export async function checkRedis(url: string): Promise<Finding> {
  const client = new Redis(url, { ...connectionOptions, lazyConnect: true, retryStrategy: () => null });
  let heard: unknown;
  client.on('error', (error) => {
    heard = error;
  });
  // One that hangs takes the connection and answers nothing, for as long as anybody waits.
  const late = setTimeout(() => client.disconnect(), CONNECT_MS);
  try {
    await client.connect();
    const trouble = await troubleOfServer(client);
    return trouble ? finding(trouble) : { check: CHECK, level: 'ok', says: 'The Redis server answers.' };
  } catch (error) {
    return finding(troubleOfConnection(heard ?? error));
  } finally {
    clearTimeout(late);
    client.disconnect();
  }
}

function finding({ says, remedy, refused }: ServerTrouble): Finding {
  return { check: CHECK, level: refused ? 'error' : 'warning', says, remedy };
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [least = 0, lesser = 0] = OLDEST;
  return major < least || (major === least && minor < lesser);
}
