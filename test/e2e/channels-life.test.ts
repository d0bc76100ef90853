// The life of a bot on its platforms: how it ends, what one bad channel means for the others, and what an operator is told.

import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cli, startCli, writeConfig } from '../support/cli.js';
import { startDiscord } from '../support/discord/server.js';
import { type ModelServer, type ReplyFunction, startModelServer } from '../support/model-server.js';
import { channelStatus, startRunning } from '../support/running.js';
import { startTelegram, type TelegramOptions } from '../support/telegram/server.js';
import { tempDir } from '../support/temp-dir.js';

const OWNER = { id: 101, name: 'Olga' };
const SOON_MS = 5_000;

async function modelServer(answer: ReplyFunction = () => ({ text: 'Done, 好了.' })): Promise<ModelServer> {
  const model = await startModelServer(answer);
  onTestFinished(() => model.close());
  return model;
}

async function telegramServer(options: TelegramOptions = {}) {
  const telegram = await startTelegram(options);
  onTestFinished(() => telegram.stop());
  const olga = telegram.user(OWNER);
  return { telegram, olga, chat: telegram.private(olga) };
}

async function discordServer(options: Parameters<typeof startDiscord>[0] = {}) {
  const discord = await startDiscord(options);
  onTestFinished(() => discord.close());
  const olga = discord.user({ id: '200000000000000001', name: 'Olga' });
  return { discord, olga, chat: discord.dm(olga) };
}

interface Parts {
  model: ModelServer;
  telegram?: { token: string; apiRoot: string; groups?: string };
  discord?: { token: string; root: string };
}

function homeOf({ model, telegram, discord }: Parts): string {
  const home = tempDir();
  writeConfig(
    home,
    `owner: ["telegram:${OWNER.id}", "discord:200000000000000001"]
model: { name: test, baseUrl: "${model.baseUrl}", apiKey: x }
channels:
${telegram ? `  telegram: { token: "${telegram.token}", apiRoot: "${telegram.apiRoot}", groups: ${telegram.groups ?? '{}'} }\n` : ''}${
  discord ? `  discord: { token: "${discord.token}", apiRoot: "${discord.root}" }\n` : ''
}`,
  );
  return home;
}

describe('SIGTERM', () => {
  it('lets a turn that is under way end with its reply, on both platforms, and is obeyed at once when nothing runs', async () => {
    const model = await modelServer(() => ({ text: 'A slow answer, 慢.', delayMs: 1_500 }));
    const [tg, dc] = [await telegramServer(), await discordServer()];
    const home = homeOf({ model, telegram: tg.telegram, discord: dc.discord });
    const bot = await startRunning(home);
    tg.chat.says(tg.olga, 'hello');
    await model.received(1);
    dc.chat.says(dc.olga, 'hello');
    await tg.telegram.waitFor(() => tg.telegram.calls('sendChatAction').length > 0);
    const { code, ms } = await bot.stop();
    expect(code, bot.output.stderr).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect(tg.chat.shown().map(({ text }) => text)).toEqual(['A slow answer, 慢.']);

    // What did not begin any more is answered by the next start, which has nothing else to do then.
    const next = await startRunning(home);
    await dc.discord.waitFor(() => dc.chat.shown().length === 1, SOON_MS);
    const idle = await next.stop();
    expect(idle.code).toBe(0);
    expect(idle.ms).toBeLessThan(2_000);
    expect(tg.chat.shown()).toHaveLength(1);
  });

  it('ends a turn that does not end within 10 s, and answers it after the next start', async () => {
    let slow = true;
    const model = await modelServer(() => (slow ? { hangAfter: 0 } : { text: 'Here I am again, 回来了.' }));
    const { telegram, olga, chat } = await telegramServer();
    const home = homeOf({ model, telegram });
    const bot = await startRunning(home);
    chat.says(olga, 'hello');
    await model.received(1);
    const { code, ms } = await bot.stop();
    expect(code, bot.output.stderr).toBe(0);
    expect(ms).toBeLessThan(10_000);
    expect(bot.output.stderr).toContain('One message is still to be answered');
    expect(chat.shown()).toEqual([]);
    slow = false;
    await startRunning(home);
    const [reply] = await chat.next();
    expect(reply?.text).toBe('Here I am again, 回来了.');
  });

  it('sent a second time is obeyed at once', async () => {
    const model = await modelServer(() => ({ hangAfter: 0 }));
    const { telegram, olga, chat } = await telegramServer();
    const bot = await startRunning(homeOf({ model, telegram }));
    chat.says(olga, 'hello');
    await model.received(1);
    const polls = telegram.calls('getUpdates').length;
    bot.child.kill('SIGTERM');
    await telegram.waitFor(() => polls > 0);
    const began = performance.now();
    // A signal that arrives together with another is one signal.
    await new Promise((resolve) => setTimeout(resolve, 200));
    bot.child.kill('SIGTERM');
    expect(await bot.ended).toBe(130);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('one bad channel', () => {
  it('leaves the other up: a wrong token of Telegram', async () => {
    const model = await modelServer();
    const [tg, dc] = [await telegramServer(), await discordServer()];
    const wrong = { token: '7000000001:wrong', apiRoot: tg.telegram.apiRoot };
    const home = homeOf({ model, telegram: wrong, discord: dc.discord });
    const bot = await startRunning(home);
    expect(bot.output.stderr).toContain('@BotFather');
    expect(bot.output.stderr).not.toContain('7000000001:wrong');
    dc.chat.says(dc.olga, 'hello');
    expect((await dc.chat.next()).content).toBe('Done, 好了.');
    dc.chat.says(dc.olga, '/status');
    expect((await dc.chat.next()).content.match(/@BotFather/g)).toHaveLength(1);

    const telegram = await settled(home, 'telegram', 'down');
    expect(telegram.detail).toContain('@BotFather');
    expect((await settled(home, 'discord', 'up')).state).toBe('up');
    const findings = await doctor(home);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'channel.telegram', level: 'error' }));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'channel.discord', level: 'ok' }));
    expect((await bot.stop()).code).toBe(0);
  });

  it('leaves the other up: a switch of Discord’s portal that is off', async () => {
    const model = await modelServer();
    const tg = await telegramServer();
    const dc = await discordServer({ intents: { messageContent: false } });
    const home = homeOf({ model, telegram: tg.telegram, discord: dc.discord });
    const bot = await startRunning(home);
    tg.chat.says(tg.olga, 'hello');
    const [reply] = await tg.chat.next();
    expect(reply?.text).toBe('Done, 好了.');

    const discord = await settled(home, 'discord', 'down');
    expect(discord.detail).toContain('Message Content Intent');
    const findings = await doctor(home);
    const about = findings.find(({ check }) => check === 'channel.discord');
    expect(about).toMatchObject({ level: 'error' });
    expect(JSON.stringify(about)).toContain('Message Content Intent');
    expect((await bot.stop()).code).toBe(0);
  });

  it('that cannot be reached comes back by itself: no name, no TLS', async () => {
    const model = await modelServer();
    const tg = await telegramServer();
    const unreachable = { token: 'x'.repeat(60), root: 'http://discord.invalid/api' };
    const home = homeOf({ model, telegram: tg.telegram, discord: unreachable });
    const bot = await startRunning(home);
    tg.chat.says(tg.olga, 'hello');
    await tg.chat.next();
    expect((await settled(home, 'discord', 'down')).detail).toBeTruthy();
    expect((await bot.stop()).code).toBe(0);

    const dc = await discordServer();
    // Plain HTTP answers where TLS is asked for.
    const plain = { token: tg.telegram.token, apiRoot: tg.telegram.apiRoot.replace('http:', 'https:') };
    const other = homeOf({ model, telegram: plain, discord: dc.discord });
    const second = await startRunning(other);
    dc.chat.says(dc.olga, 'hello');
    await dc.chat.next();
    expect((await settled(other, 'telegram', 'down')).detail).toBeTruthy();
    expect((await second.stop()).code).toBe(0);
  });
});

describe('what would make a channel work better', () => {
  it('is said at the start, in one line: the privacy mode where every message is to be answered', async () => {
    const model = await modelServer();
    const { telegram } = await telegramServer({ me: { can_read_all_group_messages: false } });
    const { token, apiRoot } = telegram;
    const groups = '{ "-1001000000001": { respond: always } }';
    const bot = await startRunning(homeOf({ model, telegram: { token, apiRoot, groups } }));
    const lines = bot.output.stderr.split('\n').filter((line) => line.includes('/setprivacy'));
    expect(lines).toEqual([expect.stringMatching(/^telegram: Privacy mode .* Disable/)]);
  });
});

describe('one gateway per home, one poller per token', () => {
  it('a second start on the same home exits 2 and says so; the first goes on', async () => {
    const model = await modelServer();
    const { telegram, olga, chat } = await telegramServer();
    const home = homeOf({ model, telegram });
    await startRunning(home);
    const second = await cli(home, ['start']);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('already running');
    chat.says(olga, 'hello');
    await chat.next();
    expect(telegram.calls('getUpdates').every(({ answer }) => answer?.code !== 409)).toBe(true);
  });

  it('another program that polls with the same token is named, and the bot goes on when it is gone', async () => {
    const model = await modelServer();
    const { telegram, olga, chat } = await telegramServer();
    const home = homeOf({ model, telegram });
    const bot = await startRunning(home);
    await telegram.waitFor(() => telegram.calls('getUpdates').length > 0);
    const stolen = await fetch(`${telegram.apiRoot}/bot${telegram.token}/getUpdates?timeout=0`);
    expect(stolen.status).toBe(200);
    const health = await settled(home, 'telegram', 'down');
    expect(health.detail).toMatch(/another program polls with this token/i);
    const findings = await doctor(home);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'channel.telegram', level: 'error' }));
    chat.says(olga, 'hello');
    expect((await chat.next(1, 8_000))[0]?.text).toBe('Done, 好了.');
    expect((await settled(home, 'telegram', 'up')).state).toBe('up');
    expect((await bot.stop()).code).toBe(0);
  });

  it('with no channel that can start it says why and ends', async () => {
    const model = await modelServer();
    const { telegram } = await telegramServer();
    const home = homeOf({ model, telegram: { token: '7000000001:wrong', apiRoot: telegram.apiRoot } });
    const child = startCli(home, ['start']);
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
  });
});

/** The status of a channel once it is `state`, or what it is after a while. */
async function settled(home: string, channel: string, state: string): Promise<{ state: string; detail?: string }> {
  const until = performance.now() + SOON_MS;
  let status = await channelStatus(home, channel);
  while (status.state !== state && performance.now() < until) status = await channelStatus(home, channel);
  expect(status).toMatchObject({ state });
  return status;
}

async function doctor(home: string): Promise<{ check: string; level: string; says: string; remedy?: string }[]> {
  const { stdout } = await cli(home, ['doctor', '--json']);
  return JSON.parse(stdout) as { check: string; level: string; says: string; remedy?: string }[];
}
