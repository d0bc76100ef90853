// A running Telegram channel in front of the stand-in, with one person who writes to it; closed when the test has ended.

import { onTestFinished } from 'vitest';
import { telegramChannel } from '../../../../channels/telegram/adapter.js';
import { telegramManifest } from '../../../../channels/telegram/manifest.js';
import { type Channel, ChannelError, type ChatRef, type InboundEvent } from '../../../../src/contracts/index.js';
import { FakeClock } from '../../../support/fake-clock.js';
import { memoryLog } from '../../../support/memory-log.js';
import { startTelegram, type Telegram, type TelegramOptions } from '../../../support/telegram/server.js';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface HouseOptions extends TelegramOptions {
  groups?: object;
  before?: (tg: Telegram) => void;
  /** What the channel's store holds from earlier. */
  stored?: Map<string, string>;
}

export async function house(options: HouseOptions = {}) {
  const { groups = {}, before, stored = new Map<string, string>(), ...rest } = options;
  const tg = await startTelegram(rest);
  before?.(tg);
  const clock = new FakeClock();
  const log = memoryLog();
  const delivered: InboundEvent[] = [];
  const config = telegramManifest.config.parse({ token: tg.token, apiRoot: tg.apiRoot, groups });
  const open = (): Channel =>
    telegramChannel(config, {
      clock,
      log,
      store: { get: (name) => stored.get(name), set: async (name, value) => void stored.set(name, value) },
    });
  const channel = open();
  const signal = new AbortController();
  onTestFinished(async () => {
    await channel.stop();
    await tg.stop();
  });
  const start = (one: Channel = channel) =>
    one.start(async (events, mark) => {
      delivered.push(...events);
      if (mark) stored.set(mark.name, mark.value);
    }, signal.signal);
  const ann = tg.user({ id: 42, name: 'Ann' });
  const dm = tg.private(ann);
  const to = (chat: string | number, thread?: string): ChatRef => ({
    channel: 'telegram',
    account: '7000000001',
    chat: String(chat),
    ...(thread === undefined ? {} : { thread }),
  });
  const failure = async (work: Promise<unknown>): Promise<ChannelError> => {
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof ChannelError)) throw new Error(`no ChannelError but ${String(error)}`);
    return error;
  };
  return { tg, channel, open, start, stored, clock, log, delivered, signal, ann, dm, to, failure };
}
