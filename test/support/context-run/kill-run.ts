// A conversation in a small window whose process is killed while history is written down or summed up, right behind that, or
// at any moment; and what must hold when it has come to rest.

import { setTimeout as wait } from 'node:timers/promises';
import { writeConfig } from '../cli.js';
import { startModelServer } from '../model-server.js';
import { beginChat, type Chat, openChat, until } from './chat.js';
import type { Fact } from './facts.js';
import { checkHome, type HomeFigures } from './home-checks.js';
import { isQuiet, readHome } from './home-state.js';
import { doctorFaults } from './long-run.js';
import type { Purpose } from './requests.js';
import { standIn } from './stand-in.js';
import { messageText } from './talk.js';

export interface KillRunReport extends HomeFigures {
  rounds: number;
  /** By what the model was asked when the process died, or behind what; `random` for any moment. */
  kills: Record<string, number>;
  facts: number;
  faults: string[];
}

/** When to kill: while such a request is held, so many ms behind its answer, or so many ms after the lines were written. */
type Plan =
  | { at: 'held' | 'behind'; purpose: Purpose; afterMs: number }
  | { at: 'random'; afterMs: number }
  | { at: 'calm' };

/** A round in which nothing of the kind happens is killed all the same. */
const LONGEST_ROUND_MS = 3_000;
/** Every so manieth round comes to rest before it is killed. */
const CALM = 10;
/** Flushes and compactions come with every few messages. */
const SETTINGS = `compaction: { target: 0.3, flushThreshold: 0.4, threshold: 0.5 }
agent: { bootstrapMaxChars: 1000, bootstrapTotalMaxChars: 1500 }
timezone: UTC
`;

/** With `beside`, another process works in the same home and lives on. */
export async function killRun(
  home: string,
  rounds: number,
  random: () => number,
  { beside = false } = {},
): Promise<KillRunReport> {
  const facts: Fact[] = [];
  let watch: ((purpose: Purpose) => Promise<void>) | undefined;
  let answered: ((purpose: Purpose) => void) | undefined;
  const model = standIn({
    facts,
    answer: () => 500,
    mood: (nth) => (nth % 4 === 0 ? 'poor' : 'good'),
    async before(purpose) {
      await watch?.(purpose);
      answered?.(purpose);
      return undefined;
    },
  });
  const server = await startModelServer(model.reply);
  writeConfig(
    home,
    `model: { name: test, baseUrl: "${server.baseUrl}", apiKey: x, contextTokens: 16000, retries: 0 }\n${SETTINGS}`,
  );
  const kills: Record<string, number> = {};
  const accepted: string[] = [];
  const other = beside ? await openChat(home) : undefined;
  let said = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const plan = planOf(round, random);
      const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const fact = plantedFact(++said);
        facts.push(fact);
        return messageText(said, { fact, bulk: 2_500 });
      });
      // Every so often the conversation ends behind them.
      if (round % 4 === 2) lines.push('/new');
      // A message whose process died too often in a row is given up, which is not what is looked at here.
      const calm = round % CALM === CALM - 1;
      const chat = beginChat(home);
      const doomed = doom(calm ? { at: 'calm' } : plan, (look, behind) => {
        watch = look;
        answered = behind;
      });
      chat.write(...lines);
      if (calm) await until('everything is answered and written down', () => chat.accepted.length > 0 && isQuiet(home));
      const why = await Promise.race([
        doomed,
        chat.over.then(() => 'over' as const),
        wait(LONGEST_ROUND_MS, 'late' as const),
      ]);
      await chat.kill();
      watch = answered = undefined;
      accepted.push(...chat.accepted);
      kills[why] = (kills[why] ?? 0) + 1;
    }
    await other?.kill();
    await comeToRest(home);
    const state = readHome(home);
    const { faults, figures } = checkHome(state, facts);
    const lost = accepted.filter((id) => !state.inbox.some(({ event }) => event.includes(JSON.stringify(id))));
    return {
      ...figures,
      rounds,
      kills,
      facts: facts.filter(({ line }) => state.logLines.some((one) => one.includes(line))).length,
      faults: [
        ...server.refused.map((refusal) => `refused: ${refusal}`),
        ...lost.map((id) => `the message ${id} was accepted and is gone`),
        ...faults,
        ...(await doctorFaults(home)),
      ],
    };
  } finally {
    await other?.kill();
    await server.close();
  }
}

function plantedFact(number: number): Fact {
  const key = `HX-${1000 + number * 7}`;
  return { line: `箱 ${number} of the harbour is locked with code ${key}.`, key, query: `harbour box ${number}` };
}

function planOf(round: number, random: () => number): Plan {
  const kinds: Plan[] = [
    { at: 'held', purpose: 'flush', afterMs: random() * 40 },
    { at: 'behind', purpose: 'flush', afterMs: random() * 60 },
    { at: 'held', purpose: 'summary', afterMs: random() * 40 },
    { at: 'behind', purpose: 'summary', afterMs: random() * 60 },
    { at: 'random', afterMs: 200 + random() * 2_000 },
  ];
  return kinds[round % kinds.length] ?? { at: 'random', afterMs: 500 };
}

/** Resolves, with its name, at the moment when the process is to die. */
function doom(
  plan: Plan,
  listen: (look: (purpose: Purpose) => Promise<void>, behind: (purpose: Purpose) => void) => void,
): Promise<string> {
  if (plan.at === 'calm') return Promise.resolve('calm');
  if (plan.at === 'random') return wait(plan.afterMs, 'random');
  return new Promise((resolve) => {
    const die = () => void wait(plan.afterMs).then(() => resolve(`${plan.at} ${plan.purpose}`));
    listen(
      async (purpose) => {
        if (plan.at !== 'held' || purpose !== plan.purpose) return;
        die();
        // Longer than the process lives.
        await wait(plan.afterMs + 300);
      },
      (purpose) => {
        if (plan.at === 'behind' && purpose === plan.purpose) die();
      },
    );
  });
}

/** One run that nobody disturbs: everything that was accepted is answered and written down. */
async function comeToRest(home: string): Promise<void> {
  const chat: Chat = await openChat(home);
  try {
    await until('everything is answered and written down', () => isQuiet(home), 120_000);
  } finally {
    const code = await Promise.race([chat.end(), wait(20_000, 'never' as const)]);
    if (code !== 0) await chat.kill();
  }
}
