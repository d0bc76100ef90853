// A server as a test furnishes it.

import type { Hub } from './hub.js';
import { CHANNEL_TYPE, INTENT, type StoredGuild } from './model.js';
import type { Person } from './person.js';
import { Place } from './place.js';

export class Guild {
  readonly id: string;
  readonly #hub: Hub;
  readonly #guild: StoredGuild;

  constructor(hub: Hub, guild: StoredGuild) {
    this.id = guild.id;
    this.#hub = hub;
    this.#guild = guild;
  }

  channel(options: { id?: string; name: string }): Place {
    return this.#open(CHANNEL_TYPE.text, options);
  }

  /** Its posts are `forum.thread(…)`. */
  forum(options: { id?: string; name: string }): Place {
    return this.#open(CHANNEL_TYPE.forum, options);
  }

  /** An outage: GUILD_DELETE with `unavailable`, which is no leaving. */
  goesDark(): void {
    this.#guild.dark = true;
    this.#hub.world.tell({ t: 'GUILD_DELETE', d: { id: this.id, unavailable: true }, intent: INTENT.guilds });
  }

  comesBack(): void {
    this.#guild.dark = false;
    this.#hub.world.tellOfGuild(this.#guild);
  }

  /** GUILD_CREATE of a guild that the bot did not know. */
  adds(by: Person): void {
    Object.assign(this.#guild, { joined: true, joinedAt: this.#hub.world.now(), addedBy: by.id });
    this.#guild.members.add(by.id);
    this.#hub.world.tellOfGuild(this.#guild);
  }

  removes(): void {
    this.#hub.leave(this.#guild);
  }

  get hasBot(): boolean {
    return this.#guild.joined;
  }

  #open(type: number, options: { id?: string; name: string }): Place {
    const id = options.id === undefined ? {} : { id: options.id };
    return new Place(this.#hub, this.#hub.world.open({ ...id, type, name: options.name, guildId: this.id }));
  }
}
