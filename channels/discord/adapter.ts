// Discord as a channel: connects the gateway, the REST API and the core. Decides nothing.

import { setMaxListeners } from 'node:events';
import { GatewayIntentBits, Routes } from 'discord-api-types/v10';
import {
  type AccountId,
  type Channel,
  type ChannelDeps,
  ChannelError,
  type ChatRef,
  type CommandHint,
} from '../../src/contracts/index.js';
import { publish } from './commands.js';
import { fetchFile } from './files.js';
import { Gateway } from './gateway.js';
import { Listener } from './listener.js';
import type { DiscordConfig } from './manifest.js';
import { channelPayload, sentPayload } from './payloads.js';
import { Replies } from './replies.js';
import { openRest } from './rest.js';
import { channelOf, partsOf, Sender } from './sender.js';

const INTENTS =
  GatewayIntentBits.Guilds |
  GatewayIntentBits.GuildMessages |
  GatewayIntentBits.DirectMessages |
  GatewayIntentBits.MessageContent;

/** A peer that does not answer the farewell is not waited for. */
const FAREWELL_MS = 2_000;
const MOST_DIRECTS = 1_000;

export function discordChannel(
  config: Pick<DiscordConfig, 'token' | 'apiRoot'>,
  { clock, log, store }: ChannelDeps,
): Channel {
  const { token, apiRoot } = config;
  const life = new AbortController();
  const { signal } = life;
  /** Ends later than what arrives: what is being answered is still fetched. */
  const closed = new AbortController();
  // Every wait of the channel listens to it.
  setMaxListeners(0, signal);
  const rest = openRest({ token, apiRoot, clock });
  const replies = new Replies({ rest, clock, log });
  const hidden = new Map<string, boolean>();
  const directs = new Map<AccountId, string>();
  let application = '';
  let tellApplication = () => {};
  const ready = new Promise<void>((resolve) => {
    tellApplication = resolve;
  });
  let menu = new AbortController();
  let menuWork = Promise.resolve();
  let menuIsOld = false;

  const listener = new Listener({
    rest,
    clock,
    log,
    store,
    signal,
    replies,
    // One that nobody knows here any more is answered with an excuse, which is for whoever typed it.
    isHidden: (name) => hidden.get(name.toLowerCase()) ?? true,
    ready(id) {
      application = id;
      tellApplication();
    },
  });
  const gateway = new Gateway({
    token,
    intents: INTENTS,
    rest,
    clock,
    log,
    dispatch: (payload) => listener.dispatch(payload),
  });
  const sender = new Sender({ rest, clock, replies, openDirect });

  async function openDirect(account: AccountId): Promise<ChatRef> {
    const id = /^discord:(\d{1,20})$/.exec(account)?.[1];
    if (id === undefined) throw new ChannelError('rejected', 'There is no direct chat with such an account.');
    let chat = directs.get(account);
    if (chat === undefined) {
      const body = { recipient_id: id };
      const opened = await rest.call(
        { method: 'POST', route: Routes.userChannels(), body, doing: 'open a direct chat' },
        sentPayload,
      );
      chat = opened.id;
      if (directs.size >= MOST_DIRECTS) directs.clear();
      directs.set(account, chat);
    }
    return { channel: 'discord', account: await botId(), chat };
  }

  async function botId(): Promise<string> {
    if (listener.places.bot !== '') return listener.places.bot;
    const user = await rest.call({ method: 'GET', route: Routes.user(), doing: 'say who the bot is' }, sentPayload);
    return user.id;
  }

  /** The server of a chat; the chat of a server that was just joined may be the server itself. */
  async function guildOf(chat: ChatRef): Promise<string> {
    const known = listener.places.guildOf(channelOf(chat));
    if (known !== undefined) return known;
    const route = Routes.channel(channelOf(chat));
    const found = await rest
      .call({ method: 'GET', route, doing: 'show a channel' }, channelPayload)
      .catch((error: unknown) => {
        if (error instanceof ChannelError && error.kind === 'gone') return undefined;
        throw error;
      });
    if (found && !found.guild_id) throw new ChannelError('rejected', 'A direct chat cannot be left.');
    return found?.guild_id ?? chat.chat;
  }

  async function publishMenu(commands: CommandHint[], own: AbortSignal): Promise<void> {
    await ready;
    if (own.aborted) return;
    menuIsOld = !(await publish(application, commands, { rest, store, clock, log, signal: own })) && !own.aborted;
  }

  /** For what is nice to have: trouble is noted and forgotten. */
  async function quietly(what: string, run: Promise<unknown>): Promise<void> {
    await run.catch((error: unknown) => log.debug('discord.not-done', { what, error }));
  }

  return {
    async start(deliver, until) {
      const stop = () => life.abort();
      if (until.aborted) stop();
      until.addEventListener('abort', stop, { once: true });
      listener.delivery.start(deliver, signal);
      await gateway.start(signal);
    },

    async stop() {
      life.abort();
      closed.abort();
      menu.abort();
      await Promise.race([gateway.stop(), clock.sleep(FAREWELL_MS)]);
      rest.close();
    },

    health() {
      const health = gateway.health();
      const hints = listener.hints();
      if (menuIsOld) {
        hints.push('Discord did not take the list of slash commands; commands work as text. The log says why.');
      }
      return hints.length === 0 ? health : { ...health, hints };
    },

    parts: partsOf,
    send: (to, message, attempt) => sender.send(to, message, attempt),
    edit: (ref, message) => sender.edit(ref, message),
    fetch: (file, until) => fetchFile(file, AbortSignal.any([until, closed.signal]), rest, clock),
    openDirect,

    async typing(to) {
      const route = Routes.channelTyping(channelOf(to));
      await quietly('typing', rest.run({ method: 'POST', route, doing: 'show that the bot is typing' }));
    },

    async react({ chat, message }, emoji) {
      const route = Routes.channelMessageOwnReaction(channelOf(chat), message, encodeURIComponent(emoji));
      await quietly('react', rest.run({ method: 'PUT', route, doing: 'show a reaction' }));
    },

    async leave(chat) {
      await rest.run({ method: 'DELETE', route: Routes.userGuild(await guildOf(chat)), doing: 'let the bot leave' });
    },

    async publishCommands(commands) {
      hidden.clear();
      for (const { name, private: own, secret } of commands) hidden.set(name.toLowerCase(), own ?? secret ?? false);
      menu.abort();
      menu = new AbortController();
      const own = AbortSignal.any([menu.signal, signal]);
      // Nobody waits for it: Discord lets a list be written only so often.
      menuWork = menuWork
        .then(() => publishMenu(commands, own))
        .catch((error: unknown) => log.warn('discord.commands-not-published', { error }));
    },
  };
}
