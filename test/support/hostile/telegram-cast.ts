// The dens on Telegram: the owner's private chat, those of people, groups of every kind, a forum, a channel.

import type { User } from 'grammy/types';
import type { Scope } from '../../../src/contracts/index.js';
import type { TestChat } from '../telegram/chat.js';
import type { SayOptions } from '../telegram/saying.js';
import { startTelegram, type Telegram } from '../telegram/server.js';
import type { Canaries } from './canaries.js';
import type { Den, Extra, Speaker, Spot } from './cast.js';

export interface TelegramCast {
  server: Telegram;
  dens: Den[];
  owner: string;
  /** Accounts of people who are to be let in. */
  guests: string[];
  /** What stands in nightjar.yaml below `channels`. */
  yaml: string;
}

const OWNER = 42;
const GUESTS = 3;
const TOPICS = [50, 51];
const DIRECT_TOPIC = 7;

export async function castTelegram(canaries: Canaries, first: number): Promise<TelegramCast> {
  const server = await startTelegram();
  const owner = server.user({ id: OWNER, name: 'Ada', username: 'ada' });
  const member = server.user({ id: 70, name: 'Bob 鲍勃' });
  const folk: Record<Speaker, User> = { owner, member, mallory: server.user({ id: 71, name: 'Mallory' }) };
  const mention = `@${server.me.username}`;
  const dens: Den[] = [];
  let ids = 0;
  let newcomers = 0;

  function add(den: Omit<Den, 'nr'>): void {
    dens.push({ nr: first + dens.length, ...den });
  }

  function titled(word: string): string {
    return `${word} ${canaries.plant(first + dens.length, 'title')}`;
  }

  function room(chat: TestChat, where: SayOptions = {}, alone?: User): Spot {
    const authors = new Map<string, User>();
    // Who says more in a minute than a person can is not listened to: there is always somebody new of that name.
    const whose = (speaker: Speaker): User => {
      if (alone || speaker === 'owner') return alone ?? owner;
      newcomers += 1;
      if (newcomers % 5 === 0) folk[speaker] = server.user({ id: 7_100 + newcomers, name: folk[speaker].first_name });
      return folk[speaker];
    };
    return {
      says(speaker, text, extra = {}) {
        const who = whose(speaker);
        const words = worded(text, extra, alone ? '' : mention);
        const id = String(chat.says(who, words, { ...where, ...optionsOf(extra) }));
        authors.set(id, who);
        return id;
      },
      edits: (speaker, id, text) => chat.edits(authors.get(id) ?? whose(speaker), Number(id), text),
      ...(alone
        ? {}
        : {
            retitles(title: string) {
              Object.assign(chat.chat, { title });
              chat.service(folk.mallory, { new_chat_title: title });
            },
            renames(name: string) {
              folk.mallory = server.user({ id: folk.mallory.id, name });
            },
            forges: (button: string) => void chat.presses(folk.mallory, 1, button, { stale: true }),
          }),
      shown: () => shownIn(chat),
      buttons: () => chat.shown().flatMap(({ buttons }) => buttons.flat().flatMap(({ data }) => data ?? [])),
    };
  }

  function inPrivate(user: User, scope: Scope): void {
    const name = scope.kind === 'main' ? 'me' : `telegram:${user.id}`;
    const spots = [room(server.private(user), {}, user)];
    add({
      name: `telegram private ${user.id}`,
      scope,
      spots,
      turns: true,
      addresses: [name, `person:telegram-${user.id}`],
    });
  }

  function group(name: string, options: Parameters<Telegram['group']>[0], where: SayOptions[] = [{}]): TestChat {
    const chat = server.group({ ...options, title: titled(options.title) });
    const id = String(options.id);
    const scope: Scope = { kind: 'group', channel: 'telegram', chat: id };
    const spots = where.map((one) => room(chat, one));
    add({ name, scope, spots, turns: true, addresses: [`telegram:${id}`] });
    return chat;
  }

  inPrivate(owner, { kind: 'main' });
  const guests = Array.from({ length: GUESTS }, (_, at) => {
    const name = `Vera ${canaries.plant(first + dens.length, 'display name')}`;
    const guest = server.user({ id: 80 + at, name });
    inPrivate(guest, { kind: 'person', person: `telegram-${guest.id}` });
    return `telegram:${guest.id}`;
  });
  const next = () => -1_001_000_000_000 - ++ids;
  group('a supergroup', { id: next(), title: 'Crew', type: 'supergroup' });
  group('another supergroup', { id: next(), title: 'Kin 家', type: 'supergroup' });
  const basic = -4_001;
  const old = group('a basic group', { id: basic, title: 'Flat', type: 'group' });
  moving(dens.at(-1), old, next(), room);
  const forum = group('a forum', { id: next(), title: 'Forum', forum: true }, [
    {},
    ...TOPICS.map((topic): SayOptions => ({ topic })),
  ]);
  for (const id of TOPICS) server.topic(forum, { id, name: `Topic ${id}` });
  const desk = next();
  const deskChat = server.group({ id: desk, title: titled('Desk'), directMessages: true });
  add({
    name: 'a topic of direct messages',
    scope: { kind: 'group', channel: 'telegram', chat: `${desk}/${DIRECT_TOPIC}` },
    spots: [room(deskChat, { extra: { direct_messages_topic: { topic_id: DIRECT_TOPIC, user: folk.mallory } } })],
    turns: true,
    addresses: [`telegram:${desk}`, `telegram:${desk}/${DIRECT_TOPIC}`],
  });
  const posts = next();
  const channel = server.channel({ id: posts, title: titled('Posts') });
  add({
    name: 'a channel',
    scope: { kind: 'group', channel: 'telegram', chat: String(posts) },
    spots: [{ says: (_, text) => String(server.channelPost(channel, text)), shown: () => shownIn(channel) }],
    turns: false,
    addresses: [`telegram:${posts}`],
  });
  const keys = dens.flatMap(({ scope }) => (scope.kind === 'group' ? [scope.chat.split('/')[0]] : []));
  const groups = keys.map((id) => `"${id}": { respond: mentioned }`).join(', ');
  return {
    server,
    dens,
    owner: `telegram:${OWNER}`,
    guests,
    yaml: `telegram: { token: "${server.token}", apiRoot: "${server.apiRoot}", groups: { ${groups} } }`,
  };
}

function moving(den: Den | undefined, chat: TestChat, id: number, room: (chat: TestChat) => Spot): void {
  const [spot] = den?.spots ?? [];
  if (!den || !spot) throw new Error('nobody to move');
  den.spots = [
    {
      ...spot,
      moves() {
        const moved = chat.migrates(id);
        const there = room(moved);
        den.addresses.push(`telegram:${id}`);
        den.spots = [{ ...there, shown: () => `${shownIn(chat)}\n${shownIn(moved)}` }];
      },
    },
  ];
}

function worded(text: string, { aside, file }: Extra, mention: string): string {
  const called = aside || mention === '' || text.startsWith('/') ? text : `${mention} ${text}`;
  return called.slice(0, file ? 1_000 : 4_000);
}

function optionsOf({ replyTo, forwarded, file }: Extra): SayOptions {
  return {
    ...(replyTo === undefined ? {} : { replyTo: Number(replyTo) }),
    ...(forwarded ? { forwardFrom: 'Ada' } : {}),
    ...(file ? { document: { name: file.name, mime: 'text/plain', bytes: Buffer.from(file.text) } } : {}),
  };
}

function shownIn(chat: TestChat): string {
  return chat
    .shown()
    .map(({ text, buttons, files }) => {
      const labels = buttons.flat().map(({ label }) => label);
      return [text, ...labels, ...files.flatMap(({ name, bytes }) => [name, Buffer.from(bytes).toString()])].join('\n');
    })
    .join('\n');
}
