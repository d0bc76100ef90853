// The stand-in together with the real grammY, for tests of the stand-in itself.

import { type Api, Bot, GrammyError } from 'grammy';
import { onTestFinished } from 'vitest';
import { startTelegram } from './server.js';
import type { Telegram, TelegramOptions } from './telegram.js';

export interface Driven {
  tg: Telegram;
  bot: Bot;
  api: Api;
}

/** Both are stopped when the test has ended. */
export async function drivenTelegram(options: TelegramOptions = {}): Promise<Driven> {
  const tg = await startTelegram(options);
  const bot = new Bot(tg.token, { client: { apiRoot: tg.apiRoot } });
  onTestFinished(async () => {
    tg.heal();
    if (bot.isRunning()) await bot.stop();
    await tg.stop();
  });
  return { tg, bot, api: bot.api };
}

/** `<code> <description>` of the refusal; throws when the call went through or broke otherwise. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    (result) => new Error(`it was accepted: ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof GrammyError)) throw error;
  return `${error.error_code} ${error.description}`;
}
