// A bot on both platforms while its connections to them and to the model go wrong in every way, one fault after the other,
// and people set it tasks all the while; and what must hold afterwards. Used by a short test and by a long soak.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { collect, startCli, writeConfig } from './cli.js';
import { type DiscordFault, type Injector, injector, type TelegramFault } from './injector.js';
import { type ModelReply, startModelServer } from './model-server.js';
import { discordStage, stageConfig, telegramStage } from './stages.js';
import { answerTasks, newTasks, type Verdict } from './tasks.js';

export interface FaultPlan {
  faults: number;
  /** How many tasks may wait for their answer at once. */
  inFlight: number;
  /** Also faults that take as long as the product's own time limits. */
  patient: boolean;
  /** Until everything is answered after the last fault, ms. */
  restMs: number;
  random: () => number;
}

export interface FaultReport extends Verdict {
  /** By kind, how often each happened. */
  happened: Record<string, number>;
}

/** What can go wrong; an entry that stands twice happens twice as often. */
interface Menu {
  telegram: [method: string, fault: TelegramFault][];
  discord: [route: string, fault: DiscordFault][];
  model: [name: string, reply: ModelReply][];
}

const POST = 'POST /channels/:channel/messages';
const PATCH = 'PATCH /channels/:channel/messages/:message';
const TYPING = 'POST /channels/:channel/typing';
const busy = { code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } };
const broken = { code: 500, description: 'Internal Server Error' };

function menu(patient: boolean): Menu {
  const telegram: TelegramFault[] = ['reset', 'reset-after', 'half', 'html502', busy, broken];
  const discord: DiscordFault[] = [
    'reset',
    'reset-after',
    'half',
    'html502',
    { status: 429, retryAfter: 0.4 },
    { status: 503 },
  ];
  return {
    telegram: [
      ...telegram.flatMap((fault): Menu['telegram'] => [
        ['sendMessage', fault],
        ['sendMessage', fault],
        ['getUpdates', fault],
        ['editMessageText', fault],
        ['sendChatAction', fault],
      ]),
      ['sendChatAction', 'hang'],
      ...(patient
        ? ([
            ['sendMessage', 'hang'],
            ['editMessageText', 'hang'],
          ] satisfies Menu['telegram'])
        : []),
    ],
    discord: [
      ...discord.flatMap((fault): Menu['discord'] => [
        [POST, fault],
        [POST, fault],
        [PATCH, fault],
        [TYPING, fault],
      ]),
      [TYPING, 'hang'],
      ...(patient
        ? ([
            [POST, 'hang'],
            [POST, 'hang-after'],
            [PATCH, 'hang'],
          ] satisfies Menu['discord'])
        : []),
    ],
    model: [
      ['500', { status: 500 }],
      ['html 502', { status: 502, body: '<html>Bad Gateway</html>', headers: { 'content-type': 'text/html' } }],
      ['429', { status: 429, headers: { 'retry-after': '1' } }],
      ['reset', { dropAfter: 0 }],
      ['half', { text: 'Half of an answer that never comes whole', dropAfter: 3 }],
      ['hang', { hangAfter: 1 }],
    ],
  };
}

export async function channelFaults(home: string, plan: FaultPlan): Promise<FaultReport> {
  const { random } = plan;
  const [telegram, discord] = await Promise.all([telegramStage(), discordStage()]);
  const inject = injector({ telegram: telegram.telegram, discord: discord.discord }, random);
  const model = await startModelServer((request) => {
    const slow = random() < 0.2 ? { paceMs: 25 } : {};
    return inject.takeReply() ?? { ...answerTasks(request), ...slow };
  });
  const tasks = newTasks();
  const chats = [...telegram.chats, ...discord.chats];
  // The shortest silence that can be configured; the rest is as it comes.
  writeConfig(home, stageConfig([telegram, discord], { baseUrl: model.baseUrl, more: 'timeoutSeconds: 1' }));
  const child = startCli(home, ['start']);
  const output = collect(child);
  const closed = once(child, 'close') as Promise<[number | null]>;
  let ended = false;
  void closed.then(() => {
    ended = true;
  });
  const faults: string[] = [];
  try {
    await until(() => output.stderr.includes('is up') || ended, 20_000);
    while (inject.happened() < plan.faults && !ended) {
      if (tasks.outstanding() < plan.inFlight) tasks.ask(one(chats, random));
      await plant(inject, menu(plan.patient), random);
      await sleep(20);
    }
    inject.end();
    if (!(await until(() => tasks.outstanding() === 0 || ended, plan.restMs))) {
      faults.push(`${tasks.outstanding()} tasks were not answered ${plan.restMs / 1_000} s after the last fault`);
    }
    if (ended) faults.push('it ended by itself');
    else child.kill('SIGTERM');
    const [code] = await closed;
    if (code !== 0) faults.push(`it ended with ${code}: ${output.stderr}`);
    if (/unhandled|unexpected/i.test(output.stderr)) faults.push(output.stderr);
    const log = readFileSync(join(home, 'nightjar.log'), 'utf8');
    faults.push(...log.split('\n').filter((line) => /unhandled|uncaught/i.test(line)));
    const verdict = tasks.inspect(home);
    return { ...verdict, happened: inject.kinds(), faults: [...faults, ...verdict.faults] };
  } finally {
    child.kill('SIGKILL');
    await Promise.all([telegram.close(), discord.close(), model.close()]);
  }
}

/** Something goes wrong next: mostly one call, now and then a whole connection. */
async function plant(inject: Injector, { telegram, discord, model }: Menu, random: () => number): Promise<void> {
  const dice = random();
  if (dice < 0.4) inject.telegram(...one(telegram, random));
  else if (dice < 0.75) inject.discord(...one(discord, random));
  else if (dice < 0.95) inject.model(...one(model, random));
  else if (dice < 0.953) inject.gateway();
  else if (dice < 0.955) await inject.refused();
}

function one<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

async function until(holds: () => boolean, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; !holds(); await sleep(50)) if (performance.now() > end) return false;
  return true;
}
