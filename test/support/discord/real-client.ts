// A discord.js client connected to the stand-in, destroyed after the test. For the stand-in's own tests.

import { Client, type ClientOptions, GatewayIntentBits, Partials } from 'discord.js';
import { onTestFinished } from 'vitest';
import { type DiscordServer, startDiscord } from './server.js';
import type { DiscordOptions } from './settings.js';

/** Starts a stand-in that ends with the test. */
export async function testDiscord(options: DiscordOptions = {}): Promise<DiscordServer> {
  const dc = await startDiscord(options);
  onTestFinished(() => dc.close());
  return dc;
}

/** Not logged in. Identifies without the library's five seconds between two. */
export function newClient(dc: DiscordServer, options: Partial<ClientOptions> = {}): Client {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      GatewayIntentBits.MessageContent,
    ],
    partials: [Partials.Channel],
    rest: { api: dc.root },
    ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => {} }) },
    ...options,
  });
  onTestFinished(() => client.destroy());
  return client;
}

export async function connected(dc: DiscordServer, options: Partial<ClientOptions> = {}): Promise<Client<true>> {
  const client = newClient(dc, options);
  const ready = new Promise<Client<true>>((resolve) => client.once('clientReady', resolve));
  await client.login(dc.token);
  return ready;
}

/** Messages of others, in the order in which the client told of them. */
export function heard(client: Client): string[] {
  const texts: string[] = [];
  client.on('messageCreate', (message) => {
    if (message.author.id !== client.user?.id) texts.push(message.content);
  });
  return texts;
}
