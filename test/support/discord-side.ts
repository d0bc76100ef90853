// The people and places of a test on the stand-in of Discord, as rooms.

import type { Guild } from './discord/guild.js';
import type { InteractionHandle } from './discord/interaction-handle.js';
import type { Person as DiscordUser } from './discord/person.js';
import type { Place } from './discord/place.js';
import type { SayOptions } from './discord/say.js';
import type { DiscordServer } from './discord/server.js';
import { Person, Room, type Said, type Surroundings } from './rooms.js';

export type DiscordPerson = Person<DiscordUser, SayOptions, DiscordRoom>;

type Asks = (room: DiscordRoom, words: string) => void;

export class DiscordRoom extends Room<DiscordUser, SayOptions> {
  readonly place: Place;
  readonly #side: DiscordSide;
  readonly #asks: Asks;

  constructor(side: DiscordSide, place: Place, asks: Asks) {
    super(side.around);
    this.place = place;
    this.#side = side;
    this.#asks = asks;
    side.rooms.push(this);
  }

  thread(options: { name: string; private?: boolean }): DiscordRoom {
    return new DiscordRoom(this.#side, this.place.thread(options), askAsGuest(this.#side));
  }

  shown(): Said[] {
    return this.place
      .shown()
      .filter(({ thinking }) => !thinking)
      .map(({ id, content, buttons, files, replyTo, for: reader, edited }) => ({
        id,
        text: content,
        buttons: buttons.map(({ label }) => label),
        files,
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(reader === undefined ? {} : { for: reader }),
        edited,
      }));
  }

  /** Runs a native command. */
  runs({ who }: DiscordPerson, command: string, input?: string, unregistered = false): InteractionHandle {
    return who.runs(this.place, command, { ...(input === undefined ? {} : { options: { input } }), unregistered });
  }

  presses({ who }: DiscordPerson, { id }: Pick<Said, 'id'>, label: string): void {
    this.place.presses(who, id, label);
  }

  edits({ who }: DiscordPerson, id: string, text: string): void {
    this.place.edits(who, id, text);
  }

  protected speak(who: DiscordUser, text: string, options?: SayOptions): string {
    return this.place.says(who, text, options);
  }

  protected ask(words: string): void {
    this.#asks(this, words);
  }
}

export class DiscordSide {
  readonly server: DiscordServer;
  readonly around: Surroundings;
  readonly rooms: DiscordRoom[] = [];
  readonly owner: DiscordPerson;

  constructor(server: DiscordServer, story: () => string) {
    this.server = server;
    this.around = { mention: server.mention, until: (holds, ms) => server.waitFor(holds, ms), story };
    this.owner = this.person('Ada');
  }

  /** Somebody the bot has never heard of. */
  person(name: string): DiscordPerson {
    return this.#known(this.server.user({ name }));
  }

  bot(name: string): DiscordPerson {
    return this.#known(this.server.user({ name, bot: true }));
  }

  /** Somebody the owner has let in. */
  async member(name: string): Promise<DiscordPerson> {
    const person = this.person(name);
    this.owner.dm(`/allow account ${person.account}`);
    await this.owner.expectReply(/is let in/);
    return person;
  }

  room(place: Place): DiscordRoom {
    return new DiscordRoom(this, place, askAsGuest(this));
  }

  /** A server that the bot was just put into, and that the owner has allowed by their button. */
  async guild(name: string): Promise<{ guild: Guild; channel(name: string): DiscordRoom }> {
    const guild = this.server.guild({ name, owner: this.owner.who, joined: false });
    const channel = (title: string): DiscordRoom => this.room(guild.channel({ name: title }));
    const first = channel('welcome');
    guild.adds(this.owner.who);
    this.owner.presses(await this.owner.expectReply(/added/), 'Allow');
    await this.owner.expectReply(/I take part in/);
    await first.expectReply(/^Hello! I take part here/);
    return { guild, channel };
  }

  #known(who: DiscordUser): DiscordPerson {
    return new Person(`discord:${who.id}`, who.name, who, (self) => {
      return new DiscordRoom(this, this.server.dm(who), (room, words) => void room.says(self, words));
    });
  }
}

/** Somebody new each time: who asks too often is not answered. */
function askAsGuest(side: DiscordSide): Asks {
  return (room, words) => void room.says(side.person('Guest'), `@bot ${words}`);
}
