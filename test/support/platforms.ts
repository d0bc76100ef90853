// The whole bot as a process of its own, between stand-ins of both platforms and of a model, configured with what nobody can
// leave out. Takes everything down, and finds fault with what was said and expected by nobody.

import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDb } from '../../src/db/database.js';
import { collect, startCli, writeConfig } from './cli.js';
import { startDiscord } from './discord/server.js';
import type { DiscordOptions } from './discord/settings.js';
import { DiscordSide } from './discord-side.js';
import { type ModelScript, startModelScript } from './model-script.js';
import { startTelegram, type TelegramOptions } from './telegram/server.js';
import { TelegramSide } from './telegram-side.js';
import { writeFiles } from './write-files.js';

export interface ChatsOptions {
  telegram?: TelegramOptions;
  discord?: DiscordOptions;
  /** Keys beside what is always there, each as it stands in a map on one line: `groups: { "-1001": {} }`. */
  yaml?: { telegram?: string; discord?: string; model?: string; top?: string };
  /** Whether nightjar.yaml names Ada's accounts. Default true. */
  owned?: boolean;
  /** Files of the home that stand there from the start, by their paths. */
  files?: Record<string, string>;
  /** Another token than the one that is right. */
  wrongToken?: 'telegram' | 'discord';
}

export interface Chats {
  home: string;
  telegram: TelegramSide;
  discord: DiscordSide;
  model: ModelScript;
  /** Starts it; resolves once every channel that works is up. */
  start(): Promise<void>;
  /** Resolves once nothing is on its way: every message is answered, and known to have been sent. */
  rest(): Promise<void>;
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>;
  /** Ends it as a supervisor does. */
  stop(): Promise<void>;
  /** Everything that the bot said was expected, or it throws. */
  expectNothingElse(): void;
  close(): Promise<void>;
}

const REST_MS = 20_000;
const LOOK_MS = 20;

/** Starts everything. To be closed by the caller, also when a test failed. */
export async function openChats({
  yaml = {},
  owned = true,
  wrongToken,
  files = {},
  ...options
}: ChatsOptions = {}): Promise<Chats> {
  const home = mkdtempSync(join(tmpdir(), 'nightjar-chats-'));
  const model = await startModelScript();
  const telegramServer = await startTelegram(options.telegram);
  const discordServer = await startDiscord(options.discord);
  let child: ChildProcessWithoutNullStreams | undefined;
  let output = { stdout: '', stderr: '' };

  function story(): string {
    const calls = telegramServer.calls().filter(({ method }) => method !== 'getUpdates');
    const asked = model.requests.slice(-3).map(({ body }) => JSON.stringify(body.messages.at(-1)).slice(0, 400));
    return [
      `Telegram: ${calls.slice(-6).map(({ method, answer }) => `${method} ${answer?.description ?? 'ok'}`)}`,
      `Model, ${model.requests.length} requests, refused ${JSON.stringify(model.refused)}: ${asked.join('\n')}`,
      `Said by the process: ${output.stderr}`,
      ...troubles(home),
    ].join('\n');
  }
  const telegram = new TelegramSide(telegramServer, story);
  const discord = new DiscordSide(discordServer, story);

  const extra = (more: string | undefined): string => (more === undefined ? '' : `, ${more}`);
  writeConfig(
    home,
    `owner: [${owned ? `"${telegram.owner.account}", "${discord.owner.account}"` : ''}]
model: { baseUrl: "${model.baseUrl}"${extra(yaml.model)} }
channels:
  telegram: { token: "${telegramServer.token}${wrongToken === 'telegram' ? 'x' : ''}", apiRoot: "${telegramServer.apiRoot}"${extra(yaml.telegram)} }
  discord: { token: "${discordServer.token}${wrongToken === 'discord' ? 'x' : ''}", apiRoot: "${discordServer.root}"${extra(yaml.discord)} }
${yaml.top ?? ''}
`,
  );
  writeFiles(home, files);

  async function start(): Promise<void> {
    if (child) throw new Error('it runs already');
    const next = startCli(home, ['start']);
    child = next;
    output = collect(next);
    const up = new Promise<void>((resolve) => {
      next.stderr.on('data', () => {
        if (output.stderr.includes('is up')) resolve();
      });
    });
    const ended = once(next, 'close').then(() => {
      throw new Error(`the process ended by itself: ${output.stderr}${output.stdout}`);
    });
    // Nobody listens any more once it is up.
    ended.catch(() => {});
    await Promise.race([up, ended]);
    // A channel that takes its time is waited for: what is pressed while nobody is connected is lost, as on the platform.
    if (wrongToken !== 'discord') await until(() => discordServer.gateway.connected);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const closed = once(ending, 'close');
    ending.kill(signal);
    await closed;
  }

  async function close(): Promise<void> {
    await end('SIGKILL');
    await Promise.all([model.close(), telegramServer.stop(), discordServer.close()]);
    rmSync(home, { recursive: true, force: true });
  }

  const chats: Chats = {
    home,
    telegram,
    discord,
    model,
    start,
    async rest() {
      await telegram.taken();
      await atRest(home);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    expectNothingElse() {
      for (const room of [...telegram.rooms, ...discord.rooms]) room.expectNothingElse();
    },
    close,
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return chats;
}

async function atRest(home: string): Promise<void> {
  const db = openDb(join(home, 'state.sqlite'), { readonly: true });
  const open = (text: string): number => db.sql<{ n: number }>(text).get()?.n ?? 0;
  try {
    await until(() => {
      const unanswered = open("SELECT count(*) AS n FROM inbox WHERE state = 'accepted'");
      return unanswered + open("SELECT count(*) AS n FROM outbox WHERE state IN ('queued', 'sending')") === 0;
    });
  } finally {
    db.close();
  }
}

/** Looks again and again: nobody tells of it. */
async function until(holds: () => boolean): Promise<void> {
  for (let left = REST_MS; !holds(); left -= LOOK_MS) {
    if (left <= 0) throw new Error(`waited in vain for ${holds}`);
    await sleep(LOOK_MS);
  }
}

/** The last lines of the log that tell of trouble. */
function troubles(home: string): string[] {
  try {
    const lines = readFileSync(join(home, 'nightjar.log'), 'utf8').split('\n');
    return lines.filter((line) => /"level":"(warn|error)"/.test(line)).slice(-5);
  } catch {
    return [];
  }
}
