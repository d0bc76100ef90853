import { type ButtonInteraction, type ChatInputCommandInteraction, type Message, MessageType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { connected, testDiscord } from '../../support/discord/real-client.js';
import type { DiscordServer } from '../../support/discord/server.js';
import type { DiscordOptions } from '../../support/discord/settings.js';

async function office(options: DiscordOptions = {}) {
  const dc = await testDiscord(options);
  const ann = dc.user({ name: 'Ann' });
  const guild = dc.guild({ name: 'Office', owner: ann });
  const general = guild.channel({ name: 'general' });
  const client = await connected(dc);
  return { dc, ann, guild, general, client, channel: await textChannel(client, general.id) };
}

async function textChannel(client: Awaited<ReturnType<typeof connected>>, id: string) {
  const channel = await client.channels.fetch(id);
  if (!channel?.isSendable()) throw new Error('not a text channel');
  return channel;
}

const next = <T>(client: { once(event: string, run: (value: T) => void): unknown }, event: string) =>
  new Promise<T>((resolve) => client.once(event, resolve));

const row = (...buttons: { custom_id: string; label: string }[]) => ({
  type: 1 as const,
  components: buttons.map((one) => ({ type: 2 as const, style: 1 as const, ...one })),
});

describe('messages', () => {
  it('carries a guild message to the client and its reply back, with what it calls', async () => {
    const { ann, general, client } = await office();
    const arrived = next<Message>(client, 'messageCreate');
    const question = general.says(ann, '几点开门?', { mentionBot: true });
    const message = await arrived;
    expect(message).toMatchObject({
      id: question,
      content: '<@1310000000000000001> 几点开门?',
      guild: { name: 'Office' },
    });
    expect(message.mentions.has(client.user)).toBe(true);
    await message.reply({ content: '九点', allowedMentions: { parse: [], repliedUser: false } });
    expect(await general.next()).toMatchObject({ content: '九点', replyTo: question, pings: [] });
  });

  it('tells a direct message with its channel type, so that a client with partials hears it', async () => {
    const { dc, ann, client } = await office();
    const dm = dc.dm(ann);
    const arrived = next<Message>(client, 'messageCreate');
    dm.says(ann, 'psst');
    const message = await arrived;
    expect(message.channel.isDMBased()).toBe(true);
    await message.reply('yes?');
    expect((await dm.next()).content).toBe('yes?');
    ann.blocks();
    await expect(client.users.send(ann.id, 'again')).rejects.toMatchObject({ code: 50007, status: 403 });
  });

  it('edits and deletes, and refuses what is too long, empty or answers nothing', async () => {
    const { ann, general, channel } = await office();
    const sent = await channel.send('one');
    await sent.edit('two');
    expect(general.shown()).toMatchObject([{ content: 'two', edited: true }]);
    await expect(channel.send('x'.repeat(2001))).rejects.toThrow(
      /content\[BASE_TYPE_MAX_LENGTH\]: Must be 2000 or fewer/,
    );
    await expect(channel.send(' \n ')).rejects.toMatchObject({ code: 50006 });
    const gone = general.says(ann, 'never mind');
    general.deletes(gone);
    await expect(channel.send({ content: 'ok', reply: { messageReference: gone } })).rejects.toThrow(
      /MESSAGE_REFERENCE_UNKNOWN_MESSAGE/,
    );
    const reply = { messageReference: gone, failIfNotExists: false };
    expect((await channel.send({ content: 'ok', reply })).type).toBe(MessageType.Default);
    await sent.delete();
    await expect(sent.edit('three')).rejects.toMatchObject({ code: 10008 });
    expect(general.shown().map((one) => one.content)).toEqual(['ok']);
  });

  it('gives history newest first, `after` from the oldest, and keeps the nonce to itself', async () => {
    const { ann, general, channel } = await office();
    const ids = ['a', 'b', 'c', 'd'].map((text) => general.says(ann, text, { gap: true }));
    const page = await channel.messages.fetch({ after: ids[0] ?? '', limit: 2, cache: false });
    expect(page.map((one) => one.content)).toEqual(['c', 'b']);
    const latest = await channel.messages.fetch({ limit: 3, cache: false });
    expect(latest.map((one) => one.content)).toEqual(['d', 'c', 'b']);
    const sent = await channel.send({ content: 'mine', nonce: 'k1', enforceNonce: true });
    expect(sent.nonce).toBe('k1');
    expect((await channel.messages.fetch({ message: sent.id, cache: false, force: true })).content).toBe('mine');
  });

  it('makes one message of an enforced nonce, also where the first answer was lost, until it is forgotten', async () => {
    let now = Date.now();
    const { dc, general, channel } = await office({ now: () => now });
    const send = () => channel.send({ content: 'once', nonce: 'part0', enforceNonce: true });
    dc.fail('POST /channels/:channel/messages', 1, 'reset-after');
    const first = await send();
    expect((await send()).id).toBe(first.id);
    expect(dc.calls('POST', '/channels/:channel/messages')).toHaveLength(3);
    expect(general.shown()).toHaveLength(1);
    now += 4 * 60_000;
    expect((await send()).id).not.toBe(first.id);
  });

  it('takes files, serves them by link, and ends links', async () => {
    const { dc, ann, general, client, channel } = await office();
    const files = [{ attachment: Buffer.from('内容'), name: '报告.txt' }];
    await channel.send({ files });
    expect(await general.next()).toMatchObject({ content: '', files: [{ name: '报告.txt' }] });
    const large = { attachment: Buffer.alloc(11 * 1024 * 1024), name: 'large.bin' };
    await expect(channel.send({ files: [large] })).rejects.toMatchObject({ status: 413, code: 40005 });
    const arrived = next<Message>(client, 'messageCreate');
    general.says(ann, '', { attachments: [{ name: 'a.png', mime: 'image/png', bytes: 'PNG' }] });
    const link = (await arrived).attachments.first()?.url ?? '';
    expect(await (await fetch(link)).text()).toBe('PNG');
    dc.expireLinks();
    expect((await fetch(link)).status).toBe(404);
  });

  it('knows threads, forum posts and what the bot may not do', async () => {
    const { ann, guild, general, client, channel } = await office();
    const forum = guild.forum({ name: 'help' });
    const threads = [general.thread({ name: 'plan' }), forum.thread({ name: 'how?' })];
    for (const thread of threads) {
      const arrived = next<Message>(client, 'messageCreate');
      thread.says(ann, 'here');
      const message = await arrived;
      expect(message.channel.isThread()).toBe(true);
      await message.reply('there');
      expect((await thread.next()).content).toBe('there');
    }
    general.deny('SendMessages');
    await expect(channel.send('no')).rejects.toMatchObject({ code: 50013, message: 'Missing Permissions' });
    general.deny('ViewChannel');
    await expect(channel.send('no')).rejects.toMatchObject({ code: 50001, message: 'Missing Access' });
    general.remove();
    for (const { id } of [general, ...threads.slice(0, 1)]) {
      await expect(client.rest.post(`/channels/${id}/typing`)).rejects.toMatchObject({ code: 10003 });
    }
  });
});

describe('interactions', () => {
  async function withCommand(options: DiscordOptions = {}) {
    const place = await office(options);
    await place.client.application.commands.set([{ name: 'ask', description: 'asks', contexts: [0, 1] }]);
    const arrived = next<ChatInputCommandInteraction>(place.client, 'interactionCreate');
    const run = place.ann.runs(place.general, '/ask');
    return { ...place, run, interaction: await arrived };
  }

  it('defers, edits the original, follows up, and shows ephemeral answers to one person only', async () => {
    const { ann, general, run, interaction, channel } = await withCommand();
    expect(interaction.context).toBe(0);
    await interaction.deferReply({ flags: 64 });
    expect(run.shown()).toMatchObject([{ thinking: true, ephemeral: true, for: ann.id }]);
    await interaction.editReply('for you');
    await interaction.followUp({ content: 'more', flags: 64 });
    expect(await run.replies(2)).toMatchObject([{ content: 'for you' }, { content: 'more', ephemeral: true }]);
    expect(await channel.messages.fetch({ cache: false })).toHaveProperty('size', 0);
    expect(general.shown()).toHaveLength(2);
    await expect(interaction.client.rest.post(callback(interaction), again)).rejects.toMatchObject({ code: 40060 });
  });

  it('is unknown after three seconds without an answer, and its token invalid after fifteen minutes', async () => {
    let now = Date.now();
    const { run, interaction, ann, general, client } = await withCommand({ now: () => now });
    now += 3_001;
    await expect(interaction.deferReply()).rejects.toMatchObject({ code: 10062, message: 'Unknown interaction' });
    expect(run).toMatchObject({ answered: undefined, failed: true });
    const arrived = next<ChatInputCommandInteraction>(client, 'interactionCreate');
    const second = ann.runs(general, '/ask');
    const late = await arrived;
    await expect(late.followUp('too early')).rejects.toThrow();
    await late.deferReply();
    now += 15 * 60_000 + 1;
    await expect(late.editReply('too late')).rejects.toMatchObject({ code: 50027, status: 401 });
    expect(second.shown()).toMatchObject([{ thinking: true }]);
  });

  it('shows buttons, lets a person press them once, and refuses ids that are too long or there twice', async () => {
    const { ann, general, client, channel } = await office();
    const sent = await channel.send({ content: 'Sure?', components: [row({ custom_id: 'y:1', label: 'Yes' })] });
    const arrived = next<ButtonInteraction>(client, 'interactionCreate');
    const press = general.presses(ann, sent.id, 'Yes');
    const interaction = await arrived;
    expect(interaction).toMatchObject({ customId: 'y:1', message: { id: sent.id, content: 'Sure?' } });
    await interaction.deferUpdate();
    await interaction.editReply({ content: 'Done', components: [] });
    expect(press.answered).toBe(6);
    expect(general.shown()).toMatchObject([{ content: 'Done', buttons: [] }]);
    expect(() => general.presses(ann, sent.id, 'Yes')).toThrow(/no button/);
    const twice = row({ custom_id: 'a', label: 'A' }, { custom_id: 'a', label: 'B' });
    await expect(channel.send({ components: [twice] })).rejects.toThrow(/COMPONENT_CUSTOM_ID_DUPLICATED/);
    const long = row({ custom_id: 'a'.repeat(101), label: 'A' });
    await expect(channel.send({ components: [long] })).rejects.toThrow(/custom_id\[BASE_TYPE_BAD_LENGTH\]/);
  });

  const callback = ({ id, token }: { id: string; token: string }) => `/interactions/${id}/${token}/callback` as const;
  const again = { body: { type: 4, data: { content: 'again' } }, auth: false };
});

describe('commands', () => {
  const named = (name: string, description = 'does it') => ({ name, description });

  it('overwrites a list, keeps ids, offers only what is registered and where', async () => {
    const { dc, ann, general, client } = await office();
    const first = await client.application.commands.set([named('one'), { ...named('two'), contexts: [1] }]);
    const second = await client.application.commands.set([
      named('one', 'otherwise'),
      { ...named('two'), contexts: [1] },
    ]);
    expect(second.find((one) => one.name === 'one')?.id).toBe(first.find((one) => one.name === 'one')?.id);
    expect(dc.commands.writes).toBe(2);
    expect(() => ann.runs(general, '/three')).toThrow(/registered no command/);
    expect(() => ann.runs(general, '/two')).toThrow(/not offered/);
    expect(() => ann.runs(general, '/one', { options: { args: 'x' } })).toThrow(/no option args/);
  });

  it('refuses bad names, long descriptions, more than a hundred, and more than 200 new ones a day', async () => {
    const { client } = await office();
    const { commands } = client.application;
    const refused = (list: Parameters<typeof commands.set>[0], words: RegExp) =>
      expect(commands.set(list)).rejects.toThrow(words);
    await refused([named('Help')], /0\.name\[APPLICATION_COMMAND_INVALID_NAME\]/);
    await refused(
      [named('help', 'x'.repeat(101))],
      /0\.description\[BASE_TYPE_BAD_LENGTH\]: Must be between 1 and 100/,
    );
    const option = { type: 3, name: 'args', description: 'x'.repeat(103) };
    await refused([{ ...named('help'), options: [option] }], /options\[0\]\.description\[BASE_TYPE_BAD_LENGTH\]/);
    const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => named(`c${from + index}`));
    await refused(many(140), /Must be 100 or fewer/);
    await commands.set(many(100));
    await commands.set(many(100));
    await commands.set(many(100, 100));
    await expect(commands.set(many(1, 200))).rejects.toMatchObject({ code: 30034 });
  });
});

describe('troubles of the line', () => {
  const POST = 'POST /channels/:channel/messages';
  const sends = (dc: DiscordServer) => dc.calls('POST', '/channels/:channel/messages').map((one) => one.status);

  it('answers 429 with seconds to wait, by request or by its own buckets', async () => {
    const { dc, channel } = await office({ rateLimits: true });
    dc.fail(POST, 1, { status: 429, retryAfter: 0.05 });
    await channel.send('after the limit');
    expect(sends(dc)).toEqual([429, 200]);
    const body = JSON.stringify({ content: 'raw' });
    const headers = { authorization: `Bot ${dc.token}`, 'content-type': 'application/json' };
    const post = () => fetch(`${dc.root}/v10/channels/${channel.id}/messages`, { method: 'POST', headers, body });
    const answers = [];
    for (let one = 0; one < 5; one += 1) answers.push(await post());
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(await answers.at(-1)?.json()).toMatchObject({ global: false, retry_after: expect.any(Number) });
  });

  it('breaks as asked: before the work, after it, half an answer, a page of a proxy, never', async () => {
    const { dc, general, client } = await office();
    const post = (content: string) => {
      const headers = { authorization: `Bot ${dc.token}`, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ content }), signal: AbortSignal.timeout(300) };
      return fetch(`${dc.root}/v10/channels/${general.id}/messages`, init).then((one) => one.json());
    };
    for (const fault of ['reset', 'reset-after', 'half', 'html502', 'hang', 'hang-after'] as const) {
      dc.fail(POST, 1, fault);
      await expect(post(fault)).rejects.toThrow();
    }
    expect(general.shown().map((one) => one.content)).toEqual(['reset-after', 'half', 'hang-after']);
    dc.fail(POST, 1, { status: 403, code: 50013, message: 'Missing Permissions' });
    await expect(
      client.rest.post(`/channels/${general.id}/messages`, { body: { content: 'x' } }),
    ).rejects.toMatchObject({
      code: 50013,
    });
  });

  it('takes the right token only', async () => {
    const dc = await testDiscord();
    const answer = await fetch(`${dc.root}/v10/users/@me`, { headers: { authorization: 'Bot wrong' } });
    expect([answer.status, await answer.json()]).toEqual([401, { message: '401: Unauthorized', code: 0 }]);
  });
});
