// The stand-in of Telegram, driven by the real grammY: what it refuses, and in which words.

import { GrammyError, InputFile } from 'grammy';
import { expect, it } from 'vitest';
import { drivenTelegram, refusalOf } from '../../support/telegram/driven.js';
import { picture } from '../../support/telegram/images.js';
import type { TelegramOptions } from '../../support/telegram/telegram.js';

async function places(options: TelegramOptions = {}) {
  const { tg, api, bot } = await drivenTelegram(options);
  const alice = tg.user({ id: 11, name: 'Alice', username: 'alice' });
  const dm = tg.private(alice);
  const team = tg.group({ id: -555, title: 'Team' });
  const forum = tg.group({ id: -1001, title: 'Forum', forum: true });
  tg.topic(forum, { id: 5, name: 'Plans' }, alice);
  return { tg, api, bot, alice, dm, team, forum };
}

it('measures texts after trimming', async () => {
  const { api, dm } = await places();
  const send = (text: string) => refusalOf(api.sendMessage(dm.id, text));
  expect(await send('')).toBe('400 Bad Request: message text is empty');
  expect(await send(' \n\u200b ')).toBe('400 Bad Request: text must be non-empty');
  expect(await send('x'.repeat(4097))).toBe('400 Bad Request: message is too long');
  expect(await send('👍'.repeat(2049))).toBe('400 Bad Request: message is too long');
  await api.sendMessage(dm.id, `  ${'x'.repeat(4096)}\n\n`);
  await api.sendMessage(dm.id, `<b>${'y'.repeat(4096)}</b>`, { parse_mode: 'HTML' });
  await api.sendMessage(dm.id, '  indented\tcode  ', { entities: [{ type: 'code', offset: 1, length: 16 }] });
  const shown = dm.shown();
  expect(shown.map((one) => one.text.length)).toEqual([4096, 4096, 14]);
  expect(shown[2]).toMatchObject({ text: ' indented code', entities: [{ type: 'code', offset: 0, length: 14 }] });
});

it('checks entities, and ignores those beyond a hundred in silence', async () => {
  const { api, dm } = await places();
  const send = (text: string, entity: object) =>
    refusalOf(api.sendMessage(dm.id, text, { entities: [entity as never] }));
  expect(await send('hello', { type: 'bold', offset: 0, length: 6 })).toBe(
    '400 Bad Request: entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 6',
  );
  expect(await send('hello', { type: 'bold', offset: 9, length: 1 })).toBe(
    '400 Bad Request: entity begins after the end of the text at UTF-16 offset 9',
  );
  expect(await send('a👍b', { type: 'bold', offset: 0, length: 2 })).toMatch(/ends in a middle of a UTF-16 symbol/);
  expect(await send('a👍b', { type: 'bold', offset: 2, length: 2 })).toMatch(/begins in a middle of a UTF-16 symbol/);
  expect(await send('hello', { type: 'shiny', offset: 0, length: 1 })).toBe(
    "400 Bad Request: can't parse MessageEntity: Unsupported type specified",
  );
  expect(await send('hello', { type: 'text_link', offset: 0, length: 1, url: 'localhost' })).toBe(
    "400 Bad Request: entity URL 'localhost' is invalid: Wrong HTTP URL",
  );
  const entities = Array.from({ length: 120 }, (_, at) => ({ type: 'bold' as const, offset: at * 2, length: 1 }));
  await api.sendMessage(dm.id, 'x '.repeat(120), { entities });
  expect(dm.shown()).toMatchObject([{ ignoredEntities: 20 }]);
  expect(dm.shown()[0]?.entities).toHaveLength(100);
});

it('parses the modes as strictly as Telegram', async () => {
  const { api, dm } = await places();
  const send = (text: string, parse_mode: string) =>
    refusalOf(api.sendMessage(dm.id, text, { parse_mode: parse_mode as never }));
  const cant = "400 Bad Request: can't parse entities: ";
  expect(await send('Ann <ann@example.com>', 'HTML')).toBe(
    `${cant}Unsupported start tag "ann@example.com" at byte offset 4`,
  );
  expect(await send('<b>好</i>', 'HTML')).toBe(
    `${cant}Unmatched end tag at byte offset 6, expected "</b>", found "</i>"`,
  );
  expect(await send('<b>x', 'HTML')).toBe(`${cant}Can't find end tag corresponding to start tag "b"`);
  expect(await send('</b>', 'HTML')).toBe(`${cant}Unexpected end tag at byte offset 0`);
  expect(await send('snake_case', 'Markdown')).toBe(`${cant}Can't find end of the entity starting at byte offset 5`);
  expect(await send('Done.', 'MarkdownV2')).toBe(
    `${cant}Character '.' is reserved and must be escaped with the preceding '\\'`,
  );
  expect(await send('x', 'BBCode')).toBe('400 Bad Request: unsupported parse_mode');
  await api.sendMessage(dm.id, 'a &lt; <b>b <i>c</i></b>', { parse_mode: 'HTML' });
  await api.sendMessage(dm.id, '*b _c_* \\! [d](http://e.fr)', { parse_mode: 'MarkdownV2' });
  expect(dm.shown()).toMatchObject([
    {
      text: 'a < b c',
      entities: [
        { type: 'bold', offset: 4, length: 3 },
        { type: 'italic', offset: 6, length: 1 },
      ],
    },
    { text: 'b c ! d', entities: [{ type: 'bold' }, { type: 'italic' }, { type: 'text_link', url: 'http://e.fr' }] },
  ]);
});

it('says why a chat cannot be written to', async () => {
  const { tg, api, alice, dm, team, forum } = await places();
  const send = (chat: number, options = {}) => refusalOf(api.sendMessage(chat, 'hi', options));
  const bob = tg.user({ id: 12, name: 'Bob' });
  expect(await send(999)).toBe('400 Bad Request: chat not found');
  expect(await send(bob.id)).toBe("403 Forbidden: bot can't initiate conversation with a user");
  dm.blocks();
  expect(await send(dm.id)).toBe('403 Forbidden: bot was blocked by the user');
  dm.unblocks();
  await api.sendMessage(dm.id, 'friends again');
  team.removes(alice);
  expect(await send(team.id)).toBe('403 Forbidden: bot was kicked from the group chat');
  team.adds(alice);
  await api.leaveChat(team.id);
  expect(await send(team.id)).toBe('403 Forbidden: bot is not a member of the group chat');
  forum.removes(alice);
  expect(await send(forum.id)).toBe('403 Forbidden: bot was kicked from the supergroup chat');
  const standings = (await api.getUpdates()).flatMap((one) => one.my_chat_member?.new_chat_member.status ?? []);
  expect(standings).toEqual(['kicked', 'member', 'kicked', 'member', 'left', 'kicked']);
});

it('moves a group that became a supergroup', async () => {
  const { api, alice, team } = await places();
  const next = team.migrates(-1001112223334);
  const error = await api.sendMessage(team.id, 'hi').catch((reason: unknown) => reason);
  if (!(error instanceof GrammyError)) throw new Error('it was accepted');
  expect(error.description).toBe('Bad Request: group chat was upgraded to a supergroup chat');
  expect(error.parameters).toEqual({ migrate_to_chat_id: -1001112223334 });
  await api.sendMessage(next.id, 'here now');
  next.says(alice, 'hello');
  expect((await api.getUpdates()).map((one) => one.message).slice(-3)).toMatchObject([
    { chat: { id: -555, type: 'group' }, migrate_to_chat_id: -1001112223334 },
    { chat: { id: -1001112223334, type: 'supergroup' }, migrate_from_chat_id: -555 },
    { chat: { id: -1001112223334 }, text: 'hello' },
  ]);
});

it('knows topics, General, and threads that are no topics', async () => {
  const { tg, api, alice, dm, forum } = await places();
  const into = (chat: number, message_thread_id: number) =>
    refusalOf(api.sendMessage(chat, 'hi', { message_thread_id }));
  const missing = '400 Bad Request: message thread not found';
  expect(await into(forum.id, 1)).toBe(missing);
  expect(await into(forum.id, 77)).toBe(missing);
  expect(await into(dm.id, 5)).toBe(missing);
  await api.sendMessage(forum.id, 'planned', { message_thread_id: 5 });
  await api.sendMessage(forum.id, 'to all');
  expect(forum.shown()).toMatchObject([{ text: 'planned', thread: 5 }, { text: 'to all' }]);
  expect(forum.shown()[1]).not.toHaveProperty('thread');
  await api.sendChatAction(forum.id, 'typing', { message_thread_id: 1 });
  expect(await refusalOf(api.sendChatAction(forum.id, 'dancing' as never))).toBe(
    '400 Bad Request: wrong parameter action in request',
  );
  forum.deletesTopic(5);
  expect(await into(forum.id, 5)).toBe(missing);
  tg.me.has_topics_enabled = true;
  tg.topic(dm, { id: 40, name: 'Ideas' }, alice);
  await api.sendMessage(dm.id, 'an idea', { message_thread_id: 40 });
  expect(dm.shown()).toMatchObject([{ thread: 40, raw: { is_topic_message: true } }]);
});

it('answers only what is there', async () => {
  const { api, alice, dm } = await places();
  const asked = dm.says(alice, 'well?');
  const reply = (message_id: number, more = {}) =>
    api.sendMessage(dm.id, 'so', { reply_parameters: { message_id, ...more } });
  expect(await refusalOf(reply(4711))).toBe('400 Bad Request: message to be replied not found');
  await reply(4711, { allow_sending_without_reply: true });
  await reply(asked);
  expect(dm.shown().map((one) => one.replyTo)).toEqual([undefined, asked]);
});

it('edits and deletes what can be', async () => {
  const { api, alice, dm } = await places();
  const said = dm.says(alice, 'mine');
  const { message_id: id } = await api.sendMessage(dm.id, 'draft');
  const edit = (message: number, text: string) => refusalOf(api.editMessageText(dm.id, message, text));
  expect(await edit(id, ' draft\n')).toMatch(
    /^400 Bad Request: message is not modified: specified new message content/,
  );
  expect(await edit(9999, 'x')).toBe('400 Bad Request: message to edit not found');
  expect(await edit(said, 'x')).toBe("400 Bad Request: message can't be edited");
  expect(await edit(id, 'x'.repeat(4097))).toBe('400 Bad Request: message is too long');
  const reply_markup = { inline_keyboard: [[{ text: 'Stop', callback_data: 's' }]] };
  await api.editMessageReplyMarkup(dm.id, id, { reply_markup });
  expect(await refusalOf(api.editMessageReplyMarkup(dm.id, id, { reply_markup }))).toMatch(/message is not modified/);
  await api.editMessageText(dm.id, id, 'final');
  expect(dm.shown()).toMatchObject([{ text: 'final', edits: 2, buttons: [] }]);
  const photo = await api.sendPhoto(dm.id, new InputFile(picture(), 'a.png'), { caption: 'before' });
  expect(await edit(photo.message_id, 'x')).toBe('400 Bad Request: there is no text in the message to edit');
  await api.editMessageCaption(dm.id, photo.message_id, { caption: 'after' });
  expect(dm.shown()[1]).toMatchObject({ text: 'after', files: [{ kind: 'photo' }] });
  await api.deleteMessage(dm.id, id);
  expect(await refusalOf(api.deleteMessage(dm.id, id))).toBe('400 Bad Request: message to delete not found');
  expect(dm.shown()).toHaveLength(1);
});

it('refuses buttons and presses that cannot be', async () => {
  const { api, dm } = await places();
  const send = (button: object) =>
    refusalOf(api.sendMessage(dm.id, 'x', { reply_markup: { inline_keyboard: [[button as never]] } }));
  expect(await send({ text: 'a', callback_data: 'x'.repeat(65) })).toBe('400 Bad Request: BUTTON_DATA_INVALID');
  expect(await send({ text: 'a', callback_data: 'ж'.repeat(40) })).toBe('400 Bad Request: BUTTON_DATA_INVALID');
  expect(await send({ text: 'a' })).toBe('400 Bad Request: text buttons are unallowed in the inline keyboard');
  expect(await refusalOf(api.answerCallbackQuery('123'))).toBe(
    '400 Bad Request: query is too old and response timeout expired or query ID is invalid',
  );
});

it('refuses files that make no message', async () => {
  const { api, dm } = await places();
  const photo = (bytes: Uint8Array, caption = '') =>
    refusalOf(api.sendPhoto(dm.id, new InputFile(bytes, 'p.png'), { caption }));
  expect(await photo(picture({ bytes: 10_485_761 }))).toBe(
    '400 Bad Request: file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes',
  );
  expect(await photo(picture({ width: 9000, height: 1001 }))).toBe('400 Bad Request: PHOTO_INVALID_DIMENSIONS');
  expect(await photo(picture({ width: 210, height: 10 }))).toBe('400 Bad Request: PHOTO_INVALID_DIMENSIONS');
  expect(await photo(Buffer.from('no picture at all'))).toBe('400 Bad Request: IMAGE_PROCESS_FAILED');
  expect(await photo(picture(), 'x'.repeat(1025))).toBe('400 Bad Request: message caption is too long');
  expect(await photo(new Uint8Array(0))).toBe('400 Bad Request: file must be non-empty');
  expect(await refusalOf(api.sendPhoto(dm.id, 'https://example.com/a.png'))).toBe(
    '400 Bad Request: failed to get HTTP URL content',
  );
  expect(dm.shown()).toEqual([]);
  await api.sendDocument(dm.id, new InputFile(picture({ bytes: 10_485_761 }), 'p.png'));
});

it('checks the menu of commands, per scope and language', async () => {
  const { tg, api, dm } = await places();
  const menu = (command: string, description: string) => refusalOf(api.setMyCommands([{ command, description }]));
  expect(await menu('my-skill', 'x')).toBe('400 Bad Request: BOT_COMMAND_INVALID');
  expect(await menu('skill', 'x'.repeat(257))).toBe('400 Bad Request: BOT_COMMAND_DESCRIPTION_INVALID');
  const many = Array.from({ length: 101 }, (_, at) => ({ command: `c${at}`, description: 'x' }));
  expect(await refusalOf(api.setMyCommands(many))).toBe('400 Bad Request: BOT_COMMANDS_TOO_MUCH');
  await api.setMyCommands(many.slice(0, 100));
  await api.setMyCommands(many.slice(0, 2), { scope: { type: 'chat', chat_id: dm.id }, language_code: 'de' });
  expect(tg.commands()).toHaveLength(100);
  expect(tg.commands({ type: 'chat', chat_id: dm.id }, 'de')).toHaveLength(2);
  expect(await api.getMyCommands({ scope: { type: 'chat', chat_id: dm.id }, language_code: 'de' })).toHaveLength(2);
  await api.deleteMyCommands();
  expect(tg.commands()).toBeUndefined();
  expect(await refusalOf(api.setMyCommands([], { scope: { type: 'chat', chat_id: 999 } }))).toBe(
    '400 Bad Request: chat not found',
  );
});

it('takes the reactions it lists', async () => {
  const { api, alice, dm } = await places();
  const said = dm.says(alice, 'hi');
  const react = (emoji: string) => api.setMessageReaction(dm.id, said, [{ type: 'emoji', emoji: emoji as '👀' }]);
  expect(await refusalOf(react('🦜'))).toBe('400 Bad Request: REACTION_INVALID');
  await react('👀');
  expect(dm.reactions(said)).toEqual(['👀']);
});

it('keeps the pace of Telegram when asked to', async () => {
  let now = 1_790_000_000_000;
  const { api, dm, team } = await places({ floodLimits: true, now: () => now });
  for (let at = 0; at < 5; at++) await api.sendMessage(dm.id, `${at}`);
  expect(await refusalOf(api.sendMessage(dm.id, 'too fast'))).toBe('429 Too Many Requests: retry after 5');
  await api.sendMessage(team.id, 'another chat');
  now += 5_000;
  await api.sendMessage(dm.id, 'patient');
  for (let at = 0; at < 19; at++) {
    now += 1_000;
    await api.sendMessage(team.id, `${at}`);
  }
  now += 1_000;
  expect(await refusalOf(api.sendMessage(team.id, 'the 21st'))).toMatch(/^429 Too Many Requests: retry after 3\d$/);
});

it('shows a bot in privacy mode only what is meant for it', async () => {
  const { api, alice, team } = await places({ me: { can_read_all_group_messages: false } });
  team.says(alice, 'chatter');
  team.says(alice, 'hey @nightjar_bot, listen');
  team.says(alice, '/status@nightjar_bot');
  team.says(alice, '/status@other_bot');
  const { message_id } = await api.sendMessage(team.id, 'yes?');
  team.says(alice, 'thanks', { replyTo: message_id });
  team.promotes(alice);
  team.says(alice, 'chatter that an admin reads');
  const updates = await api.getUpdates();
  expect(updates.flatMap((one) => one.message?.text ?? [])).toEqual([
    'hey @nightjar_bot, listen',
    '/status@nightjar_bot',
    'thanks',
    'chatter that an admin reads',
  ]);
  expect(updates.find((one) => one.message?.text?.startsWith('/'))?.message?.entities).toEqual([
    { type: 'bot_command', offset: 0, length: 20 },
  ]);
});

it('gives messages the shapes that surprise', async () => {
  const { tg, api, alice, forum } = await places();
  const channel = tg.channel({ id: -1009, title: 'News' });
  const talk = tg.group({ id: -1002, title: 'Talk', type: 'supergroup' });
  const root = talk.says(alice, 'root');
  talk.says(alice, 'answer', { replyTo: root });
  forum.says(alice, 'in a topic', { topic: 5 });
  talk.says(alice, 'as the group', { asChat: 'anonymous' });
  talk.says(alice, 'news', { asChat: { linked: channel.chat } });
  talk.says(alice, 'passed on', {
    forwardFrom: 'Somebody hidden',
    viaBot: tg.user({ id: 9, name: 'gif', isBot: true }),
  });
  tg.channelPost(channel, 'to the world');
  talk.edits(alice, root, 'root, edited');
  const updates = await api.getUpdates();
  expect(updates.slice(-8).map((one) => one.message ?? one.channel_post ?? one.edited_message)).toMatchObject([
    { text: 'root' },
    { text: 'answer', message_thread_id: root, reply_to_message: { text: 'root' } },
    { message_thread_id: 5, is_topic_message: true, reply_to_message: { forum_topic_created: { name: 'Plans' } } },
    { from: { username: 'GroupAnonymousBot' }, sender_chat: { id: -1002 } },
    { from: { id: 777000 }, sender_chat: { id: -1009 }, is_automatic_forward: true },
    { forward_origin: { type: 'hidden_user', sender_user_name: 'Somebody hidden' }, via_bot: { is_bot: true } },
    { chat: { type: 'channel' }, sender_chat: { id: -1009 }, text: 'to the world' },
    { text: 'root, edited', edit_date: expect.any(Number) },
  ] satisfies object[]);
});

it('knows who is who in a chat', async () => {
  const { api, tg, alice, team } = await places();
  team.says(alice, 'hi');
  team.admin(alice);
  const member = async (id: number) => (await api.getChatMember(team.id, id)).status;
  expect([await member(alice.id), await member(tg.me.id)]).toEqual(['administrator', 'member']);
  expect(await refusalOf(api.getChatMember(team.id, 999))).toBe('400 Bad Request: user not found');
  expect(await api.getChat(team.id)).toMatchObject({ id: -555, title: 'Team', type: 'group' });
});

it('passes on albums, voices and what stands beside a channel', async () => {
  const { tg, api, alice, dm } = await places();
  dm.says(alice, 'our trip', { photo: { bytes: picture({ width: 640, height: 480 }) }, mediaGroup: 'a1' });
  dm.says(alice, '', { photo: {}, mediaGroup: 'a1' });
  dm.says(alice, '', { voice: { bytes: Buffer.from('ogg') } });
  dm.says(alice, '', { extra: { location: { latitude: 1, longitude: 2 } } });
  const box = tg.group({ id: -1003, title: 'Letters', directMessages: true });
  box.says(alice, 'a letter', { extra: { direct_messages_topic: { topic_id: 60, user: alice } } });
  const [one, two, voice, place, letter] = (await api.getUpdates()).slice(-5).map((update) => update.message);
  expect(one).toMatchObject({ caption: 'our trip', media_group_id: 'a1', photo: [{}, { width: 640, height: 480 }] });
  expect(two).not.toHaveProperty('caption');
  expect([voice, place]).toMatchObject([{ voice: { mime_type: 'audio/ogg', file_size: 3 } }, { location: {} }]);
  expect(letter).toMatchObject({ chat: { is_direct_messages: true }, direct_messages_topic: { topic_id: 60 } });
  expect(await refusalOf(api.sendMessage(box.id, 'hi'))).toBe(
    '400 Bad Request: direct messages topic must be specified',
  );
  await api.sendMessage(box.id, 'an answer', { direct_messages_topic_id: 60 });
  expect(box.shown()).toMatchObject([{ directTopic: 60 }]);
});
