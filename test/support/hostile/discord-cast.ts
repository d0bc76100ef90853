// The dens on Discord: private chats, channels of a server with a public thread, a private thread, and a group of direct
// messages, which is known by commands alone.

import type { Scope } from '../../../src/contracts/index.js';
import type { Person } from '../discord/person.js';
import type { Place } from '../discord/place.js';
import { type DiscordServer, startDiscord } from '../discord/server.js';
import type { Canaries } from './canaries.js';
import type { Den, Extra, Speaker, Spot } from './cast.js';

export interface DiscordCast {
  server: DiscordServer;
  dens: Den[];
  owner: string;
  guests: string[];
  yaml: string;
}

const GUESTS = 2;

export async function castDiscord(canaries: Canaries, first: number): Promise<DiscordCast> {
  const server = await startDiscord();
  const owner = server.user({ name: 'Ada' });
  const folk: Record<Speaker, Person> = {
    owner,
    mallory: server.user({ name: 'Mallory' }),
    member: server.user({ name: 'Bob 鲍勃' }),
  };
  const dens: Den[] = [];
  let newcomers = 0;

  function add(den: Omit<Den, 'nr'>): void {
    dens.push({ nr: first + dens.length, ...den });
  }

  function room(place: Place, alone?: Person): Spot {
    const authors = new Map<string, Person>();
    // Who says more in a minute than a person can is not listened to: there is always somebody new of that name.
    const whose = (speaker: Speaker): Person => {
      if (alone || speaker === 'owner') return alone ?? owner;
      newcomers += 1;
      if (newcomers % 5 === 0) folk[speaker] = server.user({ name: folk[speaker].name });
      return folk[speaker];
    };
    return {
      says(speaker, text, extra = {}) {
        const isCommand = text.startsWith('/');
        const mentionBot = !alone && !extra.aside && !isCommand;
        const who = whose(speaker);
        const id = place.says(who, text, { mentionBot, ...optionsOf(extra) });
        authors.set(id, who);
        return id;
      },
      edits: (speaker, id, text) => place.edits(authors.get(id) ?? whose(speaker), id, text),
      runs(speaker, name, input) {
        whose(speaker).runs(place, name, { unregistered: true, ...(input === '' ? {} : { options: { input } }) });
      },
      ...(alone
        ? {}
        : {
            retitles: (title: string) => place.rename(title),
            renames(name: string) {
              folk.mallory = server.user({ name });
            },
          }),
      shown: () => shownIn(place),
    };
  }

  const inPrivate = (person: Person, scope: Scope): void =>
    add({
      name: `discord private ${person.id}`,
      scope,
      spots: [room(server.dm(person), person)],
      turns: true,
      addresses: [`discord:${person.id}`, `person:discord-${person.id}`],
    });
  const inServer = (name: string, place: Place, ...more: Place[]): void =>
    add({
      name,
      scope: { kind: 'group', channel: 'discord', chat: place.id },
      spots: [place, ...more].map((one) => room(one)),
      turns: true,
      addresses: [`discord:${place.id}`],
    });
  const titled = (word: string) => `${word}-${canaries.plain(first + dens.length, 'title')}`;

  const guests = Array.from({ length: GUESTS }, () => {
    const guest = server.user({ name: `Dora ${canaries.plant(first + dens.length, 'display name')}` });
    inPrivate(guest, { kind: 'person', person: `discord-${guest.id}` });
    return `discord:${guest.id}`;
  });
  const guild = server.guild({ name: 'House', owner });
  const open = guild.channel({ name: titled('open') });
  inServer('a channel of a server, and its thread', open, open.thread({ name: titled('thread') }));
  inServer('another channel of it', guild.channel({ name: titled('other') }));
  const plain = guild.channel({ name: 'plain' });
  inServer('a private thread', plain.thread({ name: titled('closed'), private: true }));
  const friends = server.groupDm([owner, folk.mallory, folk.member], titled('friends'));
  add({
    name: 'a group of direct messages',
    scope: { kind: 'group', channel: 'discord', chat: friends.id },
    spots: [{ ...room(friends), says: () => undefined }],
    turns: false,
    addresses: [`discord:${friends.id}`],
  });
  return {
    server,
    dens,
    owner: `discord:${owner.id}`,
    guests,
    yaml: `discord: { token: "${server.token}", apiRoot: "${server.root}", groups: { "${guild.id}": { respond: mentioned } } }`,
  };
}

function optionsOf({ replyTo, file }: Extra) {
  return {
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(file ? { attachments: [{ name: file.name, mime: 'text/plain', bytes: file.text }] } : {}),
  };
}

function shownIn(place: Place): string {
  return place
    .shown()
    .map(({ content, buttons, files }) => {
      const labels = buttons.map(({ label }) => label);
      return [content, ...labels, ...files.flatMap(({ name, bytes }) => [name, Buffer.from(bytes).toString()])].join(
        '\n',
      );
    })
    .join('\n');
}
