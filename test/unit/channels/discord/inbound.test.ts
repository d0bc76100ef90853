import { describe, expect, it } from 'vitest';
import { deletionEvent, editEvent, messageEvent } from '../../../../channels/discord/inbound.js';
import { deletionPayload, messagePayload } from '../../../../channels/discord/payloads.js';
import { type Place, placeOf } from '../../../../channels/discord/places.js';
import { BOT, DIRECT, GENERAL, GUILD, knowing, message, OWN_ROLE, readerOf, recorded } from './recorded.js';

const places = knowing();
const reader = readerOf(places);
const general = places.of(GENERAL) as Place;
const direct = places.of(DIRECT) as Place;

function read(name: string, changes: Record<string, unknown> = {}, place = general) {
  return messageEvent(message(name, changes), place, reader);
}

describe('a message', () => {
  it('is told with its place, its author and words that a person can read', () => {
    expect(read('message-mention')).toEqual({
      id: 'm:1444600000000000001',
      chat: { channel: 'discord', account: BOT, chat: GENERAL },
      place: 'group',
      inside: [GUILD],
      title: 'general',
      from: { account: 'discord:240000000000000011', name: 'Annie', kind: 'person' },
      at: Date.parse('2026-11-29T09:30:15.120Z'),
      type: 'message',
      message: '1444600000000000001',
      text: 'what did @Benny say in #general at 2025-11-29 09:30 UTC? :blobwave: `<@240000000000000012>` 京都',
      addressed: true,
      files: [],
    });
  });

  it('is direct in the direct chat of the bot, and addressed there without a mention', () => {
    expect(read('message-direct', {}, direct)).toMatchObject({
      chat: { chat: DIRECT },
      place: 'direct',
      from: { name: 'Ann 刘' },
      text: '我的门禁密码是 4711',
      addressed: true,
    });
    expect(read('message-direct', {}, direct)).not.toHaveProperty('inside');
  });

  it('is the same event whether the gateway told it or a listing', () => {
    const { channel_type: _type, guild_id: _guild, member: _member, ...listed } = recorded('message-mention');
    const event = messageEvent(messagePayload.parse(listed), general, reader);
    expect(event).toEqual({ ...read('message-mention'), from: { ...event?.from, name: 'Ann 刘' } });
  });

  it('addresses the bot by its own role and by a reply to it, not by another role, everybody or a name in code', () => {
    const said = (changes: Record<string, unknown>) => read('message-sticker', { sticker_items: [], ...changes });
    expect(said({ content: `<@&${OWN_ROLE}> hi`, mention_roles: [OWN_ROLE] })).toMatchObject({
      addressed: true,
      text: 'hi',
    });
    expect(said({ content: '<@&381870600000000001> hi', mention_roles: ['381870600000000001'] })).toMatchObject({
      addressed: false,
      text: '@Brewers hi',
    });
    expect(said({ content: '@everyone hi', mention_everyone: true })).toMatchObject({ addressed: false });
    expect(read('message-reply-to-bot')).toMatchObject({ addressed: true, replyTo: '1444600000000000003' });
    expect(read('message-reply-to-person')).toMatchObject({ addressed: false });
  });

  it('carries what it replies to as somebody else’s words, with the files of both', () => {
    expect(read('message-reply-to-bot')).toMatchObject({
      text: 'and tomorrow?',
      quoted: [{ kind: 'reply', from: 'nightjar', text: 'Tea is at **four**.' }],
    });
    expect(read('message-reply-to-person')).toMatchObject({
      quoted: [{ kind: 'reply', from: 'ben', text: '[file plan.pdf]\nsee attached' }],
      files: [
        { id: `${GENERAL}/1444600000000000005/1444600000000000051`, name: 'plan.pdf', bytes: 2048, kind: 'file' },
      ],
    });
  });

  it('keeps a mention of the bot that is all there is, and one in the middle', () => {
    expect(read('message-mention', { content: `<@${BOT}>` })).toMatchObject({ text: '@nightjar', addressed: true });
    expect(read('message-mention', { content: `so <@!${BOT}> knows` })).toMatchObject({ text: 'so @nightjar knows' });
    expect(read('message-mention', { content: `<@${BOT}> <@${BOT}>： 你好` })).toMatchObject({ text: '你好' });
  });

  it('of the bot itself, of a webhook or of the platform is none (C115)', () => {
    const own = { author: { id: BOT, username: 'nightjar', bot: true } };
    expect(read('message-mention', own)).toBeUndefined();
    expect(read('message-webhook')).toBeUndefined();
    expect(read('message-joined')).toBeUndefined();
  });

  it('of another bot is told as such and addresses nobody, not even by a mention or a command (C115)', () => {
    const other = { author: { id: '159985870458322944', username: 'otherbot', bot: true } };
    expect(read('message-mention', other)).toMatchObject({ from: { kind: 'bot' }, addressed: false });
    expect(read('message-mention', { ...other, content: '/status' })).toMatchObject({
      type: 'message',
      addressed: false,
    });
  });

  it('without words is a line that says what it is, or its files, or nothing (C113)', () => {
    expect(read('message-sticker')).toMatchObject({ text: '[sticker Wave]', files: [] });
    expect(read('message-poll')).toMatchObject({ text: '[poll: Lunch? Ramen ラーメン / Pizza]' });
    expect(read('message-embed')).toMatchObject({
      text: '[embed: Build failed\n3 tests are red\nhttps://ci.example.com/7]',
    });
    expect(read('message-voice', {}, direct)).toMatchObject({
      text: '',
      files: [{ name: 'voice-message.ogg', mime: 'audio/ogg', kind: 'voice', bytes: 13912 }],
    });
    const picture = { id: '5', filename: 'cat.png', content_type: 'image/png', size: 10, url: 'https://x/cat.png' };
    expect(read('message-sticker', { sticker_items: [], attachments: [picture] })).toMatchObject({
      files: [{ kind: 'image' }],
    });
    for (const content_type of [undefined, null, '', 'application/octet-stream']) {
      const attachments = [
        { ...picture, content_type },
        { ...picture, content_type, filename: 'cat.toString' },
      ];
      expect(read('message-sticker', { sticker_items: [], attachments })).toMatchObject({
        files: [
          { kind: 'image', mime: 'image/png' },
          { kind: 'file', mime: 'application/octet-stream' },
        ],
      });
    }
    expect(read('message-sticker', { sticker_items: [], content: ' \n ' })).toBeUndefined();
  });

  it('that is passed on is somebody else’s words, and no command (C113)', () => {
    expect(read('message-forward')).toMatchObject({
      type: 'message',
      text: '',
      quoted: [{ kind: 'forward', from: 'somebody', text: '[picture]\n/stop everything 明天见' }],
      files: [{ id: `${GENERAL}/1444600000000000007/1444600000000000071`, kind: 'image', passed: true }],
    });
  });

  it('with strange parts stays, without them', () => {
    const strange = { embeds: 'x', attachments: [{ id: 7 }], mentions: null, poll: 3, sticker_items: {}, flags: 'y' };
    expect(read('message-direct', strange, direct)).toMatchObject({ text: '我的门禁密码是 4711', files: [] });
  });
});

describe('a list with a strange item', () => {
  it('keeps the others', () => {
    const good = { id: '5', filename: 'cat.png', content_type: 'image/png', size: 10, url: 'https://x/cat.png' };
    const mentions = [{ id: null }, { id: BOT, username: 'nightjar' }, 'x'];
    expect(
      read('message-mention', { content: `hi <@${BOT}>`, mentions, attachments: [{ id: 7 }, good, null] }),
    ).toMatchObject({ text: 'hi @nightjar', addressed: true, files: [{ name: 'cat.png' }] });
    const { channel_id } = recorded('message-mention');
    expect(deletionPayload.parse({ ids: ['1', 2, '3'], channel_id }).ids).toEqual(['1', '3']);
  });
});

describe('a command as text', () => {
  it('is one alone, behind a mention, or in the direct chat', () => {
    const said = (content: string, place = general) => read('message-mention', { content }, place);
    const status = { type: 'command', name: 'status', args: 'now 京都', id: 'm:1444600000000000001' };
    const unnamed = read('message-mention', { content: '/status now 京都', mentions: [] }, general);
    expect(unnamed).toMatchObject({ ...status, message: '1444600000000000001', toAnybody: true });
    const named = [`<@${BOT}>, /Status  now 京都 `, '/status@Nightjar now 京都'].map((text) => said(text));
    for (const event of [...named, said('/status now 京都', direct)]) {
      expect(event).toMatchObject(status);
      expect(event).not.toHaveProperty('toAnybody');
    }
    expect(said('/status@other now')).toBeUndefined();
    expect(said('so /status')).toMatchObject({ type: 'message' });
  });
});

describe('an edit', () => {
  it('is told with the new words, under an id of its own', () => {
    expect(editEvent(message('message-edited'), general, reader)).toMatchObject({
      id: `e:1444600000000000001:${Date.parse('2026-11-29T09:31:00.500Z')}`,
      type: 'edited',
      message: '1444600000000000001',
      text: 'corrected: 京都',
      at: Date.parse('2026-11-29T09:31:00.500Z'),
    });
  });

  it('by the platform, as when a link unfolds, is none', () => {
    expect(editEvent(message('message-unfolded'), general, reader)).toBeUndefined();
  });

  it('that removes a message names nobody as its author', () => {
    expect(deletionEvent('7', general, 5)).toEqual({
      id: 'd:7',
      ...general,
      type: 'deleted',
      message: '7',
      at: 5,
      from: { account: `discord:chat:${GENERAL}`, name: 'general', kind: 'chat' },
    });
  });
});

describe('a place', () => {
  it('of a public thread or a forum post is a thread of its channel', () => {
    expect(places.of('1444600000000000040')).toEqual({
      chat: { channel: 'discord', account: BOT, chat: '381870553235193861', thread: '1444600000000000040' },
      place: 'group',
      inside: [GUILD],
      title: 'Oolong?',
      chatTitle: 'ideas',
    });
  });

  it('of a private thread is a chat of its own, inside its channel and server', () => {
    expect(places.of('1444600000000000050')).toEqual({
      chat: { channel: 'discord', account: BOT, chat: '1444600000000000050' },
      place: 'group',
      inside: [GENERAL, GUILD],
      title: 'whispers',
    });
  });

  it('tells no name of a channel or role that whoever mentions it need not know', () => {
    const [other, open, secret, staff, plans] = ['501', '502', '503', '504', '505'] as const;
    const closed = [{ id: GUILD, allow: '0', deny: '1024' }];
    places.learn({ id: open, type: 0, guild_id: GUILD, name: 'open' });
    places.learn({ id: secret, type: 0, guild_id: other, name: 'merger' });
    places.learn({ id: staff, type: 0, guild_id: GUILD, name: 'staff', permission_overwrites: closed });
    places.learn({ id: plans, type: 11, guild_id: GUILD, parent_id: staff, name: 'plans' });
    places.learnRole(other, '77', 'Board');
    const content = `<#${open}> <#${secret}> <#${staff}> <#${plans}> <@&77>`;
    const said = (where: Place) =>
      messageEvent(message('message-mention', { content }), where, {
        ...reader,
        roleName: (id) => places.roleName(id, where),
        channelName: (id) => places.channelName(id, where),
      });
    expect(said(general)).toMatchObject({ text: '#open #channel #channel #channel @role' });
    expect(said(direct)).toMatchObject({ text: '#channel #channel #channel #channel @role' });
    expect(said(places.of(staff) as Place)).toMatchObject({ text: '#open #channel #staff #plans @role' });
  });

  it('is direct only with one person and nobody else, never by an unknown kind', () => {
    const place = (type: number, rest = {}) => placeOf({ id: '9', type, ...rest }, BOT).place;
    const someone = { id: '1', username: 'a', global_name: null, bot: undefined };
    expect(place(1)).toBe('direct');
    expect(place(1, { recipients: [someone] })).toBe('direct');
    expect(place(1, { recipients: [someone, { ...someone, id: '2' }] })).toBe('group');
    expect(place(1, { guild_id: GUILD })).toBe('group');
    for (const type of [0, 2, 3, 5, 10, 11, 12, 13, 15, 16, 99, -1]) expect(place(type), String(type)).toBe('group');
  });

  it('keeps ids as strings, to the last digit (C116)', () => {
    expect(placeOf({ id: '9007199254740993', type: 0, guild_id: '9007199254740995' }, BOT)).toMatchObject({
      chat: { chat: '9007199254740993' },
      inside: ['9007199254740995'],
    });
    expect(messagePayload.safeParse({ ...recorded('message-direct'), id: Number('9007199254740993') }).success).toBe(
      false,
    );
  });
});
