// A channel, thread or direct chat as a test speaks in it: `place.says(ann, 'hello')`, `await place.next()`.

import type { Hub } from './hub.js';
import { InteractionHandle } from './interaction-handle.js';
import { pingsOf } from './message-rules.js';
import { CHANNEL_TYPE, type PermissionName, type StoredChannel, type StoredMessage } from './model.js';
import type { Person } from './person.js';
import { isSpeakable, type SayOptions, spoken } from './say.js';
import { buttonsOf, type Shown, shown } from './shown.js';

export class Place {
  readonly id: string;
  readonly #hub: Hub;
  readonly #channel: StoredChannel;
  /** Messages that `next` and `take` have given already. */
  readonly #given = new Set<string>();

  constructor(hub: Hub, channel: StoredChannel) {
    this.id = channel.id;
    this.#hub = hub;
    this.#channel = channel;
  }

  /** Speaks as a person; whoever speaks in a guild is its member. Returns the message's id. */
  says(user: Person, text: string, options: SayOptions = {}): string {
    if (!isSpeakable(this.#channel)) throw new Error('nobody can speak here');
    const { world } = this.#hub;
    if (this.#channel.guildId !== undefined) world.guilds.get(this.#channel.guildId)?.members.add(user.id);
    return world.post(this.#channel, spoken(world, this.#channel, user.id, text, options), options.gap).id;
  }

  edits(user: Person, id: string, text: string, options: { gap?: boolean } = {}): void {
    const message = this.#message(id);
    if (message.authorId !== user.id) throw new Error('only its author edits a message');
    this.#hub.world.revise(message, { content: text, pings: pingsOf(this.#hub.world, text) }, options.gap);
  }

  /** Anybody's message. */
  deletes(id: string, options: { gap?: boolean } = {}): void {
    this.#hub.world.remove(this.#message(id), options.gap);
  }

  /** The platform fetched a link and shows it: an update of a message that nobody edited. */
  unfurls(id: string): void {
    this.#hub.world.amend(this.#message(id), {
      embeds: [{ type: 'link', title: 'Example', url: 'https://example.com' }],
    });
  }

  /** The platform changed something of an edited message and tells of it without the words. */
  touches(id: string): void {
    this.#hub.world.touch(this.#message(id), ['content']);
  }

  /** Presses a button of the bot's by its custom id or label; throws where that person sees none that can be pressed. */
  presses(user: Person, messageId: string, button: string): InteractionHandle {
    const message = this.#message(messageId);
    const pressed = buttonsOf(message.components).find((one) => one.customId === button || one.label === button);
    const visible = message.ephemeralFor === undefined || message.ephemeralFor === user.id;
    if (!pressed || pressed.disabled || !visible) throw new Error(`no button ${button} to press`);
    const fields = { type: 3, userId: user.id, channel: this.#channel, source: message };
    const data = { component_type: 2, custom_id: pressed.customId, id: 1 };
    return new InteractionHandle(this.#hub, this.#hub.interactions.start(fields, data));
  }

  /** A thread of this channel, or a post of this forum. A private one holds the bot unless `withBot` is false. */
  thread(options: { id?: string; name: string; private?: boolean; withBot?: boolean; owner?: Person }): Place {
    const { world } = this.#hub;
    const channel = world.open({
      ...(options.id !== undefined && { id: options.id }),
      type: options.private ? CHANNEL_TYPE.privateThread : CHANNEL_TYPE.publicThread,
      name: options.name,
      ...(this.#channel.guildId !== undefined && { guildId: this.#channel.guildId }),
      parentId: this.id,
      thread: {
        ownerId: options.owner?.id ?? world.botId,
        archived: false,
        locked: false,
        botJoined: options.withBot ?? options.private ?? false,
        createdAt: world.now(),
      },
    });
    return new Place(this.#hub, channel);
  }

  archive(options: { locked?: boolean } = {}): void {
    const { thread } = this.#channel;
    if (!thread) throw new Error('only a thread is archived');
    Object.assign(thread, { archived: true, locked: options.locked ?? false });
    this.#hub.world.tellOfChannel(this.#channel, 'UPDATE');
  }

  rename(name: string): void {
    this.#channel.name = name;
    this.#hub.world.tellOfChannel(this.#channel, 'UPDATE');
  }

  /** Deletes the channel or thread. */
  remove(): void {
    this.#hub.world.closeDown(this.#channel);
  }

  /** Takes permissions from the bot here. */
  deny(...permissions: PermissionName[]): void {
    for (const one of permissions) this.#channel.denied.add(one);
    this.#hub.world.tellOfChannel(this.#channel, 'UPDATE');
  }

  allow(...permissions: PermissionName[]): void {
    for (const one of permissions) this.#channel.denied.delete(one);
    this.#hub.world.tellOfChannel(this.#channel, 'UPDATE');
  }

  /** The bot's messages that stand here now, oldest first, ephemeral ones among them. */
  shown(): Shown[] {
    const own = this.#channel.messages.filter((one) => one.authorId === this.#hub.world.botId && !one.deleted);
    return own.map(shown);
  }

  /** The next message of the bot that no earlier `next` or `take` gave; a deferral counts once its message is there. */
  async next(ms = 5_000): Promise<Shown> {
    const [one] = await this.take(1, ms);
    if (!one) throw new Error('unreachable');
    return one;
  }

  /** The next `count` of them. Throws when they do not come in `ms` of real time, with what is shown. */
  async take(count: number, ms = 5_000): Promise<Shown[]> {
    const fresh = () => this.shown().filter((one) => !one.thinking && !this.#given.has(one.id));
    await this.#hub.waitFor(
      () => fresh().length >= count,
      ms,
      () => this.#words(count),
    );
    const taken = fresh().slice(0, count);
    for (const one of taken) this.#given.add(one.id);
    return taken;
  }

  #words(count: number): string {
    return `${count} more message(s) of the bot in ${this.#channel.name || this.id}; shown: ${JSON.stringify(
      this.shown().map((one) => one.content),
    )}`;
  }

  #message(id: string): StoredMessage {
    const message = this.#hub.world.messages.get(id);
    if (!message || message.deleted || message.channelId !== this.id) throw new Error(`no message ${id} here`);
    return message;
  }
}
