// The people and chats of a test on the stand-in of Telegram, as rooms.

import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from 'grammy/types';
import { Person, Room, type Said, type Surroundings } from './rooms.js';
import type { TestChat } from './telegram/chat.js';
import type { SayOptions } from './telegram/saying.js';
import type { Telegram } from './telegram/telegram.js';

const GENERAL = 1;
const TAKEN_MS = 20_000;
const LOOK_MS = 10;

export type TelegramPerson = Person<User, SayOptions, TelegramRoom>;

export interface TelegramGroupOptions {
  id?: number;
  title: string;
  type?: 'group' | 'supergroup';
  forum?: boolean;
  /** Default: it was put in before the bot ran, so that nobody is asked. */
  bot?: 'member' | 'administrator' | 'left';
}

export class TelegramRoom extends Room<User, SayOptions> {
  readonly chat: TestChat;
  readonly #side: TelegramSide;
  readonly #topic: number | undefined;
  readonly #asks: (room: TelegramRoom, words: string) => void;

  constructor(
    side: TelegramSide,
    chat: TestChat,
    options: { topic?: number | undefined; asks(room: TelegramRoom, words: string): void },
  ) {
    super(side.around);
    this.chat = chat;
    this.#side = side;
    this.#topic = options.topic;
    this.#asks = options.asks;
    side.rooms.push(this);
  }

  /** A topic of this forum; without an id the General one. */
  topic(id?: number, name = `Topic ${id}`): TelegramRoom {
    if (id !== undefined) this.#side.server.topic(this.chat, { id, name });
    return new TelegramRoom(this.#side, this.chat, { topic: id, asks: askAsGuest(this.#side) });
  }

  shown(): Said[] {
    // What answers a message of the General topic may carry its number, as that message did.
    const isHere = ({ thread }: { thread?: number }): boolean =>
      !this.chat.chat.is_forum || (thread === GENERAL ? undefined : thread) === this.#topic;
    return this.chat
      .shown()
      .filter(isHere)
      .map(({ id, text, buttons, files, replyTo, thread, edits }) => ({
        id: String(id),
        text,
        buttons: buttons.flat().map(({ label }) => label),
        files,
        ...(replyTo === undefined ? {} : { replyTo: String(replyTo) }),
        ...(thread === undefined ? {} : { thread: String(thread) }),
        edited: edits > 0,
      }));
  }

  protected speak(who: User, text: string, options?: SayOptions): string {
    const topic = this.#topic === undefined ? {} : { topic: this.#topic };
    return String(this.chat.says(who, text, { ...topic, ...options }));
  }

  presses({ who }: TelegramPerson, { id }: Pick<Said, 'id'>, label: string): void {
    this.chat.presses(who, Number(id), label);
  }

  /** Presses a button of this chat in another one, as a client could that was built for it. */
  forges(person: TelegramPerson, { id }: Pick<Said, 'id'>, label: string, where: TelegramRoom): void {
    const button = this.chat
      .shown()
      .find((one) => String(one.id) === id)
      ?.buttons.flat()
      .find((one) => one.label === label);
    if (button?.data === undefined) throw new Error(`no button ${label} to forge`);
    where.chat.presses(person.who, 1, button.data, { stale: true });
  }

  edits({ who }: TelegramPerson, id: string, text: string): void {
    this.chat.edits(who, Number(id), text);
  }

  protected ask(words: string): void {
    this.#asks(this, words);
  }
}

export class TelegramSide {
  readonly server: Telegram;
  readonly around: Surroundings;
  readonly rooms: TelegramRoom[] = [];
  readonly owner: TelegramPerson;
  #people = 42;
  #groups = 0;

  constructor(server: Telegram, story: () => string) {
    this.server = server;
    this.around = {
      mention: `@${server.me.username}`,
      until: async (holds, ms) => void (await server.waitFor(holds, ms)),
      story,
    };
    this.owner = this.person('Ada');
  }

  /** Resolves once the bot has everything that was said on disk: it told the platform so. */
  async taken(): Promise<void> {
    for (let left = TAKEN_MS; this.server.pending.length > 0; left -= LOOK_MS) {
      if (left <= 0) throw new Error(`not taken: ${JSON.stringify(this.server.pending).slice(0, 500)}`);
      await sleep(LOOK_MS);
    }
  }

  /** Somebody the bot has never heard of. */
  person(name: string, isBot = false): TelegramPerson {
    const who = this.server.user({ id: this.#people++, name, isBot });
    return new Person(`telegram:${who.id}`, name, who, (self) => {
      return new TelegramRoom(this, this.server.private(who), { asks: (room, words) => void room.says(self, words) });
    });
  }

  /** Somebody the owner has let in. */
  async member(name: string): Promise<TelegramPerson> {
    const person = this.person(name);
    this.owner.dm(`/allow account ${person.account}`);
    await this.owner.expectReply(/is let in/);
    return person;
  }

  /** A group that the bot is in and does not take part in. */
  room({ id, ...options }: TelegramGroupOptions): TelegramRoom {
    this.#groups += 1;
    const chat = this.server.group({ id: id ?? -1_001_000_000_000 - this.#groups, ...options });
    return new TelegramRoom(this, chat, { asks: askAsGuest(this) });
  }

  /** A group under the id that it has now. */
  moved(chat: TestChat): TelegramRoom {
    return new TelegramRoom(this, chat, { asks: askAsGuest(this) });
  }

  /** A group that the owner has allowed. */
  async group(options: string | TelegramGroupOptions): Promise<TelegramRoom> {
    const room = this.room(typeof options === 'string' ? { title: options, type: 'supergroup' } : options);
    room.says(this.owner, '/allow@bot here');
    await room.expectReply(/^Hello! I take part here/);
    return room;
  }
}

/** Somebody new each time: who asks too often is not answered. */
function askAsGuest(side: TelegramSide): (room: TelegramRoom, words: string) => void {
  return (room, words) => void room.says(side.person('Guest'), `@bot ${words}`);
}
