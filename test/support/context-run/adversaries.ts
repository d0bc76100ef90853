// Models that do not do their part: what a person sees then, what it costs, and what must not be changed by it.

import { cli, writeConfig } from '../cli.js';
import { type ModelReply, startModelServer } from '../model-server.js';
import { type Chat, openChat, until } from './chat.js';
import { flushesOwed, isQuiet, readHome } from './home-state.js';
import type { Purpose } from './requests.js';
import { type SummaryMood, standIn } from './stand-in.js';
import { messageText } from './talk.js';

const TOO_LONG: ModelReply = {
  status: 400,
  body: { error: { message: 'This model’s maximum context length is exceeded.', code: 'context_length_exceeded' } },
};
/** Of a chat that is at rest, the time in which nothing more may happen. */
const SMALL =
  'compaction: { target: 0.3, flushThreshold: 0.5, threshold: 0.6 }\nagent: { bootstrapMaxChars: 1000, bootstrapTotalMaxChars: 1500 }\n';

interface House {
  chat: Chat;
  /** What the model was asked for, one after another. */
  asked: Purpose[];
  close(): Promise<void>;
}

async function houseWith(
  home: string,
  instead: (purpose: Purpose) => ModelReply | Promise<ModelReply | undefined> | undefined,
  mood?: (nth: number) => SummaryMood,
): Promise<House> {
  const asked: Purpose[] = [];
  const model = standIn({
    facts: [],
    tools: false,
    answer: () => 800,
    ...(mood ? { mood } : {}),
    before(purpose) {
      asked.push(purpose);
      return instead(purpose);
    },
  });
  const server = await startModelServer(model.reply);
  writeConfig(
    home,
    `timezone: UTC\nmodel: { name: test, baseUrl: "${server.baseUrl}", apiKey: x, contextTokens: 16000 }\n${SMALL}`,
  );
  const chat = await openChat(home);
  return {
    chat,
    asked,
    async close() {
      await chat.kill();
      await server.close();
    },
  };
}

/** A model that finds everything too long, behind `before` messages that it still took. */
export async function alwaysTooLong(home: string, before: number): Promise<{ calls: number; faults: string[] }> {
  let tooLong = false;
  const { chat, asked, close } = await houseWith(home, () => (tooLong ? TOO_LONG : undefined));
  const faults: string[] = [];
  try {
    for (let number = 1; number <= before; number++) {
      await chat.ask(messageText(number, { bulk: 1_500 }), new RegExp(`answer ${number}\\)`));
    }
    await until('everything is written down', () => isQuiet(home));
    tooLong = true;
    asked.splice(0);
    const shown = chat.shown.length;
    await chat.ask(messageText(before + 1, { bulk: 1_500 }), /./);
    await chat.ask('/help', /\/new/);
    const said = chat.shown.slice(shown, -1);
    const first = [...asked];
    if (first.length > 3) faults.push(`${first.length} calls of the model: ${first.join(', ')}`);
    if (said.length !== 1) faults.push(`${said.length} messages to the person: ${JSON.stringify(said)}`);
    const [text = ''] = said;
    if (!/\/(?:new|compact)\b/.test(text)) faults.push(`names no command: ${text}`);
    if (/context_length|Error:|\n|\bat .*:\d+|maximum context/.test(text)) faults.push(`is not plain: ${text}`);
    // Another process that looks for what is left to do finds nothing.
    await chat.end();
    const later = await openChat(home);
    await later.ask('/help', /\/new/);
    await later.end();
    if (later.shown.length !== 1) faults.push(`later it said ${JSON.stringify(later.shown)}`);
    if (asked.length !== first.length) faults.push(`went on asking: ${asked.slice(first.length).join(', ')}`);
    return { calls: first.length, faults };
  } finally {
    await close();
  }
}

/** A summariser that is of no use: everything stays as it is, and the status says so. */
export async function badSummaries(home: string, mood: Exclude<SummaryMood, 'good' | 'poor'>): Promise<string[]> {
  const { chat, asked, close } = await houseWith(
    home,
    () => undefined,
    () => mood,
  );
  const faults: string[] = [];
  try {
    for (let number = 1; number <= 6; number++) {
      await chat.ask(messageText(number, { bulk: 600 }), new RegExp(`answer ${number}\\)`));
    }
    const before = historyOf(home);
    const shown = chat.shown.length;
    await chat.ask('/compact', /./);
    const said = chat.shown.slice(shown);
    if (said.length !== 1 || !/could not be summed up/.test(said[0] ?? '')) faults.push(`said ${JSON.stringify(said)}`);
    if (!asked.includes('summary')) faults.push('the model was not asked for a summary');
    if (historyOf(home) !== before) faults.push('the history was changed');
    const told = await chat.ask('/status', /./);
    if (!/summed up/i.test(told)) faults.push(`/status says nothing of it: ${told}`);
    const { stdout } = await cli(home, ['status', '--json']);
    if (!/summed up/i.test(stdout)) faults.push(`nightjar status says nothing of it: ${stdout.slice(0, 600)}`);
    // Full of messages, it goes on answering.
    for (let number = 7; number <= 16; number++) {
      await chat.ask(messageText(number, { bulk: 3_000 }), new RegExp(`answer ${number}\\)`));
    }
    const cuts = [...readHome(home).transcripts.values()].flatMap(({ entries }) =>
      entries.filter(({ type }) => type === 'compaction'),
    );
    if (cuts.length > 0) faults.push(`${cuts.length} compactions in spite of it`);
    return faults;
  } finally {
    await close();
  }
}

/** Without the marks of who held a transcript. */
function historyOf(home: string): string {
  const entries = [...readHome(home).transcripts.values()].flatMap((one) => one.entries);
  return JSON.stringify(entries.filter(({ type }) => type !== 'holder'));
}

const SMALL_TALK: readonly string[] = [
  'Good morning!',
  'Thanks, that was kind of you.',
  'haha, very funny',
  '早上好,今天怎么样?',
  'ありがとう、助かりました!',
  '안녕, 잘 지내?',
  'ok',
  'How are you today?',
  'I am a bit tired.',
  'Bis später, mach’s gut!',
  'lol',
  'What a day.',
  '谢谢,晚安。',
  'おやすみなさい。',
  'See you!',
];

/** Conversations of nothing that matters, each ended by /new: no line is written. Without `model` by rules alone. */
export async function smallTalk(
  home: string,
  conversations: number,
  model: boolean,
): Promise<{ flushes: number; faults: string[] }> {
  const house = model ? await houseWith(home, () => undefined) : undefined;
  if (!house) writeConfig(home, 'timezone: UTC\n');
  const chat = house?.chat ?? (await openChat(home));
  try {
    for (let n = 0; n < conversations; n++) {
      chat.write(SMALL_TALK[(n * 2) % SMALL_TALK.length] ?? '', SMALL_TALK[(n * 2 + 1) % SMALL_TALK.length] ?? '');
      await chat.ask('/new', /fresh/);
    }
    await until('everything is written down', () => isQuiet(home));
    const { logLines, flushes } = readHome(home);
    const ended = flushes.filter(({ cause }) => cause === 'ended').length;
    return {
      flushes: ended,
      faults: [
        ...logLines.map((line) => `small talk was written down: ${line}`),
        ...(ended < conversations ? [`${ended} flushes of ${conversations} conversations`] : []),
      ],
    };
  } finally {
    await (house ? house.close() : chat.kill());
  }
}

/** A model that never answers what is asked in the background: /new and the next message do not wait for it. */
export async function newBesideAHang(home: string): Promise<{ ms: number; faults: string[] }> {
  const hangs = new Set<Purpose>(['flush', 'summary', 'name']);
  const { chat, asked, close } = await houseWith(home, (purpose) =>
    hangs.has(purpose) ? { hangAfter: 0 } : undefined,
  );
  const faults: string[] = [];
  try {
    await chat.ask(messageText(1, { bulk: 400 }), /answer 1\)/);
    const before = performance.now();
    await chat.ask('/new', /fresh/);
    const ms = Math.round(performance.now() - before);
    await chat.ask(messageText(2, { bulk: 400 }), /answer 2\)/);
    await until('the model is asked to write down', () => asked.includes('flush'));
    const again = performance.now();
    await chat.ask('/reset', /fresh/);
    const later = Math.round(performance.now() - again);
    await chat.ask(messageText(3), /answer 3\)/);
    for (const one of [ms, later]) if (one > 2_000) faults.push(`a fresh start took ${one} ms`);
    if (flushesOwed(home) !== 2) faults.push(`${flushesOwed(home)} flushes are owed, not 2`);
    return { ms: Math.max(ms, later), faults };
  } finally {
    await close();
  }
}
