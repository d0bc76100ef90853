import { type Client, GatewayIntentBits, type Guild, type Message } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { connected, heard, newClient, testDiscord } from '../../support/discord/real-client.js';
import type { DiscordOptions } from '../../support/discord/settings.js';

async function listening(options: DiscordOptions = {}) {
  const dc = await testDiscord(options);
  const ann = dc.user({ name: 'Ann' });
  const guild = dc.guild({ name: 'Office', owner: ann });
  const general = guild.channel({ name: 'general' });
  const client = await connected(dc);
  return { dc, ann, guild, general, client, texts: heard(client) };
}

/** Resolves with the code by which the client went down for good. */
const disconnected = (client: Client) =>
  new Promise<number>((resolve) => client.once('shardDisconnect', ({ code }) => resolve(code)));

describe('a session', () => {
  it('begins with the guilds and their channels and threads', async () => {
    const dc = await testDiscord();
    const ann = dc.user({ name: 'Ann' });
    const general = dc.guild({ name: 'Office', owner: ann }).channel({ name: 'general' });
    const open = general.thread({ name: 'open' });
    const closed = general.thread({ name: 'closed', private: true, withBot: false });
    const client = await connected(dc);
    expect(client.guilds.cache.map((one) => one.name)).toEqual(['Office']);
    expect(client.channels.cache.has(open.id)).toBe(true);
    expect(client.channels.cache.has(closed.id)).toBe(false);
    expect(dc.gateway.identifies).toHaveLength(1);
  });

  it.each([
    ['a dead socket', 1006],
    ['an unknown error', 4000],
  ])('is resumed after %s, and what was missed is told in order', async (_, code) => {
    const { dc, ann, general, client, texts } = await listening();
    general.says(ann, 'one');
    await dc.waitFor(() => dc.gateway.connected);
    const resumed = new Promise((resolve) => client.once('shardResume', resolve));
    dc.drop(code);
    general.says(ann, '二');
    general.says(ann, 'three');
    general.says(ann, 'never told', { gap: true });
    await resumed;
    general.says(ann, 'four');
    await expect.poll(() => texts).toEqual(['one', '二', 'three', 'four']);
    expect(dc.gateway.resumes).toMatchObject([{ replayed: 2 }]);
    expect(dc.gateway.identifies).toHaveLength(1);
  });

  it('is resumed where the gateway asks for it', async () => {
    const { dc, ann, general, texts } = await listening();
    dc.askReconnect();
    await dc.waitFor(() => dc.gateway.resumes.length === 1);
    general.says(ann, 'still there?');
    await expect.poll(() => texts).toEqual(['still there?']);
    expect(dc.gateway.closes).toMatchObject([{ code: 4200, by: 'client' }]);
  });

  it.each([
    ['it timed out', 4009],
    ['it was declared invalid', 0],
  ])('is begun anew where %s, and what was said in between is lost', async (_, code) => {
    const { dc, ann, general, texts } = await listening();
    if (code) dc.drop(code);
    else dc.invalidateSessions();
    general.says(ann, 'lost');
    await dc.waitFor(() => dc.gateway.identifies.length === 2 && dc.gateway.connected, 10_000);
    general.says(ann, 'heard');
    await expect.poll(() => texts).toEqual(['heard']);
  });

  it('survives an invalid session that may be resumed', async () => {
    const { dc, ann, general, texts } = await listening();
    dc.invalidateSessions(true);
    general.says(ann, 'kept');
    await expect.poll(() => texts).toEqual(['kept']);
    expect(dc.gateway.identifies).toHaveLength(1);
  });

  it('is resumed after a half-open silence, found by the missing acknowledgement', async () => {
    const { dc, ann, general, texts } = await listening({ heartbeatMs: 100 });
    dc.silence(1_000);
    general.says(ann, 'into the void');
    await dc.waitFor(() => dc.gateway.resumes.length > 0);
    await expect.poll(() => texts).toEqual(['into the void']);
    expect(dc.gateway.closes[0]).toMatchObject({ code: 4200, by: 'client' });
  });

  it('comes back when the whole of Discord was away', async () => {
    const { dc, ann, general, texts } = await listening();
    await dc.down();
    await expect(fetch(`${dc.root}/v10/gateway`)).rejects.toThrow();
    general.says(ann, 'while away');
    await dc.up();
    dc.refuseConnections(1);
    await dc.waitFor(() => dc.gateway.connected, 10_000);
    general.says(ann, 'back');
    await expect.poll(() => texts.at(-1)).toBe('back');
    expect(dc.gateway.connects.filter((one) => one.refused)).toHaveLength(1);
  });
});

describe('refusals', () => {
  it('closes with 4014 where the portal does not allow message content', async () => {
    const dc = await testDiscord({ intents: { messageContent: false } });
    const client = newClient(dc);
    client.on('error', () => {});
    client.on('shardError', () => {});
    const code = disconnected(client);
    client.login(dc.token).catch(() => {});
    expect(await code).toBe(4014);
    await dc.waitFor(() => dc.gateway.closes.length === 1);
    expect(dc.gateway.closes).toMatchObject([{ code: 4014, by: 'server' }]);
  });

  it('closes with 4004 for a wrong token and 4013 for intents that are none', async () => {
    const dc = await testDiscord();
    const identify = async (d: object) => {
      const socket = new WebSocket(`ws://127.0.0.1:${new URL(dc.root).port}/gateway?v=10&encoding=json`);
      const sent = { op: 2, d: { token: dc.token, intents: 0, properties: {}, ...d } };
      socket.onmessage = () => socket.send(JSON.stringify(sent));
      return new Promise((resolve) => {
        socket.onclose = (event) => resolve(event.code);
      });
    };
    expect(await identify({ token: 'wrong' })).toBe(4004);
    expect(await identify({ intents: 1 << 30 })).toBe(4013);
  });

  it('refuses a login whose token REST does not know, and one without session starts', async () => {
    const dc = await testDiscord({ sessionStarts: { remaining: 0 } });
    await expect(newClient(dc).login('wrong.token.here')).rejects.toThrow(/invalid token/i);
    await expect(newClient(dc).login(dc.token)).rejects.toThrow(/sessions/);
  });
});

describe('intents', () => {
  it('hides the content of guild messages without the intent, unless the bot is called', async () => {
    const dc = await testDiscord();
    const ann = dc.user({ name: 'Ann' });
    const general = dc.guild({ name: 'Office', owner: ann }).channel({ name: 'general' });
    const client = await connected(dc, { intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages] });
    const got: Pick<Message, 'content' | 'attachments'>[] = [];
    client.on('messageCreate', (message) => got.push(message));
    general.says(ann, 'among us', { attachments: [{ name: 'a.txt' }] });
    general.says(ann, 'you there', { mentionBot: true });
    dc.dm(ann).says(ann, 'without the intent for direct messages');
    general.says(ann, 'end', { mentionBot: true });
    await expect.poll(() => got.length).toBe(3);
    expect(got.map((one) => one.content)).toEqual(['', `${dc.mention} you there`, `${dc.mention} end`]);
    expect(got[0]?.attachments.size).toBe(0);
  });

  it('tells edits from previews of links, and deletions', async () => {
    const { ann, general, client } = await listening();
    const seen: string[] = [];
    client.on('messageUpdate', (_, { content, editedTimestamp }) =>
      seen.push(`${content} ${editedTimestamp !== null}`),
    );
    client.on('messageDelete', ({ id }) => seen.push(id));
    const arrived = new Promise((resolve) => client.once('messageCreate', resolve));
    const id = general.says(ann, 'https://example.com');
    await arrived;
    general.unfurls(id);
    general.edits(ann, id, '改了');
    general.deletes(id);
    await expect.poll(() => seen).toEqual(['https://example.com false', '改了 true', id]);
  });

  it('tells joining, an outage and leaving apart', async () => {
    const { dc, ann, client } = await listening();
    const seen: string[] = [];
    for (const event of ['guildCreate', 'guildDelete', 'guildUnavailable', 'guildAvailable'] as const) {
      client.on(event, (guild: Guild) => seen.push(`${event} ${guild.name}`));
    }
    const club = dc.guild({ name: 'Club', owner: ann, joined: false });
    dc.addsBotTo(club, ann);
    club.goesDark();
    club.comesBack();
    dc.removesBotFrom(club);
    await expect.poll(() => seen.length).toBe(4);
    const expected = ['guildCreate', 'guildUnavailable', 'guildAvailable', 'guildDelete'];
    expect(seen).toEqual(expected.map((event) => `${event} Club`));
  });
});
