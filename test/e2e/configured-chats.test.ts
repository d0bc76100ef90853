// What an operator can choose about chats and models, on both platforms at once, through the whole bot; and a channel that
// does not work, which takes nothing from the other.

import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cli } from '../support/cli.js';
import type { DiscordRoom } from '../support/discord-side.js';
import { type Chats, openChats } from '../support/platforms.js';
import type { TelegramRoom } from '../support/telegram-side.js';

const [OPEN, COMMANDS, NEVER, FORUM] = [-1_001_000_000_101, -1_001_000_000_102, -1_001_000_000_103, -1_001_000_000_104];
const CHANNEL = '1400000000000000001';
/** What a group hears first, once. */
const INTRODUCTION = /^Hello! I take part here/;

describe('a configured bot', () => {
  let chats: Chats;
  let speech: Server;

  beforeAll(async () => {
    speech = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ text: '明天七点见, see you at the harbour' }));
      });
    });
    await new Promise<void>((resolve) => speech.listen(0, '127.0.0.1', resolve));
    const address = speech.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const groups = [
      `"${OPEN}": { respond: always, ack: "👀", streaming: true, tools: [read], context: 2 }`,
      `"${COMMANDS}": { respond: commands }`,
      `"${NEVER}": { respond: never }`,
      `"${FORUM}": { persona: "Speak like a pirate." }`,
      `"${FORUM}:7": { respond: always, persona: "Speak like a poet." }`,
    ];
    chats = await openChats({
      yaml: {
        telegram: `groups: { ${groups.join(', ')} }`,
        discord: `groups: { "${CHANNEL}": { respond: always, persona: "Be brief." } }, dm: allowlist, streaming: false`,
        model: 'fallbacks: [{ name: large, baseUrl: "http://127.0.0.1:9/v1" }]',
        top: `transcription: { name: whisper, baseUrl: "http://127.0.0.1:${port}/v1" }`,
      },
    });
  });
  afterEach(() => chats.expectNothingElse());
  afterAll(async () => {
    await chats.close();
    await new Promise((resolve) => speech.close(resolve));
  });

  const room = (id: number, title: string, forum = false): TelegramRoom =>
    chats.telegram.room({ id, title, type: 'supergroup', forum });

  it('answers everything where it is told to, with a sign that it was seen', async () => {
    const open = room(OPEN, 'Open');
    const bob = chats.telegram.person('Bob');
    const id = open.says(bob, 'nobody in particular');
    await open.expectReply(INTRODUCTION);
    await open.expectReply(/^Echo: nobody in particular$/);
    await chats.telegram.around.until(() => open.chat.reactions(Number(id)).includes('👀'), 20_000);
    const { request } = chats.model.last(/nobody in particular/);
    expect(request.tools?.map((one) => one.function.name)).toEqual(['read']);
  });

  it('answers commands alone, or nothing but its owner’s', async () => {
    const bob = chats.telegram.person('Bob');
    const [commands, never] = [room(COMMANDS, 'Commands'), room(NEVER, 'Never')];
    commands.says(bob, '@bot hello');
    commands.says(bob, '/whoami');
    await commands.expectReply(INTRODUCTION);
    await commands.expectReply(/^You are Bob/);
    never.says(bob, '@bot hello');
    never.says(bob, '/whoami@bot');
    never.says(chats.telegram.owner, '@bot hello');
    never.says(chats.telegram.owner, '/whoami@bot');
    await never.expectReply(/^You are Ada \(owner\)/);
    await never.expectSilence(chats.telegram.owner);
    expect(chats.model.asked(/^hello$/)).toEqual([]);
  });

  it('C049: takes a topic’s own settings, and the rest from its group; a thread’s from its channel', async () => {
    const bob = chats.telegram.person('Bob');
    const forum = room(FORUM, 'Forum', true);
    const [poets, others] = [forum.topic(7, 'Poets'), forum.topic(8, 'Others')];
    poets.says(bob, 'a line of verse');
    await poets.expectReply(INTRODUCTION);
    await poets.expectReply(/verse$/);
    expect(chats.model.last(/line of verse/).request.messages[0]?.content).toMatch(/like a poet/);
    others.says(bob, 'not to you');
    others.says(bob, '@bot ahoy');
    await others.expectReply(/^Echo: ahoy$/);
    expect(chats.model.last(/ahoy/).request.messages[0]?.content).toMatch(/like a pirate/);

    const guild = chats.discord.server.guild({ name: 'Guild' });
    const channel: DiscordRoom = chats.discord.room(guild.channel({ id: CHANNEL, name: 'general' }));
    // Ada wrote in private on Telegram only.
    await chats.telegram.owner.expectReply(/added/);
    const eve = chats.discord.person('Eve');
    channel.says(eve, 'anyone?');
    await channel.expectReply(INTRODUCTION);
    await channel.expectReply(/^Echo: anyone\?$/);
    const thread = channel.thread({ name: 'side' });
    thread.says(eve, 'and here?');
    await thread.expectReply(/^Echo: and here\?$/);
    expect(chats.model.last(/and here/).request.messages[0]?.content).toMatch(/Be brief\./);
    const eves = chats.discord.person('Someone');
    eves.dm('let me in');
    expect((await eves.expectReply(/ask them to let you in/)).text).not.toMatch(/code/);
    expect(chats.model.asked(/let me in/)).toEqual([]);
  });

  it('/model chooses among the configured ones', async () => {
    const { telegram, model } = chats;
    const ada = telegram.owner;
    ada.dm('/model');
    await ada.expectReply(/gpt-5-mini answers here.*large/);
    ada.dm('/model huge');
    await ada.expectReply(/no model huge/);
    ada.dm('/model large');
    await ada.expectReply(/large answers here from the next message on/);
    ada.dm('/model default');
    await ada.expectReply(/gpt-5-mini answers here/);
    ada.dm('hello there');
    await ada.expectReply(/^Echo: hello there$/);
    expect(model.last(/hello there/).request.model).toBe('gpt-5-mini');
  });

  it('reads what was spoken', async () => {
    const { owner: ada } = chats.telegram;
    ada.dm('', { voice: {} });
    await ada.expectReply(/^Echo:/);
    expect(chats.model.requests.at(-1)?.body.messages.at(-1)?.content).toContain('明天七点见, see you at the harbour');
  });
});

describe('a bot without an owner', () => {
  it('tells whoever writes how to become it, and takes them in from the command line while it runs', async () => {
    const chats = await openChats({ owned: false });
    try {
      const { owner: ada } = chats.telegram;
      ada.dm('hello');
      const { text } = await ada.expectReply(/nightjar pair approve [2-9A-HJ-NP-Z]{8} --owner/);
      const code = /approve (\w+) --owner/.exec(text)?.[1] ?? '';
      expect((await cli(chats.home, ['pair', 'list'])).stdout).toContain(code);
      expect(await cli(chats.home, ['pair', 'approve', code, '--owner'])).toMatchObject({ code: 0 });
      await ada.expectReply(/You are my owner now/);
      ada.dm('/whoami');
      await ada.expectReply(/^You are Ada \(owner\).*all of your memory/s);
      const menu = () => chats.telegram.server.commands({ type: 'chat', chat_id: ada.who.id }) ?? [];
      await expect.poll(() => menu().map(({ command }) => command), { timeout: 20_000 }).toContain('members');
      const bob = chats.telegram.person('Bob');
      bob.dm('me too?');
      await bob.expectReply(/I have asked them/);
      ada.presses(await ada.expectReply(/Bob .* asks to be let in/), 'Refuse');
      await ada.expectReply(/is not let in/);
      bob.dm('please');
      await bob.expectSilence(ada);
      expect(chats.model.asked(/^hello|me too|please/)).toEqual([]);
    } finally {
      await chats.close();
    }
  });
});

describe('/status', () => {
  it('C095: names a channel that is down and what the platform keeps from the bot, with the way out', async () => {
    const chats = await openChats({
      wrongToken: 'discord',
      telegram: { me: { can_read_all_group_messages: false } },
      yaml: { telegram: `groups: { "${OPEN}": { respond: always } }` },
    });
    try {
      const ada = chats.telegram.owner;
      let text = '';
      // A channel that takes its time to fail is noticed a little later.
      while (!text.includes('discord down')) {
        if (text !== '') await sleep(1_000);
        ada.dm('/status');
        ({ text } = await ada.expectReply(/^Nightjar/));
      }
      expect(text).toMatch(/Channels: discord down, telegram up/);
      expect(text).toMatch(/Note: discord.*token.*\./);
      expect(text).toMatch(/\/setprivacy to @BotFather.*add me again/);
      for (const { token } of [chats.telegram.server, chats.discord.server]) expect(text).not.toContain(token);
      ada.dm('hi');
      await ada.expectReply(/^Echo: hi$/);
    } finally {
      await chats.close();
    }
  }, 60_000);
});
