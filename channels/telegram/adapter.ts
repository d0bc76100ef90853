// Telegram as a channel: connects its parts, and holds what they share: who the bot is, how the connection stands, and
// the end of it all. Decides nothing about who may speak, and waits for no turn.

import { createHash } from 'node:crypto';
import type { ReactionTypeEmoji, Update, UserFromGetMe } from 'grammy/types';
import {
  type Channel,
  type ChannelDeps,
  ChannelError,
  type ChannelHealth,
  type Deliver,
  type InboundEvent,
} from '../../src/contracts/index.js';
import { openApi } from './api.js';
import { createMenuWriter, menusFor } from './commands.js';
import { download } from './download.js';
import { channelError } from './errors.js';
import { hintsFor } from './hints.js';
import { readUpdate } from './inbound.js';
import type { TelegramConfig } from './manifest.js';
import { directChat, piecesOf, targetOf } from './outbound.js';
import { plainDetail, poll, waitAfter } from './poller.js';
import { createSender } from './sender.js';
import { createTyping } from './typing.js';

const FIRST_CALL_MS = 10_000;
const COSMETIC_MS = 10_000;
/** How often is asked who the bot is, which its owner may change at @BotFather at any time. */
const SELF_MS = 60 * 60_000;
/** The same while a hint stands that somebody may be acting on. */
const HINT_MS = 5 * 60_000;
const STOP_MS = 2_000;

export function telegramChannel(config: TelegramConfig, deps: ChannelDeps): Channel {
  const { clock, log, store } = deps;
  const api = openApi(config, clock);
  /** Ends what arrives; what is on its way out goes on until `life` ends. */
  const receiving = new AbortController();
  const life = new AbortController();
  // Known before Telegram answers: the token begins with it.
  const bot = config.token.split(':', 1)[0] ?? '';
  const sender = createSender(api, log);
  const typing = createTyping(api, clock);
  const menus = createMenuWriter({ api, clock, log, store, bot }, receiving.signal);
  let health: ChannelHealth = { state: 'starting' };
  /** As Telegram told it last. */
  let self: UserFromGetMe | undefined;
  let hints: string[] = [];
  let running: Promise<void> = Promise.resolve();

  async function askWhoIAm(ms?: number): Promise<UserFromGetMe> {
    const me = await api.call((raw, signal) => raw.getMe(signal), ms === undefined ? {} : { ms });
    if (self && self.username !== me.username) log.info('telegram.renamed', { bot: me.username });
    self = me;
    hints = hintsFor(config, me);
    return me;
  }

  function connected(me: UserFromGetMe): void {
    health = { state: 'up' };
    log.info('telegram.connected', { bot: me.username });
    lookAgain();
  }

  /** As long as anything is received. */
  function lookAgain(): void {
    const { signal } = receiving;
    if (signal.aborted) return;
    const cancel = clock.after(hints.length > 0 ? HINT_MS : SELF_MS, () => {
      signal.removeEventListener('abort', cancel);
      askWhoIAm().then(lookAgain, lookAgain);
    });
    signal.addEventListener('abort', cancel, { once: true });
  }

  /** Undefined when the channel stops before Telegram can be reached. */
  async function reach(failed: unknown): Promise<UserFromGetMe | undefined> {
    const { signal } = receiving;
    let error = failed;
    for (let failures = 1; !signal.aborted; failures++) {
      health = { state: 'down', detail: plainDetail(error) };
      log.warn('telegram.unreachable', { failures, why: channelError(error).message });
      await clock.sleep(waitAfter(error, failures, Math.random()), signal);
      if (signal.aborted) break;
      try {
        return await askWhoIAm();
      } catch (again) {
        error = again;
      }
    }
    return undefined;
  }

  async function receive(me: UserFromGetMe, deliver: Deliver): Promise<void> {
    if (receiving.signal.aborted) return;
    connected(me);
    const name = offsetName(config);
    const stored = Number(store.get(name) ?? Number.NaN);
    await poll(
      {
        api,
        clock,
        log,
        offset: Number.isSafeInteger(stored) ? stored : undefined,
        arrived: acknowledgePresses,
        async accept(updates, offset) {
          const events = readAll(updates, self ?? me);
          await deliver(events, { name, value: String(offset) });
          for (const { place, chat } of events) if (place === 'direct') menus.heard(chat.chat);
        },
        health(now) {
          health = now;
        },
      },
      receiving.signal,
    );
  }

  /** A fault of ours, such as a store that cannot be read. */
  function fellOver(error: unknown): void {
    health = {
      state: 'down',
      detail: 'Receiving from Telegram ended with a fault; a restart may help. The log has the details.',
    };
    log.error('telegram.fell-over', { error });
  }

  /** One that cannot be read is left out: it must not hold up the others. */
  function readAll(updates: readonly Update[], me: UserFromGetMe): InboundEvent[] {
    const events = new Map<string, InboundEvent>();
    for (const update of updates) {
      try {
        for (const event of readUpdate(update, me, clock.now())) {
          if (!events.has(event.id)) events.set(event.id, event);
        }
      } catch (error) {
        log.error('telegram.update-unreadable', { update: update.update_id, keys: Object.keys(update), error });
      }
    }
    return [...events.values()];
  }

  /** Or the person's screen would show that the button still works. */
  function acknowledgePresses(updates: readonly Update[]): void {
    for (const { callback_query: press } of updates) {
      if (press) void cosmetic((raw, signal) => raw.answerCallbackQuery({ callback_query_id: press.id }, signal));
    }
  }

  /** Of little weight: nobody waits for it, and nobody minds when it fails. */
  async function cosmetic(run: Parameters<typeof api.call<unknown>>[0]): Promise<void> {
    await api.call(run, { ms: COSMETIC_MS }).catch((error: unknown) => {
      log.debug('telegram.left-out', { why: channelError(error).message });
    });
  }

  function assertOpen(): void {
    if (life.signal.aborted) throw new ChannelError('unavailable', 'Telegram is disconnected', { retryable: true });
  }

  function stopReceiving(): void {
    receiving.abort();
    health = { state: 'down', detail: 'Telegram is disconnected.' };
  }

  async function stop(): Promise<void> {
    stopReceiving();
    life.abort();
    api.close();
    const waited = new AbortController();
    await Promise.race([running, clock.sleep(STOP_MS, waited.signal)]);
    waited.abort();
  }

  return {
    async start(deliver, signal) {
      if (signal.aborted) return stopReceiving();
      signal.addEventListener('abort', stopReceiving, { once: true });
      try {
        const me = await askWhoIAm(FIRST_CALL_MS);
        running = receive(me, deliver).catch(fellOver);
      } catch (error) {
        const { kind, message, remedy } = channelError(error);
        if (kind === 'auth') throw new ChannelError('auth', message, remedy === undefined ? {} : { remedy });
        running = reach(error)
          .then(async (me) => {
            if (me) await receive(me, deliver);
          })
          .catch(fellOver);
      }
    },
    async send(to, message, attempt) {
      assertOpen();
      return await sender.send(to, message, attempt);
    },
    stop,
    health: () => (hints.length === 0 ? health : { ...health, hints }),
    parts: (message) => Math.max(1, piecesOf(message).length),
    async edit(ref, message) {
      assertOpen();
      await sender.edit(ref, message);
    },
    async typing(to) {
      if (!life.signal.aborted) await typing(to);
    },
    async fetch(file, signal) {
      assertOpen();
      return await download(api, file, signal);
    },
    async react({ chat, message }, emoji) {
      const target = { chat_id: targetOf(chat).chat_id, message_id: Number(message) };
      // Telegram knows a few dozen of them, and refuses the others.
      const reaction: ReactionTypeEmoji = { type: 'emoji', emoji: emoji as ReactionTypeEmoji['emoji'] };
      await cosmetic((raw, signal) => raw.setMessageReaction({ ...target, reaction: [reaction] }, signal));
    },
    openDirect: async (account) => directChat(bot, account),
    async leave(chat) {
      assertOpen();
      try {
        await api.call((raw, signal) => raw.leaveChat({ chat_id: targetOf(chat).chat_id }, signal));
      } catch (error) {
        const translated = channelError(error);
        // It is out already.
        if (translated.kind !== 'gone') throw translated;
      }
    },
    async publishCommands(commands, owners) {
      await menus.publish(menusFor(commands, owners));
    },
  };
}

/** Pure. What the configuration wants and the bot's settings at @BotFather do not give. */
/**
 * What the store keeps under this name is where the next batch of updates begins. Numbers of another bot or of another
 * server mean nothing here, and one that is too high would leave the bot deaf.
 */
function offsetName({ token, apiRoot }: Pick<TelegramConfig, 'token' | 'apiRoot'>): string {
  const source = createHash('sha256')
    .update(JSON.stringify([token, apiRoot]))
    .digest('hex');
  return `offset/${source.slice(0, 12)}`;
}
