// The menus of commands that Telegram shows: one for everywhere, one for private chats, one for each owner. Written only
// when they changed, and in no message's way: what fails is tried again later in the background.

import { createHash } from 'node:crypto';
import type { BotCommand, BotCommandScope } from 'grammy/types';
import type { AccountId, ChannelStore, Clock, CommandHint, Log } from '../../src/contracts/index.js';
import { oneLine } from '../../src/text/truncate.js';
import type { TelegramApi } from './api.js';
import { channelError, isTooManyCommands } from './errors.js';

export interface Menu {
  scope: BotCommandScope;
  commands: BotCommand[];
}

const MOST_COMMANDS = 100;
const NAME_UNITS = 32;
const DESCRIPTION_UNITS = 256;

/** Pure. What Telegram takes of a list, in its order: names made to fit, what does not fit or comes twice left out. */
export function menuOf(hints: readonly CommandHint[]): BotCommand[] {
  const menu = new Map<string, BotCommand>();
  for (const { name, summary } of hints) {
    const command = name.toLowerCase().replaceAll('-', '_');
    if (!/^[a-z0-9_]+$/.test(command) || command.length > NAME_UNITS || menu.has(command)) continue;
    menu.set(command, { command, description: oneLine(summary, DESCRIPTION_UNITS) || command });
  }
  return [...menu.values()].slice(0, MOST_COMMANDS);
}

/** Pure. Telegram shows the narrowest menu that there is, so each holds what the wider ones hold. */
export function menusFor(hints: readonly CommandHint[], owners: readonly AccountId[]): Menu[] {
  const open = hints.filter((one) => one.for === 'everybody');
  const direct = hints.filter((one) => one.for !== 'owner');
  const ids = owners.map((owner) => /^telegram:(\d+)$/.exec(owner)?.[1]).filter((id) => id !== undefined);
  return [
    { scope: { type: 'default' }, commands: menuOf(open) },
    { scope: { type: 'all_private_chats' }, commands: menuOf(direct) },
    ...ids.map((id): Menu => ({ scope: { type: 'chat', chat_id: Number(id) }, commands: menuOf(hints) })),
  ];
}

const STORED = 'commands';
const RETRY_MS = 60_000;

export interface MenuWriter {
  /** Resolves after the first attempt, whatever came of it. A later call replaces what is still to be done. */
  publish(menus: Menu[]): Promise<void>;
  /** Somebody writes in that chat: its menu is tried again, if Telegram did not take it. Nobody waits for it. */
  heard(chat: string): void;
}

/** `bot` is the bot's id; `life` ends the attempts. What was written is kept in the store as a digest for each scope. */
export function createMenuWriter(
  parts: { api: TelegramApi; clock: Clock; log: Log; store: ChannelStore; bot: string },
  life: AbortSignal,
): MenuWriter {
  const { api, clock, log, store, bot } = parts;
  let latest = 0;
  let before = Promise.resolve();
  let wanted: Menu[] = [];
  /** A round is to come that tries everything. */
  let isDue = false;
  /** Chats whose menu Telegram refused, and from when on it is worth another attempt. */
  const refused = new Map<string, number>();

  /** Writes what changed; returns milliseconds to wait when something is worth another attempt. */
  async function round(menus: Menu[]): Promise<number | undefined> {
    const written = readDigests(store.get(STORED));
    const named = new Map(menus.map((menu) => [scopeName(bot, menu.scope), menu]));
    for (const name of Object.keys(written)) {
      // Of somebody who owned the bot once. What another bot shows is out of reach.
      const chat = new RegExp(`^${bot}/chat/(\\d+)$`).exec(name)?.[1];
      if (chat === undefined || named.has(name)) continue;
      const scope: BotCommandScope = { type: 'chat', chat_id: Number(chat) };
      const outcome = await attempt(() => api.call((raw, end) => raw.deleteMyCommands({ scope }, end)));
      if (typeof outcome === 'number') return outcome;
      delete written[name];
      await store.set(STORED, JSON.stringify(written));
    }
    for (const [name, { scope, commands }] of named) {
      const digest = createHash('sha256').update(JSON.stringify(commands)).digest('base64url');
      if (written[name] === digest) continue;
      const outcome = await attempt(() => write(scope, commands));
      if (typeof outcome === 'number') return outcome;
      const chat = scope.type === 'chat' ? String(scope.chat_id) : undefined;
      if (outcome === 'refused') {
        if (chat !== undefined && !refused.has(chat)) refused.set(chat, 0);
        continue;
      }
      if (chat !== undefined) refused.delete(chat);
      written[name] = digest;
      await store.set(STORED, JSON.stringify(written));
    }
    return undefined;
  }

  /** Telegram has a limit on the whole list that it does not tell; the end of the list matters least. */
  async function write(scope: BotCommandScope, commands: BotCommand[]): Promise<void> {
    for (let list = commands; ; list = list.slice(0, Math.floor(list.length * 0.8))) {
      try {
        await api.call((raw, end) => raw.setMyCommands({ commands: list, scope }, end));
        return;
      } catch (error) {
        if (!isTooManyCommands(error) || list.length <= 1) throw error;
      }
    }
  }

  /** A number is the milliseconds to wait before the next attempt. */
  async function attempt(run: () => Promise<unknown>): Promise<'done' | 'refused' | number> {
    try {
      await run();
      return 'done';
    } catch (error) {
      const { retryable, retryAfterMs, message } = channelError(error);
      log.warn('telegram.menu-failed', { retryable, why: message });
      // An owner who never wrote to the bot has no chat yet: no other menu waits for that.
      return retryable ? Math.max(RETRY_MS, retryAfterMs ?? 0) : 'refused';
    }
  }

  async function publish(menus: Menu[]): Promise<void> {
    const mine = ++latest;
    wanted = menus;
    isDue = true;
    const go = async (): Promise<void> => {
      if (mine !== latest || life.aborted) return;
      isDue = false;
      const wait = await round(menus).catch((error: unknown) => {
        log.warn('telegram.menu-failed', { error });
        return RETRY_MS;
      });
      if (wait === undefined || life.aborted) return;
      isDue = true;
      void clock.sleep(wait, life).then(inTurn);
    };
    const inTurn = (): Promise<void> => {
      before = before.then(go);
      return before;
    };
    await inTurn();
  }

  return {
    publish,
    heard(chat) {
      const from = refused.get(chat);
      if (isDue || from === undefined || clock.now() < from) return;
      // Where it is refused for another reason, not every message asks.
      refused.set(chat, clock.now() + RETRY_MS);
      void publish(wanted);
    },
  };
}

function scopeName(bot: string, scope: BotCommandScope): string {
  return scope.type === 'chat' ? `${bot}/chat/${scope.chat_id}` : `${bot}/${scope.type}`;
}

function readDigests(stored: string | undefined): Record<string, string> {
  try {
    return stored === undefined ? {} : (JSON.parse(stored) as Record<string, string>);
  } catch {
    return {};
  }
}
