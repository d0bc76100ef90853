// Everything that a run needs, up and ready: people in their chats, a model, a queue, one gateway and its workers on one home.

import { writeConfig } from '../cli.js';
import { type ModelServer, startModelServer } from '../model-server.js';
import type { Conversation } from '../stages.js';
import { newTasks, type Tasks } from '../tasks.js';
import { type Crowd, openCrowd } from './crowd.js';
import { type Household, type Kind, openHousehold } from './household.js';
import { type WatchedRedis, watchRedis } from './redis.js';
import { openThinker, type Thinker } from './thinker.js';

export type Engine = 'sqlite' | 'redis';

export interface SceneOptions {
  engine: Engine;
  chats: number;
  workers: number;
  random: () => number;
  /** How long a slow answer of the model takes, ms. Default 3,000. */
  slowMs?: number;
  /** What stands in nightjar.yaml below `agent`, on one line. */
  agent?: string;
  /** Arguments that start a worker. */
  worker?: string[];
}

export interface Scene extends Household {
  crowd: Crowd;
  model: ModelServer;
  thinker: Thinker;
  tasks: Tasks;
  redis: WatchedRedis | undefined;
  /** By task, when it was said, epoch ms. */
  saidAt: Map<number, number>;
}

/** A token that a platform would refuse: whatever reaches it came from the gateway. */
const NO_TOKEN = '7000000001:AAHnobodyKnowsThisTokenAtAll';
/** Whatever is said by anybody here holds some of it. */
const SECRET = /zq\d{4}[a-z]{8}|task \d{4}|A\d{4}\/\d\d|An answer|Note \d{4}/;
/** So few turns at once in each process that others get theirs. */
const AGENT = 'concurrency: 3';
const SLOW_MS = 3_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export async function openScene(home: string, options: SceneOptions): Promise<Scene> {
  const { engine, chats, workers, random, agent = AGENT, worker = ['worker'], slowMs = SLOW_MS } = options;
  const crowd = await openCrowd(chats);
  const thinker = openThinker(random, slowMs);
  const model: ModelServer = await startModelServer(async (request, number) => {
    const served = model.requests[number - 1];
    if (!served) throw new Error(`no request ${number}`);
    return await thinker.reply(request, served);
  });
  const redis = engine === 'redis' ? await watchRedis(SECRET) : undefined;
  writeConfig(
    home,
    `owner: ["${crowd.owner}"]
model: { name: test, baseUrl: "${model.baseUrl}", apiKey: x, contextTokens: 200000 }
agent: { ${agent} }
channels:
  ${crowd.yaml('${TELEGRAM_TOKEN}')}
${redis ? `queue: { redis: "${redis.url}" }` : ''}
`,
  );
  const env: Record<Kind, Record<string, string>> = {
    gateway: { TELEGRAM_TOKEN: crowd.telegram.token },
    worker: { TELEGRAM_TOKEN: NO_TOKEN },
  };
  const household = openHousehold(home, { commands: { gateway: ['start'], worker }, env });
  const saidAt = new Map<number, number>();
  const tasks = newTasks((task, chat) => {
    saidAt.set(task, Date.now());
    const word = Array.from({ length: 8 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
    return `please 请, here in ${nameOf(crowd.chats, chat)}, about zq${String(task).padStart(4, '0')}${word}`;
  });
  async function close(): Promise<void> {
    await household.close();
    await Promise.all([model.close(), crowd.telegram.stop(), redis?.close()]);
  }
  try {
    await household.start('gateway');
    await Promise.all(Array.from({ length: workers }, () => household.start('worker')));
    await crowd.letIn();
  } catch (error) {
    await close();
    throw error;
  }
  return { ...household, crowd, model, thinker, tasks, redis, saidAt, close };
}

/** By which the model tells chats apart. */
export function nameOf(chats: readonly Conversation[], chat: Conversation): string {
  return `chat-${String(chats.indexOf(chat)).padStart(3, '0')}`;
}

/** Whether and where the queue's server keeps or kept what people said. */
export async function secretFaults({ redis }: Pick<Scene, 'redis'>): Promise<string[]> {
  if (!redis) return [];
  const kept = await redis.keep(SECRET);
  return [
    ...kept.slice(0, 5).map((key) => `Redis keeps what was said in ${key}`),
    ...redis.passed
      .splice(0)
      .slice(0, 5)
      .map((line) => `what was said went through Redis: ${line}`),
  ];
}
