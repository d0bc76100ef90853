// One chat as a test speaks in it: people say, edit and press; what the bot showed can be read.

import type { Chat, ChatMember, ForumTopicCreated, Message, MessageEntity, Update, User } from 'grammy/types';
import { administrator } from './methods/chats.js';
import { marksOf, type SayOptions, saidMessage } from './saying.js';
import { type ShownMessage, shownOf } from './shown.js';
import { type BotStanding, botUser, keepMessage, type Place, unixTime, type World } from './world.js';

type Service = Partial<Message> & { forum_topic_created?: ForumTopicCreated };

export class TestChat {
  readonly #world: World;
  readonly #place: Place;
  readonly #moved: (id: number) => TestChat;
  #read = 0;

  constructor(world: World, place: Place, moved: (id: number) => TestChat) {
    this.#world = world;
    this.#place = place;
    this.#moved = moved;
  }

  get id(): number {
    return this.#place.chat.id;
  }

  /** As updates name it, for forwardFrom and asChat. */
  get chat(): Chat {
    return this.#place.chat;
  }

  /** Says it and returns the message's id. In privacy mode the bot may not get to see it. */
  says(user: User, text: string, options: SayOptions = {}): number {
    if (this.chat.type === 'channel') throw new Error('nobody talks in a channel: use channelPost');
    const message = saidMessage(this.#world, this.#place, user, text, options);
    keepMessage(this.#place, message, false);
    if (this.#seen(message)) this.#deliver({ message: message as NonNullable<Update['message']> });
    return message.message_id;
  }

  edits(user: User, messageId: number, text: string, options: { entities?: MessageEntity[] } = {}): void {
    const stored = this.#stored(messageId);
    const asChat = stored.message.sender_chat !== undefined;
    if (!asChat && stored.message.from?.id !== user.id)
      throw new Error(`message ${messageId} is not by ${user.first_name}`);
    const marks = marksOf(text, options.entities);
    const { text: before, entities: _, caption: __, caption_entities: ___, ...kept } = stored.message;
    const words =
      before === undefined
        ? { caption: text, ...(marks.length > 0 && { caption_entities: marks }) }
        : { text, ...(marks.length > 0 && { entities: marks }) };
    stored.message = { ...kept, ...words, edit_date: unixTime(this.#world) };
    if (!this.#seen(stored.message)) return;
    const type = this.chat.type === 'channel' ? 'edited_channel_post' : 'edited_message';
    this.#deliver({ [type]: stored.message });
  }

  /**
   * Presses the button with this label or data and returns the id of the press. `stale` presses what an old client still
   * shows: data that is on the message no more, or a message that is gone.
   */
  presses(user: User, messageId: number, labelOrData: string, options: { stale?: boolean } = {}): string {
    const stored = this.#place.messages.get(messageId);
    const buttons = (stored?.message.reply_markup?.inline_keyboard ?? []).flat();
    const found = buttons.find(
      (one) => 'callback_data' in one && (one.text === labelOrData || one.callback_data === labelOrData),
    );
    const data = found && 'callback_data' in found ? found.callback_data : labelOrData;
    if (!found && !options.stale) {
      const labels = buttons.map((one) => one.text).join(', ') || 'none';
      throw new Error(`message ${messageId} has no button ${labelOrData}; it has: ${labels}`);
    }
    const id = this.#world.nextPressId();
    const message = stored?.message ?? { chat: this.chat, message_id: messageId, date: 0 as const };
    const query = { id, from: user, message, chat_instance: `${this.id * 31}`, data };
    this.#world.presses.set(id, query);
    this.#deliver({ callback_query: query });
    return id;
  }

  /** Adds the bot to the group. */
  adds(user: User, options: { admin?: boolean } = {}): void {
    this.#standing(user, options.admin ? 'administrator' : 'member');
    this.service(user, { new_chat_members: [botUser(this.#world)] });
  }

  /** Removes the bot from the group. */
  removes(user: User): void {
    this.#standing(user, 'kicked');
  }

  /** Makes the bot an administrator, who reads all messages also in privacy mode. */
  promotes(user: User): void {
    this.#standing(user, 'administrator');
  }

  /** The person of a private chat stops the bot. */
  blocks(): void {
    this.#standing(this.#person(), 'blocked');
  }

  unblocks(): void {
    this.#standing(this.#person(), 'member');
  }

  /** A group becomes a supergroup: two service messages, and the old id is refused from now on. */
  migrates(newId: number): TestChat {
    if (this.chat.type !== 'group') throw new Error('only a basic group becomes a supergroup');
    const next = this.#moved(newId);
    const user = { id: 1087968824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' };
    this.service(user, { migrate_to_chat_id: newId });
    next.service(user, { migrate_from_chat_id: this.id });
    this.#place.movedTo = newId;
    return next;
  }

  /** A service message, such as a new title or member. */
  service(user: User, fields: Service): number {
    const message: Message = {
      message_id: this.#place.nextMessageId(),
      from: user,
      chat: this.chat,
      date: unixTime(this.#world),
      ...fields,
    };
    keepMessage(this.#place, message, false);
    this.#deliver({ message: message as NonNullable<Update['message']> });
    return message.message_id;
  }

  closesTopic(id: number): void {
    const topic = this.#place.topics.get(id);
    if (topic) topic.closed = true;
  }

  /** From then on sending there is refused with "message thread not found". */
  deletesTopic(id: number): void {
    this.#place.topics.delete(id);
  }

  /** Takes a message away without telling the bot, as Telegram does not tell either. */
  deletes(messageId: number): void {
    this.#place.messages.delete(messageId);
  }

  /** Names somebody an administrator of this chat. */
  admin(user: User): void {
    this.#place.admins.add(user.id);
  }

  /** Everything that stands in the chat, raw. */
  messages(): Message[] {
    return [...this.#place.messages.values()].map((one) => one.message);
  }

  /** What the bot has sent, as it stands after edits and deletions. */
  shown(): ShownMessage[] {
    return [...this.#place.messages.values()].filter((one) => one.byBot).map((one) => shownOf(this.#world, one));
  }

  /** Waits for the next `count` messages of the bot that no earlier call of this has given. */
  async next(count = 1, ms = 5000): Promise<ShownMessage[]> {
    const fresh = (): ShownMessage[] => this.shown().filter((one) => one.id > this.#read);
    const story = (): string => `Chat ${this.id} shows ${JSON.stringify(this.shown().map((one) => one.text))}.`;
    await this.#world.changes.until(() => fresh().length >= count, ms, story);
    const given = fresh().slice(0, count);
    this.#read = given.at(-1)?.id ?? this.#read;
    return given;
  }

  /** What the bot reacts with to a message of a person. */
  reactions(messageId: number): string[] {
    return this.#stored(messageId).reactions;
  }

  #stored(messageId: number) {
    const stored = this.#place.messages.get(messageId);
    if (!stored) throw new Error(`chat ${this.id} has no message ${messageId}`);
    return stored;
  }

  #person(): User {
    const user = this.#world.users.get(this.id);
    if (!user) throw new Error('only the person of a private chat blocks the bot');
    return user;
  }

  #deliver(update: Omit<Update, 'update_id'>): void {
    this.#world.updates.add(update);
    this.#world.changes.tell();
  }

  #standing(user: User, next: BotStanding): void {
    const bot = botUser(this.#world);
    const before = memberOf(bot, this.#place.standing);
    this.#place.standing = next;
    this.#deliver({
      my_chat_member: {
        chat: this.chat,
        from: user,
        date: unixTime(this.#world),
        old_chat_member: before,
        new_chat_member: memberOf(bot, next),
      },
    });
  }

  /** Privacy mode: in a group a bot that is no admin sees commands, mentions, replies to it, and no chatter. */
  #seen(message: Message): boolean {
    const { standing, chat } = this.#place;
    if (standing === 'kicked' || standing === 'left' || standing === 'blocked') return false;
    const all = chat.type === 'private' || chat.type === 'channel' || standing === 'administrator';
    if (all || this.#world.me.can_read_all_group_messages) return true;
    if (message.reply_to_message?.from?.id === this.#world.me.id) return true;
    const words = message.text ?? message.caption ?? '';
    const marks = message.entities ?? message.caption_entities ?? [];
    const mine = `@${this.#world.me.username}`.toLowerCase();
    return marks.some((one) => {
      const word = words.slice(one.offset, one.offset + one.length).toLowerCase();
      if (one.type === 'mention') return word === mine;
      return one.type === 'bot_command' && one.offset === 0 && (!word.includes('@') || word.endsWith(mine));
    });
  }
}

function memberOf(user: User, standing: BotStanding): ChatMember {
  if (standing === 'administrator') return administrator(user);
  if (standing === 'kicked' || standing === 'blocked') return { status: 'kicked', user, until_date: 0 };
  return { status: standing, user };
}
