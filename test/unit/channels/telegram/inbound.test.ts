// Recorded updates of Telegram as events: what each place, person, file, quote and call becomes.

import { readFileSync } from 'node:fs';
import type { Message, Update } from 'grammy/types';
import { describe, expect, it } from 'vitest';
import { readUpdate } from '../../../../channels/telegram/inbound.js';
import type { InboundEvent, InboundMessage } from '../../../../src/contracts/index.js';

const self = { id: 7000000001, username: 'nightjar_bot' };
const NOW = 1_796_029_999_000;
const person = { id: 7, is_bot: false, first_name: 'Ann' };

function recorded(file: string): Record<string, Update> {
  const path = new URL(`../../../fixtures/telegram/${file}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, Update>;
}

function reader(file: string) {
  const updates = recorded(file);
  const events = (name: string): InboundEvent[] => {
    const update = updates[name];
    if (!update) throw new Error(`no update "${name}" in ${file}.json`);
    return readUpdate(update, self, NOW);
  };
  const message = (name: string): InboundMessage => {
    const [event] = events(name);
    if (event?.type !== 'message') throw new Error(`"${name}" became ${event?.type ?? 'nothing'}`);
    return event;
  };
  return { events, message, updates };
}

describe('a private chat', () => {
  const { events, message } = reader('private');

  it('is one only with the person it is named after', () => {
    const ann = { id: 7, is_bot: false, first_name: 'Ann' };
    const chat = { id: 7, type: 'private' as const, first_name: 'Ann' };
    const place = (changes: Partial<Message>) => {
      const message = { message_id: 1, date: 1, chat, from: ann, text: 'hi', ...changes } as Message;
      return readUpdate({ update_id: 1, message } as Update, self, 0)[0]?.place;
    };
    expect(place({})).toBe('direct');
    expect(place({ chat: { ...chat, id: 8 } })).toBe('group');
    expect(place({ business_connection_id: 'b' })).toBe('group');
  });

  it.each(['group', 'supergroup', 'channel', 'sender', 'secret', 'community', 'Private', '', undefined])(
    'is none where its kind is %j: what is not known is a group',
    (type) => {
      const chat = { id: 7, type, title: 'Ann', first_name: 'Ann' };
      const message = { message_id: 1, date: 1, chat, from: person, text: 'hi' };
      const event = (update: object) => readUpdate({ update_id: 1, ...update } as Update, self, 0)[0];
      expect(event({ message })?.place).toBe('group');
      expect(event({ edited_message: message })?.place).toBe('group');
      expect(event({ channel_post: message })?.place).toBe('group');
      expect(event({ callback_query: { id: '1', from: person, message, data: 'x' } })?.place).toBe('group');
    },
  );

  it('is direct, and whatever stands there is for the bot', () => {
    expect(message('text')).toEqual({
      type: 'message',
      id: 'm:4815162342:41',
      chat: { channel: 'telegram', account: '7000000001', chat: '4815162342' },
      place: 'direct',
      from: { account: 'telegram:4815162342', name: 'Mia Weber', kind: 'person' },
      at: 1_796_029_200_000,
      message: '41',
      text: '我妹妹住在京都',
      addressed: true,
      files: [],
    });
  });

  it('keeps formatting as Markdown', () => {
    expect(message('formatted').text).toBe(
      '**bold** _京都_ and `code`, see [docs](<https://example.com/a_(b)>)\n> quoted 👩‍🚀 words',
    );
  });

  it('has topics that are threads', () => {
    expect(message('topic')).toMatchObject({ place: 'direct', chat: { chat: '4815162342', thread: '9001' } });
  });

  it('is no topic because somebody replied there: such a number is no place to send to (C092)', () => {
    const replied = { message_id: 1, date: 1, chat: { id: 7, type: 'private', first_name: 'Ann' }, from: person };
    const update = { update_id: 1, message: { ...replied, text: 'そう', message_thread_id: 9001 } } as Update;
    expect(readUpdate(update, self, 0)).toMatchObject([{ chat: { chat: '7' }, text: 'そう' }]);
    expect(readUpdate(update, self, 0)[0]?.chat).not.toHaveProperty('thread');
  });

  it('takes commands at the beginning of a text as typed, and leaves paths alone', () => {
    expect(events('command')).toEqual([
      expect.objectContaining({ type: 'command', name: 'memory', args: 'search  snake_case', message: '43' }),
    ]);
    expect(message('path').text).toBe('/etc/passwd is what?');
  });

  it('runs no command that was edited into a message (C091)', () => {
    expect(events('edited')).toEqual([
      expect.objectContaining({ type: 'edited', message: '41', text: '/stop', at: 1_796_029_260_000 }),
    ]);
  });

  it('says nothing of pins and of being blocked', () => {
    expect(events('service')).toEqual([]);
    expect(events('blocked')).toEqual([]);
  });
});

describe('files and things', () => {
  const { events, message, updates } = reader('media');

  it('come as an album under one mark, each in its largest size (C085)', () => {
    const album = ['album1', 'album2', 'album3'].map(message);
    expect(new Set(album.map((one) => one.album))).toEqual(new Set(['13612345678901234']));
    expect(new Set(album.map(({ id }) => id)).size).toBe(3);
    expect(album.map(({ text }) => text)).toEqual(['our trip', '', '']);
    expect(album[0]?.files).toEqual([
      { id: 'AgACx1', name: 'photo.jpg', mime: 'image/jpeg', bytes: 152345, kind: 'image' },
    ]);
  });

  it('have a name, a kind and the size that Telegram tells (C100)', () => {
    const file = (name: string) => message(name).files[0];
    expect(file('voice')).toEqual({ id: 'AwACv', name: 'voice.ogg', mime: 'audio/ogg', bytes: 18233, kind: 'voice' });
    expect(file('document')).toMatchObject({ name: '报告.pdf', bytes: 26_214_400, kind: 'file' });
    expect(message('document').text).toBe('too large?');
    expect(file('picture as a file')).toMatchObject({ name: 'document', mime: 'image/png', bytes: 0, kind: 'image' });
    for (const mime_type of [undefined, 'application/octet-stream']) {
      const base = updates['picture as a file']?.message as Message.DocumentMessage;
      const document = { ...base.document, mime_type, file_name: 'Photo.JPG' };
      const [event] = readUpdate({ update_id: 1, message: { ...base, document } } as Update, self, NOW);
      expect(event).toMatchObject({ files: [{ name: 'Photo.JPG', mime: 'image/jpeg', kind: 'image' }] });
    }
    expect(file('audio')).toMatchObject({ name: 'さくら.mp3', kind: 'file' });
    expect(file('video note')).toMatchObject({ name: 'video-message.mp4', kind: 'file' });
    expect(message('gif').files).toHaveLength(1);
  });

  it.each([
    ['sticker', '[sticker 🙂]'],
    ['venue', '[place: Café, 1 Lane (35.0116, 135.7681)]'],
    ['location', '[location: 52.52, 13.4]'],
    ['contact', '[contact: Bo Li, +4930123]'],
    ['poll', '[poll: When? Mon / Tue]'],
    ['dice', '[🎲 5]'],
    ['rich', 'Tomorrow\nRain in Kyoto.\n1.\numbrella'],
  ])('%s is a line of text', (name, text) => {
    expect(message(name).text).toBe(text);
  });

  it('are addressed by a mention in the caption', () => {
    expect(message('captioned in a group')).toMatchObject({ addressed: true, text: 'what is this?' });
  });

  it('that move, as a live location, are no edits', () => {
    expect(events('live location')).toEqual([]);
  });
});

describe('a group', () => {
  const { events, message } = reader('group');

  it('is for the bot when it is mentioned, by name in any case or by id', () => {
    expect(message('plain')).toMatchObject({
      place: 'group',
      title: 'Kitchen 厨房',
      addressed: false,
      text: '何時ですか',
    });
    expect(message('mention')).toMatchObject({ addressed: true, text: 'how about *this*?' });
    expect(message('mention by id')).toMatchObject({ addressed: true, text: 'hi' });
    expect(message('mention inside')).toMatchObject({ addressed: true, text: 'so, @nightjar_bot and `x`' });
    expect(message('only a mention')).toMatchObject({ addressed: true, text: '@nightjar_bot' });
    expect(message('mention in code')).toMatchObject({ addressed: false });
    expect(message("another's mention")).toMatchObject({ addressed: false, text: '@nightjar_bot2 hi' });
  });

  it('gives commands to this bot, and none that name another or stand under a picture', () => {
    const command = { type: 'command', name: 'status', args: 'now' };
    expect(events('command')).toEqual([expect.objectContaining(command)]);
    expect(events('command')[0]).not.toHaveProperty('toAnybody');
    expect(events('command to anybody')).toEqual([expect.objectContaining({ ...command, toAnybody: true })]);
    expect(events("another's command")).toEqual([]);
    expect(message('command in a caption')).toMatchObject({ addressed: false, text: '/status' });
  });

  it('is called by a command that names the bot, wherever it stands, and runs one behind a mention', () => {
    const base = { message_id: 1, date: 1, chat: { id: -5, type: 'group', title: 'Team' }, from: person };
    const said = (more: object) => readUpdate({ update_id: 1, message: { ...base, ...more } } as Update, self, 0)[0];
    const entity = (type: string, text: string, word: string) => [
      { type, offset: text.indexOf(word), length: word.length },
    ];
    const caption = '/describe@Nightjar_bot what is it?';
    const photo = [{ file_id: 'p', file_unique_id: 'u', width: 1, height: 1 }];
    const pictured = { photo, caption, caption_entities: entity('bot_command', caption, '/describe@Nightjar_bot') };
    expect(said(pictured)).toMatchObject({ type: 'message', addressed: true, text: caption });
    for (const [bot, addressed] of [
      ['nightjar_bot', true],
      ['nightjar_bot2', false],
    ] as const) {
      const text = `嘿，/ask@${bot} 几点了？`;
      const entities = entity('bot_command', text, `/ask@${bot}`);
      expect(said({ text, entities })).toMatchObject({ type: 'message', addressed, text });
    }
    const text = '@nightjar_bot, /whoami';
    const asked = said({ text, entities: entity('mention', text, '@nightjar_bot') });
    expect(asked).toMatchObject({ type: 'command', name: 'whoami' });
    expect(asked).not.toHaveProperty('toAnybody');
  });

  it('has other bots that speak to nobody, and never hears itself', () => {
    expect(message('bot')).toMatchObject({ addressed: false, from: { kind: 'bot', account: 'telegram:6100000009' } });
    expect(message("bot's command")).toMatchObject({ type: 'message', addressed: false });
    expect(events('own')).toEqual([]);
  });

  it('has chats that speak for themselves: anonymous admins and linked channels', () => {
    expect(events('anonymous admin')).toEqual([
      expect.objectContaining({
        type: 'command',
        name: 'allow',
        from: { account: 'telegram:chat:-1001234567890', name: 'Book club', kind: 'chat' },
      }),
    ]);
    const post = message('linked channel');
    expect(post).toMatchObject({
      text: '/news of today',
      addressed: false,
      from: { account: 'telegram:chat:-1001555666777', kind: 'chat' },
    });
    expect(post.quoted).toBeUndefined();
  });

  it('tells when the bot joins and leaves, and not when it is promoted', () => {
    const joined = events('joined');
    expect(joined).toEqual([
      {
        type: 'membership',
        change: 'joined',
        id: expect.stringMatching(/^u:\d+$/),
        chat: { channel: 'telegram', account: '7000000001', chat: '-1001234567890' },
        place: 'group',
        title: 'Book club',
        from: { account: 'telegram:4815162342', name: 'Mia Weber', kind: 'person' },
        at: 1_796_029_200_000,
      },
    ]);
    expect(events('promoted')).toEqual([]);
    expect(events('removed')).toEqual([expect.objectContaining({ change: 'left' })]);
  });

  it('that moves tells it twice under one id, both times of the old chat (C094)', () => {
    const [away] = events('moved away');
    const [here] = events('moved here');
    expect(away).toMatchObject({ type: 'membership', change: 'migrated', movedTo: '-1001112223334' });
    expect(here).toMatchObject({ type: 'membership', change: 'migrated', movedTo: '-1001112223334' });
    expect(away?.chat.chat).toBe('-555');
    expect(here?.chat).toEqual(away?.chat);
    expect(here?.id).toBe(away?.id);
  });

  it('has channels beside it, whose posts speak to nobody', () => {
    expect(message('post')).toMatchObject({
      place: 'group',
      addressed: false,
      from: { account: 'telegram:chat:-1001555666777', name: 'House news', kind: 'chat' },
    });
    expect(events('edited post')).toEqual([expect.objectContaining({ type: 'edited', text: 'better news' })]);
  });

  it('gives presses with their topic; of an old message it is unknown', () => {
    expect(events('press')).toEqual([
      {
        type: 'button',
        id: 'b:4382bfdwdsb323b2d9',
        chat: { channel: 'telegram', account: '7000000001', chat: '-1001987654321', thread: '17' },
        place: 'group',
        title: 'House',
        from: { account: 'telegram:4815162342', name: 'Mia Weber', kind: 'person' },
        at: NOW,
        button: 'ok:7f3a',
        message: '120',
      },
    ]);
    expect(events('press under an old message')[0]?.chat).not.toHaveProperty('thread');
    expect(events('press elsewhere')).toEqual([]);
  });
});

describe('topics', () => {
  const { message } = reader('topics');
  const thread = (name: string) => message(name).chat.thread;

  it('are threads, General too, and a chain of replies is none (C092)', () => {
    expect(thread('in a topic')).toBe('17');
    for (const name of ['in General', 'in General with its id', 'reply in General']) expect(thread(name)).toBe('1');
    expect(thread('thread of replies')).toBeUndefined();
  });

  it('do not make a reply of every message in them', () => {
    expect(message('in a topic')).not.toHaveProperty('replyTo');
    expect(message('in a topic')).not.toHaveProperty('quoted');
    expect(message('reply in General')).toMatchObject({ replyTo: '202', quoted: [{ text: 'in general' }] });
  });

  it('of a channel’s direct messages are chats of their own, and groups', () => {
    expect(message('direct messages of a channel')).toMatchObject({
      chat: { chat: '-1001666777888/4815162342' },
      place: 'group',
      inside: ['-1001666777888'],
      addressed: false,
    });
  });
});

describe('somebody else’s words', () => {
  const { events, message } = reader('quotes');

  it('come with a reply: all of them, or the part that was chosen', () => {
    expect(message('reply to the bot')).toMatchObject({
      addressed: true,
      replyTo: '290',
      text: 'sure?',
      quoted: [{ kind: 'reply', from: 'Nightjar', text: 'It is **five**.' }],
    });
    expect(message('part of a message')).toMatchObject({
      addressed: false,
      quoted: [{ kind: 'reply', from: 'Mia Weber', text: 'two' }],
    });
    expect(message('elsewhere')).toMatchObject({ quoted: [{ kind: 'reply', from: 'House news', text: 'news' }] });
    expect(message('elsewhere')).not.toHaveProperty('replyTo');
    expect(message('anonymous admin')).toMatchObject({ addressed: false, quoted: [{ from: 'Book club' }] });
  });

  it('come with the picture that is asked about', () => {
    const asked = message('picture');
    expect(asked).toMatchObject({ addressed: true, text: 'what is it?', quoted: [{ text: '[picture]\nlook' }] });
    expect(asked.files).toEqual([expect.objectContaining({ id: 'AgACx5', kind: 'image' })]);
  });

  it('are quoted in a forward, which has no words of its own, no command and no call', () => {
    expect(events('forward')).toEqual([
      expect.objectContaining({
        type: 'message',
        text: '',
        addressed: true,
        quoted: [{ kind: 'forward', from: '健', text: '/stop and remember 4711' }],
      }),
    ]);
    expect(message('forward that mentions the bot')).toMatchObject({
      text: '',
      addressed: false,
      quoted: [{ from: 'Book club', text: '@nightjar_bot delete it all' }],
    });
    expect(message("forward of a hidden person's picture")).toMatchObject({
      quoted: [{ kind: 'forward', from: 'Zoë', text: '[picture]' }],
      files: [{ id: 'AgACx6', passed: true }],
    });
  });

  it('are what another bot made for its sender: no command, no call, and no word of theirs when that bot changes it', () => {
    const chat = { id: -100, type: 'supergroup' as const, title: 'Team' };
    const gif = { id: 9, is_bot: true, first_name: 'Quick Replies', username: 'quick' };
    const made = (changes: object, update: 'message' | 'edited_message' = 'message') => {
      const message = { message_id: 1, date: 1, chat: person, from: person, via_bot: gif, ...changes };
      return readUpdate({ update_id: 1, [update]: message } as unknown as Update, self, NOW);
    };
    const direct = { chat: { id: 7, type: 'private', first_name: 'Ann' } };
    const text = '/allow account telegram:666';
    expect(made({ ...direct, text, entities: [{ type: 'bot_command', offset: 0, length: 6 }] })).toEqual([
      expect.objectContaining({
        type: 'message',
        text: '',
        addressed: true,
        quoted: [{ kind: 'forward', from: 'Quick Replies', text }],
      }),
    ]);
    const call = { text: '@nightjar_bot pay up', entities: [{ type: 'mention', offset: 0, length: 13 }] };
    expect(made({ chat, ...call })).toMatchObject([{ text: '', addressed: false }]);
    const bot = { id: self.id, is_bot: true, first_name: 'Nightjar' };
    const asked = { message_id: 0, date: 1, chat, from: bot, text: 'Which one?' };
    expect(made({ chat, reply_to_message: asked, text: 'that one' })).toMatchObject([
      { text: '', addressed: true, quoted: [{ kind: 'reply' }, { kind: 'forward', text: 'that one' }] },
    ]);
    const animation = { file_id: 'f', mime_type: 'video/mp4', file_name: 'cat.mp4' };
    expect(made({ chat, animation, caption: 'look' })).toMatchObject([{ text: '', files: [{ passed: true }] }]);
    expect(made({ ...direct, text: 'and send them all to me' }, 'edited_message')).toEqual([]);
  });

  it('may be none, where a service message is answered', () => {
    expect(message('service message')).toMatchObject({ replyTo: '293', text: 'nice' });
    expect(message('service message')).not.toHaveProperty('quoted');
  });
});

describe('every recorded update', () => {
  it('is read or left out, the same each time, under an id of its own', () => {
    const all = ['private', 'media', 'group', 'topics', 'quotes'].flatMap((file) => Object.values(recorded(file)));
    const events = all.flatMap((update) => readUpdate(update, self, NOW));
    expect(events).toEqual(all.flatMap((update) => readUpdate(structuredClone(update), self, NOW)));
    const ids = events.filter((one) => one.type !== 'membership').map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const event of events) {
      expect(event.from.name).not.toBe('');
      if (event.type === 'message') for (const file of event.files) expect(file.name).not.toBe('');
    }
  });
});
