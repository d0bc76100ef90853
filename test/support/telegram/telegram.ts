// What a test holds in its hands: the options of the stand-in of Telegram, and everything that can be done with it.

import type { BotCommand, Update, User, UserFromGetMe } from 'grammy/types';
import type { Truthy } from './changes.js';
import type { TestChat } from './chat.js';
import type { Fault } from './faults.js';
import type { Call } from './http.js';
import type { SayOptions } from './saying.js';
import type { AnsweredCallback } from './world.js';

export interface TelegramOptions {
  token?: string;
  /** Fields of getMe, beside or instead of the usual ones. By default the bot reads all messages of a group. */
  me?: Partial<UserFromGetMe>;
  /** Refuses with 429 who is faster than Telegram allows. */
  floodLimits?: boolean;
  /** Milliseconds since the epoch, for dates and flood limits. */
  now?: () => number;
}

export interface Telegram {
  readonly apiRoot: string;
  readonly token: string;
  /** What getMe answers; changes count at once. */
  readonly me: UserFromGetMe;
  user(user: { id: number; name: string; lastName?: string; username?: string; isBot?: boolean }): User;
  /** The private chat of a person who has started the bot. Without it the bot cannot write to them. */
  private(user: User): TestChat;
  /** A group that the bot is in, unless `bot` says 'left'. A forum is a supergroup. */
  group(group: {
    id: number;
    title: string;
    type?: 'group' | 'supergroup';
    forum?: boolean;
    directMessages?: boolean;
    username?: string;
    bot?: 'member' | 'administrator' | 'left';
  }): TestChat;
  /** A channel where the bot is an administrator. */
  channel(channel: { id: number; title: string; username?: string }): TestChat;
  /** Opens a topic of a forum, or of a private chat when the bot has topics. Its id is the thread id. */
  topic(chat: TestChat, topic: { id: number; name: string }, by?: User): void;
  channelPost(channel: TestChat, text: string, options?: SayOptions): number;
  /** Delivers any update as it stands; returns its id. */
  update(update: Omit<Update, 'update_id'> & { update_id?: number }): number;
  /** Every call so far, in order of arrival; `download` is the fetching of a file. */
  calls(method?: string): Call[];
  /** Resolves with the first truthy value of `check`, which is asked again whenever something happened. */
  waitFor<T>(check: () => T, ms?: number): Promise<Truthy<T>>;
  /** The first update id that is not confirmed. */
  readonly offset: number;
  /** Updates that are not confirmed. */
  readonly pending: readonly Update[];
  readonly allowedUpdates: readonly string[];
  readonly answeredCallbacks: readonly AnsweredCallback[];
  /** The menu of a scope, and undefined where none was set. */
  commands(scope?: Record<string, unknown>, language?: string): BotCommand[] | undefined;
  /** The next `times` calls of `method` ('*', 'download') for which `when` holds go wrong. */
  fail(method: string, times: number, fault: Fault, when?: (params: Record<string, unknown>) => boolean): void;
  /** Forgets the faults that are left. */
  heal(): void;
  pausePolls(): void;
  resumePolls(): void;
  setWebhook(url: string): void;
  /** File links given out so far stop working. */
  expireFiles(): void;
  /** The token is wrong from now on, or right again. */
  revoke(): void;
  restore(): void;
  /** Nobody listens on the port; the world stays. */
  down(): Promise<void>;
  up(): Promise<void>;
  stop(): Promise<void>;
}
