// The stand-in of Telegram, driven by the real grammY: polling, conversations, files and misfortune.

import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api, HttpError, InlineKeyboard, InputFile, InputMediaBuilder } from 'grammy';
import { expect, it } from 'vitest';
import { drivenTelegram, refusalOf } from '../../support/telegram/driven.js';
import { floodWait } from '../../support/telegram/faults.js';
import { picture } from '../../support/telegram/images.js';
import type { Telegram } from '../../support/telegram/telegram.js';
import { tempDir } from '../../support/temp-dir.js';

function alice(tg: Telegram) {
  const user = tg.user({ id: 11, name: 'Alice', username: 'alice' });
  return { user, dm: tg.private(user) };
}

async function post(url: string, body: string, type: string): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
  return answer.json();
}

it('carries a conversation with buttons, edits and a press', async () => {
  const { tg, bot } = await drivenTelegram();
  const { user, dm } = alice(tg);
  bot.on('message:text', (ctx) =>
    ctx.reply(`you said ${ctx.message.text}`, {
      reply_parameters: { message_id: ctx.message.message_id },
      reply_markup: new InlineKeyboard().text('Yes', 'y:1').url('Docs', 'https://example.com/'),
    }),
  );
  bot.on('callback_query:data', async (ctx) => {
    if (tg.answeredCallbacks.length === 0) await ctx.editMessageText(`pressed ${ctx.callbackQuery.data}`);
    await ctx.answerCallbackQuery({ text: 'ok' });
  });
  void bot.start({ timeout: 20 });
  const asked = dm.says(user, '你好');
  const [reply] = await dm.next();
  expect(reply).toMatchObject({
    text: 'you said 你好',
    replyTo: asked,
    edits: 0,
    buttons: [
      [
        { label: 'Yes', data: 'y:1' },
        { label: 'Docs', url: 'https://example.com/' },
      ],
    ],
  });
  const press = dm.presses(user, reply?.id ?? 0, 'Yes');
  await tg.waitFor(() => tg.answeredCallbacks.length > 0);
  expect(tg.answeredCallbacks).toEqual([{ id: press, text: 'ok', alert: false }]);
  expect(dm.shown()).toMatchObject([{ text: 'pressed y:1', edits: 1, buttons: [] }]);
  expect(() => dm.presses(user, reply?.id ?? 0, 'Yes')).toThrow(/has no button Yes/);
  dm.presses(user, reply?.id ?? 0, 'y:1', { stale: true });
  await tg.waitFor(() => tg.answeredCallbacks.length > 1);
});

it('keeps updates until they are confirmed, and gives only what was asked for', async () => {
  const { tg, api } = await drivenTelegram();
  const { user, dm } = alice(tg);
  dm.says(user, 'one');
  dm.says(user, 'two');
  const [first, second] = await api.getUpdates({ limit: 1 }).then(async (a) => [...a, ...(await api.getUpdates())]);
  expect(second).toEqual(first);
  const id = first?.update_id ?? 0;
  expect(await api.getUpdates({ offset: id + 1 })).toMatchObject([{ message: { text: 'two' } }]);
  expect(tg.offset).toBe(id + 1);
  expect(tg.pending).toHaveLength(1);
  await api.getUpdates({ offset: id + 2, allowed_updates: ['callback_query'] });
  dm.says(user, 'three');
  expect(tg.pending).toHaveLength(0);
  tg.update({ poll_answer: { poll_id: '1', option_ids: [], option_persistent_ids: [] } });
  expect(tg.allowedUpdates).toEqual(['callback_query']);
  expect(tg.pending).toHaveLength(0);
  await api.getUpdates({ offset: -1, allowed_updates: [] });
  dm.says(user, 'four');
  dm.says(user, 'five');
  expect(await api.getUpdates({ offset: -1 })).toMatchObject([{ message: { text: 'five' } }]);
  expect(tg.pending).toHaveLength(1);
});

it('answers a long poll when something happens, or empty in the end', async () => {
  const { tg, api } = await drivenTelegram();
  const { user, dm } = alice(tg);
  const poll = api.getUpdates({ timeout: 30 });
  await tg.waitFor(() => tg.calls('getUpdates').length === 1);
  dm.says(user, 'hello');
  expect(await poll).toMatchObject([{ message: { text: 'hello', from: { id: 11 }, chat: { type: 'private' } } }]);
  tg.pausePolls();
  expect(await api.getUpdates({ timeout: 1 })).toEqual([]);
  const held = api.getUpdates({ timeout: 30 });
  await tg.waitFor(() => tg.calls('getUpdates').length === 3);
  dm.says(user, 'again');
  tg.resumePolls();
  expect(await held).toMatchObject([{ message: { text: 'hello' } }, { message: { text: 'again' } }]);
});

it('lets one poller live: a second one ends the first with 409, and so does a webhook', async () => {
  const { tg, api } = await drivenTelegram();
  const first = refusalOf(api.getUpdates({ timeout: 30 }));
  await tg.waitFor(() => tg.calls('getUpdates').length === 1);
  const second = api.getUpdates({ timeout: 1 });
  expect(await first).toBe(
    '409 Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
  );
  expect(await second).toEqual([]);
  tg.setWebhook('https://example.com/hook');
  expect(await refusalOf(api.getUpdates())).toBe(
    "409 Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
  );
  await api.deleteWebhook();
  expect(await api.getUpdates()).toEqual([]);
});

it('frees the place of a poller that went away', async () => {
  const { tg, api } = await drivenTelegram();
  const { user, dm } = alice(tg);
  const gone = new AbortController();
  const poll = api.getUpdates({ timeout: 30 }, gone.signal as never);
  await tg.waitFor(() => tg.calls('getUpdates').length === 1);
  gone.abort();
  await expect(poll).rejects.toThrow();
  dm.says(user, 'still here');
  expect(await api.getUpdates({ timeout: 5 })).toMatchObject([{ message: { text: 'still here' } }]);
});

it('knows the token, the malformed token and the method', async () => {
  const { tg, api } = await drivenTelegram();
  const root = { apiRoot: tg.apiRoot };
  expect(await refusalOf(new Api('7000000001:AAHwrong', root).getMe())).toBe('401 Unauthorized');
  expect(await refusalOf(new Api('no-token', root).getMe())).toBe('404 Not Found');
  expect(await refusalOf((api.raw as unknown as { sendFax(): Promise<unknown> }).sendFax())).toBe(
    '404 Not Found: method not found',
  );
  expect(await api.getMe()).toMatchObject({ id: 7000000001, username: 'nightjar_bot', can_join_groups: true });
  tg.me.can_read_all_group_messages = false;
  expect(await api.getMe()).toMatchObject({ can_read_all_group_messages: false });
  const poll = refusalOf(api.getUpdates({ timeout: 30 }));
  await tg.waitFor(() => tg.calls('getUpdates').length === 1);
  tg.revoke();
  expect(await poll).toBe('401 Unauthorized');
  expect(await refusalOf(api.getMe())).toBe('401 Unauthorized');
  tg.restore();
  await api.getMe();
});

it('reads the three forms of a body', async () => {
  const { tg } = await drivenTelegram();
  const { dm } = alice(tg);
  const url = `${tg.apiRoot}/bot${tg.token}/sendMessage`;
  const markup = JSON.stringify({ inline_keyboard: [[{ text: 'A', callback_data: 'a' }]] });
  await post(
    url,
    new URLSearchParams({ chat_id: '11', text: '1+1 & 2', reply_markup: markup }).toString(),
    'application/x-www-form-urlencoded',
  );
  await post(url, JSON.stringify({ chat_id: '11', text: 'json', reply_markup: markup }), 'application/json');
  const form = new FormData();
  form.set('chat_id', '11');
  form.set('text', 'zwei\r\nZeilen: 好');
  form.set('disable_notification', 'true');
  await fetch(url, { method: 'POST', body: form });
  expect(dm.shown()).toMatchObject([
    { text: '1+1 & 2', buttons: [[{ data: 'a' }]] },
    { text: 'json', buttons: [[{ data: 'a' }]], silent: false },
    { text: 'zwei\nZeilen: 好', silent: true },
  ]);
  expect(await post(url, '{"chat_id":', 'application/json')).toMatchObject({ ok: false, error_code: 400 });
});

it('takes files up and gives them out', async () => {
  const { tg, api } = await drivenTelegram();
  const { user, dm } = alice(tg);
  const path = join(tempDir(), 'notes.txt');
  writeFileSync(path, 'remember\r\n--the milk\r\n');
  await api.sendDocument(dm.id, new InputFile(createReadStream(path), '笔记 (1).txt'), { caption: 'here' });
  const sent = await api.sendPhoto(dm.id, new InputFile(picture({ width: 300, height: 200 }), 'a.png'));
  await api.sendPhoto(dm.id, sent.photo.at(-1)?.file_id ?? '');
  await api.sendVoice(dm.id, new InputFile(Buffer.from('ogg'), 'v.ogg'), { duration: 3 });
  await api.sendMediaGroup(dm.id, [
    InputMediaBuilder.photo(new InputFile(picture(), 'b.png'), { caption: 'two pictures' }),
    InputMediaBuilder.photo(new InputFile(picture(), 'c.png')),
  ]);
  const [document, photo, again, voice, one, two] = dm.shown();
  expect(document).toMatchObject({ text: 'here', files: [{ kind: 'document', name: '笔记 (1).txt' }] });
  expect(Buffer.from(document?.files[0]?.bytes ?? []).toString()).toBe('remember\r\n--the milk\r\n');
  expect(photo?.raw.photo?.at(-1)).toMatchObject({ width: 300, height: 200 });
  expect(again?.files).toEqual(photo?.files);
  expect(voice?.raw.voice).toMatchObject({ duration: 3 });
  expect(one).toMatchObject({ text: 'two pictures', album: two?.album });

  dm.says(user, 'look', { document: { name: 'plan.pdf', mime: 'application/pdf', bytes: Buffer.from('%PDF') } });
  dm.says(user, '', { document: { name: 'film.mkv', size: 25 * 1024 * 1024 } });
  const [first, second] = await api.getUpdates();
  expect(first?.message).toMatchObject({ caption: 'look', document: { file_name: 'plan.pdf', file_size: 4 } });
  const file = await api.getFile(first?.message?.document?.file_id ?? '');
  const link = `${tg.apiRoot}/file/bot${tg.token}/${file.file_path}`;
  expect(await (await fetch(link)).text()).toBe('%PDF');
  expect(tg.calls('download')).toHaveLength(1);
  tg.expireFiles();
  expect((await fetch(link)).status).toBe(404);
  expect(second?.message?.document).toMatchObject({ file_size: 26_214_400 });
  expect(await refusalOf(api.getFile(second?.message?.document?.file_id ?? ''))).toBe(
    '400 Bad Request: file is too big',
  );
  expect(await refusalOf(api.getFile('nonsense'))).toBe('400 Bad Request: invalid file_id');
});

it('goes wrong as planned, with the work done or not', async () => {
  const { tg, api } = await drivenTelegram();
  const { dm } = alice(tg);
  // The fetch that grammY brings waits forever for the other half of an answer.
  const impatient = new Api(tg.token, { apiRoot: tg.apiRoot, fetch: globalThis.fetch as never });
  const say = (text: string) => (text === 'half' ? impatient : api).sendMessage(dm.id, text);
  tg.fail('sendMessage', 1, floodWait(3));
  expect(await refusalOf(say('flood'))).toBe('429 Too Many Requests: retry after 3');
  tg.fail('*', 1, { code: 500, description: 'Internal Server Error' });
  expect(await refusalOf(api.getMe())).toBe('500 Internal Server Error');
  for (const fault of ['reset', 'html502', 'reset-after', 'half'] as const) {
    tg.fail('sendMessage', 1, fault);
    await expect(say(fault)).rejects.toThrow(HttpError);
  }
  expect(dm.shown().map((one) => one.text)).toEqual(['reset-after', 'half']);
  tg.fail('sendMessage', 1, 'reset', (params) => params.text === 'this one');
  await say('another');
  await expect(say('this one')).rejects.toThrow(HttpError);
  tg.fail('sendMessage', 9, 'hang');
  const patience = new AbortController();
  const hung = api.sendMessage(dm.id, 'hung', {}, patience.signal as never);
  await tg.waitFor(() => tg.calls('sendMessage').at(-1)?.fault === 'hang');
  patience.abort();
  await expect(hung).rejects.toThrow();
  tg.heal();
  await say('well again');
  expect(dm.shown().map((one) => one.text)).toEqual(['reset-after', 'half', 'another', 'well again']);
});

it('goes down and comes up on the same port with the same world', async () => {
  const { tg, api } = await drivenTelegram();
  const { user, dm } = alice(tg);
  const poll = api.getUpdates({ timeout: 30 });
  await tg.waitFor(() => tg.calls('getUpdates').length === 1);
  await tg.down();
  await expect(poll).rejects.toThrow(HttpError);
  await expect(api.getMe()).rejects.toThrow(HttpError);
  dm.says(user, 'anybody there?');
  await tg.up();
  expect(await api.getUpdates()).toMatchObject([{ message: { text: 'anybody there?' } }]);
});

it('says what it waited for in vain', async () => {
  const { tg, api } = await drivenTelegram();
  await api.getMe();
  await expect(tg.waitFor(() => false, 20)).rejects.toThrow('waited 20 ms in vain. The last calls were: getMe ok.');
});

it('serves a benchmark', async () => {
  const { tg, api } = await drivenTelegram();
  const { dm } = alice(tg);
  await Promise.all(Array.from({ length: 500 }, (_, at) => api.sendMessage(dm.id, `message ${at}`)));
  expect(await dm.next(500)).toHaveLength(500);
});
