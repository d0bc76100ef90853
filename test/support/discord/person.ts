// A user as a test lets them act: run a command, block the bot.

import { list, record } from './body.js';
import type { Hub } from './hub.js';
import { InteractionHandle } from './interaction-handle.js';
import { contextOf } from './interactions.js';
import type { StoredChannel, StoredUser } from './model.js';

export interface RunOptions {
  options?: Record<string, string | number | boolean>;
  /** Runs what the bot did not register, as from a client that holds an old list. */
  unregistered?: boolean;
}

const TYPES: Record<string, number> = { string: 3, number: 4, boolean: 5 };

export class Person {
  readonly id: string;
  readonly name: string;
  readonly mention: string;
  readonly #hub: Hub;
  readonly #user: StoredUser;

  constructor(hub: Hub, user: StoredUser) {
    this.id = user.id;
    this.name = user.name;
    this.mention = `<@${user.id}>`;
    this.#hub = hub;
    this.#user = user;
  }

  /** From now on, or no more, takes no direct messages of the bot. */
  blocks(yes = true): void {
    this.#user.blocks = yes;
  }

  /**
   * Runs a slash command; the name may carry its slash. Throws where a client would not offer it: not registered, not in
   * such a place, an option unknown or missing.
   */
  runs(place: { id: string }, command: string, run: RunOptions = {}): InteractionHandle {
    const { world, interactions } = this.#hub;
    const channel = world.channels.get(place.id);
    if (!channel) throw new Error('no such place');
    const name = command.replace(/^\//, '');
    if (channel.guildId !== undefined) world.guilds.get(channel.guildId)?.members.add(this.id);
    const given = Object.entries(run.options ?? {});
    const id = run.unregistered ? world.id() : this.#offered(channel, name, Object.keys(run.options ?? {}));
    const options = given.map(([key, value]) => ({ name: key, type: TYPES[typeof value], value }));
    const data = { id, name, type: 1, ...(options.length > 0 && { options }) };
    return new InteractionHandle(this.#hub, interactions.start({ type: 2, userId: this.id, channel, name }, data));
  }

  #offered(channel: StoredChannel, name: string, given: readonly string[]): string {
    const { world, commands } = this.#hub;
    const all = [...commands.of(channel.guildId), ...commands.of()];
    const command = all.find((one) => one.name === name);
    if (!command) throw new Error(`the bot has registered no command ${name}`);
    const { contexts, options } = command.fields;
    if (Array.isArray(contexts) && !contexts.includes(contextOf(world, channel))) {
      throw new Error(`the command ${name} is not offered in such a place`);
    }
    const known = list(options).map(record);
    const stray = given.find((key) => !known.some((one) => one.name === key));
    if (stray !== undefined) throw new Error(`the command ${name} has no option ${stray}`);
    const missing = known.find((one) => one.required === true && !given.includes(String(one.name)));
    if (missing) throw new Error(`the command ${name} needs its option ${String(missing.name)}`);
    return command.id;
  }
}
