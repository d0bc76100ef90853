// A bot whose connections go wrong in every way: it lives, what is said to it is answered, and a slow chat delays no other.

import { expect, it, onTestFinished } from 'vitest';
import { seeded } from '../../scripts/bench-memory/text.js';
import { channelFaults } from '../support/channel-faults.js';
import { writeConfig } from '../support/cli.js';
import { startModelServer } from '../support/model-server.js';
import { startRunning } from '../support/running.js';
import { type Conversation, discordStage, type Stage, stageConfig, telegramStage } from '../support/stages.js';
import { tempDir } from '../support/temp-dir.js';

it('whatever breaks, it lives, and everything is answered in order', async () => {
  const seed = Date.now() % 100_000;
  const report = await channelFaults(tempDir(), {
    faults: 40,
    inFlight: 20,
    patient: false,
    restMs: 45_000,
    random: seeded(seed),
  });
  expect(report.faults, `seed ${seed}: ${JSON.stringify(report.happened)}`).toEqual([]);
  expect(report.answered).toBe(report.asked);
}, 120_000);

it.each(['telegram', 'discord'] as const)(
  'on %s a chat that has to wait delays no other',
  async (platform) => {
    const { stage, flood, hang, attempts } = await (platform === 'telegram' ? onTelegram() : onDiscord());
    const model = await startModelServer(() => ({ text: 'Done, 好了.' }));
    onTestFinished(async () => {
      await Promise.all([stage.close(), model.close()]);
    });
    const home = tempDir();
    writeConfig(home, stageConfig([stage], { baseUrl: model.baseUrl }));
    const bot = await startRunning(home);
    const [, , flooded, silent, ...others] = stage.chats;
    if (!flooded || !silent) throw new Error('there are too few chats');
    const isAnswered = (chat: Conversation) => chat.shown().includes('Done, 好了.');
    flood(flooded.id, 3);
    hang(silent.id);
    flooded.say('hello');
    silent.say('hello');
    await stage.until(() => attempts(flooded.id) > 0 && attempts(silent.id) > 0, 5_000);
    const began = performance.now();
    for (const chat of others) chat.say('hello');
    await stage.until(() => others.every(isAnswered), 5_000);
    expect(performance.now() - began).toBeLessThan(2_500);
    expect([flooded, silent].filter(isAnswered)).toEqual([]);
    await stage.until(() => isAnswered(flooded), 5_000);
    expect((await bot.stop()).code).toBe(0);
  },
  30_000,
);

/** What the bot's next message to a chat meets. */
interface Trouble {
  stage: Stage;
  flood(chat: string, seconds: number): void;
  hang(chat: string): void;
  /** How often the bot tried to write there. */
  attempts(chat: string): number;
}

async function onTelegram(): Promise<Trouble> {
  const stage = await telegramStage();
  const { telegram } = stage;
  const to = (chat: string) => (params: Record<string, unknown>) => String(params.chat_id) === chat;
  return {
    stage,
    flood(chat, seconds) {
      const description = `Too Many Requests: retry after ${seconds}`;
      telegram.fail('sendMessage', 1, { code: 429, description, parameters: { retry_after: seconds } }, to(chat));
    },
    hang: (chat) => telegram.fail('sendMessage', 1, 'hang', to(chat)),
    attempts: (chat) => telegram.calls('sendMessage').filter(({ params }) => to(chat)(params)).length,
  };
}

async function onDiscord(): Promise<Trouble> {
  const stage = await discordStage();
  const { discord } = stage;
  const route = (chat: string) => `/channels/${chat}/messages`;
  return {
    stage,
    flood: (chat, retryAfter) => discord.fail(`POST ${route(chat)}`, 1, { status: 429, retryAfter }),
    hang: (chat) => discord.fail(`POST ${route(chat)}`, 1, 'hang'),
    attempts: (chat) => discord.calls('POST', route(chat)).length,
  };
}
