// A bot on a platform whose process is killed at random moments while people set it tasks, and what must hold afterwards.
// Used by a short test and by a long soak.

import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { collect, startCli, writeConfig } from './cli.js';
import { startModelServer } from './model-server.js';
import { discordStage, type Stage, stageConfig, telegramStage } from './stages.js';
import { answerTasks, newTasks, type Tasks, type Verdict } from './tasks.js';

export interface KillPlan {
  kills: number;
  /** Tasks over all rounds, beside one in each chat at the beginning. */
  tasks: number;
  /** A round ends at a random moment up to then, ms from the start of the process. */
  longestMs: number;
  /** After so many kills everything is to be answered before the next. */
  restEvery: number;
  random: () => number;
}

/** Until everything is answered after the last trouble. */
const REST_MS = 60_000;
const SOONEST_MS = 100;
/** The share of rounds that end amid a reply on its way. */
const SENDING = 0.4;

export async function channelKills(
  platform: Stage['platform'],
  home: string,
  plan: KillPlan,
): Promise<Verdict & { kills: number }> {
  const { kills, random } = plan;
  const stage = platform === 'telegram' ? await telegramStage() : await discordStage();
  const model = await startModelServer((request) => {
    // Some answers come at once, some slowly enough to be shown while they grow.
    const slow = random() < 0.3;
    return { ...answerTasks(request), delayMs: random() * 150, ...(slow ? { paceMs: 25 } : {}) };
  });
  const tasks = newTasks();
  const faults: string[] = [];
  try {
    writeConfig(home, stageConfig([stage], { baseUrl: model.baseUrl }));
    // A bot that has been in its chats: what was said before it ever came is not for it to answer.
    faults.push(...(await rest(home, stage, tasks, () => stage.chats.forEach(tasks.ask))));
    for (let round = 1; round <= kills; round++) {
      const due = Math.round((plan.tasks * round) / kills) - Math.round((plan.tasks * (round - 1)) / kills);
      await killedRound(home, stage, tasks, { due, ...plan, faults });
      if (round % plan.restEvery !== 0 && round < kills) continue;
      faults.push(...(await rest(home, stage, tasks)));
      const { faults: found } = tasks.inspect(home);
      if (found.length > 0 || faults.length > 0) {
        faults.push(...found.map((one) => `after ${round} kills: ${one}`));
        break;
      }
    }
    return { kills, ...tasks.inspect(home), faults };
  } finally {
    await model.close();
    await stage.close();
  }
}

/** Starts the bot, sets the tasks that are due before and while it runs, and kills it. */
async function killedRound(
  home: string,
  { chats, sends, until }: Stage,
  tasks: Tasks,
  { due, longestMs, random, faults }: KillPlan & { due: number; faults: string[] },
): Promise<void> {
  const somewhere = () => {
    const chat = chats[Math.floor(random() * chats.length)];
    if (chat) tasks.ask(chat);
  };
  const lifeMs = SOONEST_MS + random() * (longestMs - SOONEST_MS);
  const times = Array.from({ length: due }, () => Math.max(0, (random() * 1.3 - 0.3) * lifeMs)).sort((a, b) => a - b);
  for (const at of times) if (at === 0) somewhere();
  const child = startCli(home, ['start']);
  const output = collect(child);
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  const began = performance.now();
  // Some die in the worst moment, when a reply has just left and nobody has noted that it arrived.
  const last = sends() + 1 + Math.floor(random() * 3);
  if (random() < SENDING)
    until(() => sends() >= last, longestMs).then(
      () => child.kill('SIGKILL'),
      () => {},
    );
  for (const at of [...times.filter((one) => one > 0), lifeMs]) {
    await Promise.race([sleep(Math.max(0, began + at - performance.now())), closed]);
    if (at !== lifeMs) somewhere();
  }
  child.kill('SIGKILL');
  const [code] = await closed;
  if (code !== null) faults.push(`it ended with ${code} by itself: ${output.stderr}`);
}

/** Lets it live until everything is answered, and end as a supervisor lets it. `up` is called once it is up. */
async function rest(home: string, stage: Stage, tasks: Tasks, up = () => {}): Promise<string[]> {
  const child = startCli(home, ['start']);
  const output = collect(child);
  const closed = once(child, 'close') as Promise<[number | null]>;
  const answered = async () => {
    while (!output.stderr.includes('is up')) await once(child.stderr, 'data');
    up();
    await stage.until(() => tasks.outstanding() === 0, REST_MS);
  };
  const trouble = await Promise.race([
    answered().then(
      () => [],
      () => [`${tasks.outstanding()} tasks were not answered in ${REST_MS / 1_000} s`],
    ),
    closed.then(([code]) => [`it ended with ${code} by itself`]),
  ]);
  child.kill('SIGTERM');
  const [code] = await closed;
  return code === 0 ? trouble : [...trouble, `it ended with ${code} at SIGTERM: ${output.stderr}`];
}
