// A long conversation through the command line: facts told in passing, tools called, history cut and written down many times
// over, in several processes one after another; and what must hold at its end.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, writeConfig } from '../cli.js';
import { type ChatRequest, startModelServer } from '../model-server.js';
import { openChat, until } from './chat.js';
import { FACTS, type Fact } from './facts.js';
import { checkHome, type HomeFigures, sourceFaults } from './home-checks.js';
import { isQuiet, readHome } from './home-state.js';
import { checkRequests, type RequestFigures } from './request-checks.js';
import { isFirstRound, isPerson, purposeOf, shownToFlush, sizeOf, textOf } from './requests.js';
import { type SummaryMood, standIn } from './stand-in.js';
import { longFile, messageText, numberIn } from './talk.js';

export interface LongRun {
  turns: number;
  facts: number;
  /** Every so many turns the process ends and another goes on. */
  turnsAProcess: number;
  /** Characters of talk in a message and in an answer. */
  bulk: number;
  /** Lines of nightjar.yaml under `compaction`. */
  compaction?: string;
  /** Where it is held, for the command line, through whose eyes facts are looked for, and whose word they are. Default: the owner's own chat. */
  place?: { args: readonly string[]; scope: string; trust: 'owner' | 'member' };
  /** How well summaries turn out, one after another, again and again. */
  moods?: readonly SummaryMood[];
  /** How many tokens the server counts for one of ours. Default 1. */
  ratio?: number;
}

export interface LongReport extends RequestFigures, HomeFigures {
  turns: number;
  flushRuns: number;
  summaryRuns: number;
  inPrompt: number;
  found: number;
  faults: string[];
}

const WINDOW = 20_000;
const BUDGET = 15_000;
const PAIRED = 25;
const MOODS: readonly SummaryMood[] = ['good', 'good', 'poor', 'good', 'headings', 'good', 'good'];

export async function longRun(home: string, run: LongRun): Promise<LongReport> {
  const facts = FACTS.slice(0, run.facts);
  const { ratio = 1, compaction = '', moods = MOODS } = run;
  const model = standIn({
    facts,
    mood: (nth) => moods[nth % moods.length] ?? 'good',
    answer: (number) => (number % 3 === 0 ? run.bulk * 2 : run.bulk),
    ratio,
  });
  const server = await startModelServer(model.reply);
  writeConfig(
    home,
    `timezone: UTC\nmodel: { name: test, baseUrl: "${server.baseUrl}", apiKey: x, contextTokens: ${WINDOW} }\ncompaction: { ${compaction} }\n`,
  );
  mkdirSync(join(home, 'workspace/shared'), { recursive: true });
  writeFileSync(join(home, 'workspace/shared/long.md'), longFile());
  try {
    await converse(home, run, facts);
    const state = readHome(home);
    const chats = server.requests.map(({ body }) => body).filter((body) => purposeOf(body) === 'chat');
    const requests = checkRequests(chats, state, Math.floor(BUDGET / ratio), model.arrivedAt);
    const whole = checkHome(state, facts);
    const last = (chats.at(-1)?.messages ?? []).map(textOf).join('\n');
    const found = await factsFound(home, facts, last, run.place?.scope ?? 'main');
    return {
      turns: run.turns,
      ...requests.figures,
      ...whole.figures,
      flushRuns: model.counts.flush,
      summaryRuns: model.counts.summary,
      inPrompt: found.inPrompt,
      found: found.found,
      faults: [
        ...server.refused.map((refusal) => `refused: ${refusal}`),
        ...requests.faults,
        ...whole.faults,
        ...sourceFaults(state, facts, run.place?.trust ?? 'owner'),
        ...overWindow(
          server.requests.map(({ body }) => body),
          Math.floor(WINDOW / ratio),
        ),
        ...shownTwice(server.requests.map(({ body }) => body)),
        ...found.faults,
        ...(await doctorFaults(home)),
      ],
    };
  } finally {
    await server.close();
  }
}

async function converse(
  home: string,
  { turns, facts: count, turnsAProcess, bulk, place }: LongRun,
  facts: readonly Fact[],
) {
  const lastFactAt = Math.floor(turns * 0.875);
  const every = Math.max(1, Math.floor(lastFactAt / count));
  let number = 1;
  while (number <= turns) {
    const chat = await openChat(home, place?.args);
    const end = Math.min(turns, number + turnsAProcess - 1);
    while (number <= end) {
      // Now and then two messages in a row, which may become one turn.
      const lines = Array.from({ length: number % PAIRED === 0 && number < end ? 2 : 1 }, () => {
        const fact = number % every === 0 ? facts[number / every - 1] : undefined;
        return messageText(number++, { ...(fact ? { fact } : {}), bulk });
      });
      await chat.ask(lines.join('\n'), new RegExp(`answer ${number - 1}\\)`));
    }
    await until('everything is written down', () => isQuiet(home));
    const code = await chat.end();
    if (code !== 0) throw new Error(`chat ended with ${code}: ${chat.errors()}`);
  }
}

/** In the last prompt, or by a search in the words of somebody who looks for it. */
async function factsFound(home: string, facts: readonly Fact[], prompt: string, scope: string) {
  const faults: string[] = [];
  let inPrompt = 0;
  let found = 0;
  await cli(home, ['memory', 'index']);
  for (const { line, key, query } of facts) {
    const { stdout, stderr } = await cli(home, ['memory', 'search', '--json', '--scope', scope, ...query.split(' ')]);
    const isFound = stdout.includes(JSON.stringify(key).slice(1, -1));
    const isInPrompt = prompt.includes(line);
    if (isInPrompt) inPrompt++;
    if (isFound) found++;
    if (!isFound && !isInPrompt)
      faults.push(`the fact ${key} is neither in the prompt nor found by "${query}" ${stderr}`);
  }
  return { faults, inPrompt, found };
}

/** What is asked in the background fits the window too, its answer inside. */
function overWindow(requests: readonly ChatRequest[], window: number): string[] {
  return requests.flatMap((request) => {
    const [purpose, size] = [purposeOf(request), sizeOf(request)];
    const most = size + (request.max_tokens ?? 0);
    return purpose !== 'chat' && most > window ? [`a ${purpose} of ${size} tokens, with its answer ${most}`] : [];
  });
}

/** No message of a person is shown to two runs that write history down. */
function shownTwice(requests: readonly ChatRequest[]): string[] {
  const seen = new Set<number>();
  const twice = new Set<number>();
  for (const request of requests.filter((one) => purposeOf(one) === 'flush' && isFirstRound(one))) {
    const numbers = shownToFlush(request).flatMap(({ who, text }) => (isPerson(who) ? (numberIn(text) ?? []) : []));
    for (const number of new Set(numbers)) {
      if (seen.has(number)) twice.add(number);
      seen.add(number);
    }
  }
  return [...twice].map((number) => `message ${number} was shown to two flushes`);
}

/** What `nightjar doctor` says of cuts. */
export async function doctorFaults(home: string): Promise<string[]> {
  const { stdout, stderr } = await cli(home, ['doctor', '--json']);
  try {
    const findings = JSON.parse(stdout) as { check: string; level: string; says: string }[];
    const cuts = findings.filter(({ check }) => check === 'sessions.cuts');
    if (cuts.length === 0) return ['doctor has no check sessions.cuts'];
    const bad = findings.filter(({ check, level }) => check.startsWith('sessions.') && level !== 'ok');
    return bad.map(({ says }) => `doctor: ${says}`);
  } catch {
    return [`doctor answered ${stdout.slice(0, 200)} ${stderr.slice(0, 200)}`];
  }
}
