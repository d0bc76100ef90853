// A process of its own that plays the world around a bot: Telegram with many groups, Discord with nobody in it, and a model
// that answers at once. It speaks as people do and measures how the bot keeps up; it knows nothing of our code.

import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDiscord } from '../../test/support/discord/server.js';
import { startTelegram, type Telegram } from '../../test/support/telegram/server.js';

/** What the parent process asks for. `chats` take part; `ms` is how long people go on speaking. */
export type Wish =
  /** Each chat says the next thing as soon as the last one is answered. */
  | { do: 'ping-pong'; chats: number; ms: number }
  /** Somebody says something so many times a second, whatever became of the last. */
  | { do: 'steady'; chats: number; ms: number; perSecond: number };

export interface World {
  telegram: { token: string; apiRoot: string; groups: string[] };
  discord: { token: string; apiRoot: string };
  modelUrl: string;
}

export interface Measured {
  /** Answers that came while people spoke, and for how long they did. */
  turns: number;
  seconds: number;
  /** From the moment an update was handed out to the arrival of sendMessage, ms. */
  p50: number;
  p95: number;
  most: number;
  /** Said and not answered within 10 s of the end. */
  lost: number;
}

const CHATS = 100;
/** Many people in each group, who speak in turn, so that nobody talks like a machine. */
const SPEAKERS = 40;
const LAST_ANSWER_MS = 10_000;

const telegram = await startTelegram();
const discord = await startDiscord();
const people = Array.from({ length: SPEAKERS }, (_, at) => telegram.user({ id: 5_000 + at, name: `Speaker ${at}` }));
const groups = Array.from({ length: CHATS }, (_, at) =>
  telegram.group({ id: -1_001_000_000_000 - at, title: `Group ${at}`, type: 'supergroup' }),
);

let said = 0;
const spokenIn = new Map<number, number>();
/** Chats with a question that is not answered, and when its update was handed out. */
const open = new Map<number, { handedAt: number | undefined }>();
let answered: (chat: number, ms: number) => void = () => {};
watch(telegram, {
  handed(chat) {
    const question = open.get(chat);
    if (question) question.handedAt ??= performance.now();
  },
  sent(chat) {
    const question = open.get(chat);
    open.delete(chat);
    if (question?.handedAt !== undefined) answered(chat, performance.now() - question.handedAt);
  },
});

function ask(index: number): void {
  const spoken = spokenIn.get(index) ?? 0;
  const [group, person] = [groups[index], people[spoken % SPEAKERS]];
  spokenIn.set(index, spoken + 1);
  if (!group || !person) throw new Error(`there is no chat ${index}`);
  open.set(group.id, { handedAt: undefined });
  said += 1;
  group.says(person, `Question ${said}: does the answer come soon? 答案快来了吗？`);
}

async function run(wish: Wish): Promise<Measured> {
  const times: number[] = [];
  const indexOf = new Map(groups.map((group, index) => [group.id, index]));
  const began = performance.now();
  const goesOn = () => performance.now() - began < wish.ms;
  answered = (chat, ms) => {
    if (!goesOn()) return;
    times.push(ms);
    if (wish.do === 'ping-pong') setImmediate(() => ask(indexOf.get(chat) ?? 0));
  };
  if (wish.do === 'ping-pong') for (let index = 0; index < wish.chats; index++) ask(index);
  for (let next = 0; goesOn(); next++) {
    if (wish.do === 'ping-pong') await sleep(100);
    else {
      // A chat whose question is still open is passed over: it waits already, and is counted once.
      const free = [...groups.keys()]
        .map((at) => (next + at) % wish.chats)
        .find((at) => !open.has(groups[at]?.id ?? 0));
      if (free !== undefined) ask(free);
      await sleep(Math.max(0, began + ((next + 1) * 1_000) / wish.perSecond - performance.now()));
    }
  }
  const seconds = (performance.now() - began) / 1_000;
  const turns = times.length;
  for (const until = performance.now() + LAST_ANSWER_MS; open.size > 0 && performance.now() < until; ) await sleep(50);
  const lost = open.size;
  open.clear();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(turns - 1, Math.floor(turns * share))] ?? Number.NaN;
  return { turns, seconds, p50: at(0.5), p95: at(0.95), most: at(1), lost };
}

/** What a bot says first in a group answers nobody. */
function introduces(text: unknown): boolean {
  return String(text).startsWith('Hello! I take part here');
}

/** Told of each message that an answer to getUpdates holds, and of each sendMessage as it arrives. */
function watch(tg: Telegram, told: { handed(chat: number): void; sent(chat: number): void }): void {
  const calls = tg.calls();
  let seen = 0;
  const polls = new Set<(typeof calls)[number]>();
  const look = () => {
    for (; seen < calls.length; seen++) {
      const call = calls[seen];
      if (call?.method === 'getUpdates') polls.add(call);
      else if (call?.method === 'sendMessage' && !introduces(call.params.text)) told.sent(Number(call.params.chat_id));
    }
    for (const poll of polls) {
      if (!poll.answer) continue;
      polls.delete(poll);
      const updates = (poll.answer.result ?? []) as { message?: { chat: { id: number } } }[];
      for (const { message } of updates) if (message) told.handed(message.chat.id);
    }
    return false;
  };
  const forever = 2 ** 31 - 1;
  tg.waitFor(look, forever).catch(() => {});
}

/** Answers whatever it is asked, in four chunks and one write, with other words each time. */
async function startModel(): Promise<string> {
  const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'instant' };
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ ...frame, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const begin = chunk({ role: 'assistant', content: '' }, null);
  const end = `${chunk({}, 'stop')}data: ${JSON.stringify({ ...frame, choices: [], usage })}\n\ndata: [DONE]\n\n`;
  let answers = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume().on('end', () => {
      answers += 1;
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.end(`${begin}${chunk({ content: `Here is answer ${answers}, and **soon**. 马上就来。` }, null)}${end}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
}

const world: World = {
  telegram: { token: telegram.token, apiRoot: telegram.apiRoot, groups: groups.map((group) => String(group.id)) },
  discord: { token: discord.token, apiRoot: discord.root },
  modelUrl: await startModel(),
};
process.on('message', (wish: Wish) => {
  run(wish).then(
    (measured) => process.send?.(measured),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.send?.(world);
