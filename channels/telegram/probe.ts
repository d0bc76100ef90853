// Asks Telegram who the bot is, for doctor: with the token and the address that a start would use. Receives nothing.

import type { ChannelProbe } from '../../src/contracts/index.js';
import { openApi } from './api.js';
import { channelError } from './errors.js';
import { hintsFor } from './hints.js';
import type { TelegramConfig } from './manifest.js';

const ANSWER_MS = 8_000;

export const probeTelegram: ChannelProbe<TelegramConfig> = async (config, { clock }) => {
  const api = openApi(config, clock);
  try {
    const me = await api.call((raw, signal) => raw.getMe(signal), { ms: ANSWER_MS });
    return { says: `Telegram knows the bot as @${me.username}.`, hints: hintsFor(config, me) };
  } catch (error) {
    throw channelError(error);
  } finally {
    api.close();
  }
};
