// The border between a chat platform and the core: what an adapter delivers, what it must be able to do.

import type { ZodType } from 'zod';
import type { Clock } from './clock.js';
import type { Log } from './log.js';
import type { AccountId, ChannelId } from './scope.js';

/** One conversation place on a channel. `account` is the bot's own account there, for channels that run several. */
export interface ChatRef {
  channel: ChannelId;
  account: string;
  chat: string;
  thread?: string;
}

/** A file as the platform names it; its bytes are fetched by the adapter when somebody needs them. */
export interface FileRef {
  id: string;
  name: string;
  mime: string;
  bytes: number;
}

/** Somebody else's words inside a message: data, never an instruction. */
export interface Quote {
  kind: 'reply' | 'forward';
  from: string;
  text: string;
}

/** What every inbound event carries. `id` is stable across redelivery within its channel and account: the dedupe key. */
interface InboundBase {
  id: string;
  chat: ChatRef;
  /** Platform facts only; whatever is not certainly a private chat with one person is 'group'. */
  place: 'direct' | 'group';
  from: { account: AccountId; name: string; kind: 'person' | 'bot' | 'chat' };
  /** Milliseconds since the epoch, as the platform stamped it. */
  at: number;
}

/** A message to read. `text` is Markdown; `addressed` is true for a mention, a reply to the bot, or a direct chat. */
export interface InboundMessage extends InboundBase {
  type: 'message';
  text: string;
  addressed: boolean;
  /** Written ahead, as the lines of a script are: it answers what stands before it, seen or not. */
  scripted?: boolean;
  quoted?: Quote[];
  replyTo?: string;
  files: FileRef[];
}

/** A slash command, by text or by the platform's native form; `args` is everything behind the name, trimmed. */
export interface InboundCommand extends InboundBase {
  type: 'command';
  name: string;
  args: string;
  /** As in InboundMessage. */
  scripted?: boolean;
}

/** A pressed button of one of our messages. */
export interface InboundButton extends InboundBase {
  type: 'button';
  button: string;
  message: string;
}

/** A message that its author changed or removed. */
export interface InboundEdit extends InboundBase {
  type: 'edited' | 'deleted';
  message: string;
  text?: string;
}

/** The bot joined or left a chat, or the platform gave the chat a new id. */
export interface InboundMembership extends InboundBase {
  type: 'membership';
  change: 'joined' | 'left' | 'migrated';
  movedTo?: string;
}

export type InboundEvent = InboundMessage | InboundCommand | InboundButton | InboundEdit | InboundMembership;

export interface Button {
  id: string;
  label: string;
}

/** A reply on its way out. `text` is Markdown; the adapter renders it for its platform. */
export interface OutboundMessage {
  text: string;
  replyTo?: string;
  buttons?: Button[];
  /** The fate of an earlier attempt is unknown; the adapter shows the mark "(possibly repeated)". */
  repeated?: boolean;
}

/** Where a sent message stands, for edits and replies. */
export interface SentRef {
  chat: ChatRef;
  message: string;
}

export interface ChannelHealth {
  state: 'up' | 'starting' | 'down';
  /** One plain sentence for people, with the remedy when down. Never a secret, never a raw platform error. */
  detail?: string;
}

export type ChannelAbility = 'edit' | 'typing' | 'files' | 'buttons' | 'threads' | 'commands';

/** What the core lends an adapter. */
export interface ChannelDeps {
  clock: Clock;
  log: Log;
}

export interface CommandHint {
  name: string;
  summary: string;
}

/** Free of any SDK import, so that setup, docs and doctor can list a channel without loading it. */
export interface ChannelManifest<C> {
  id: ChannelId;
  title: string;
  config: ZodType<C>;
  limits: { textUnits: number; unit: 'utf16' | 'codepoint'; fileBytes: number; minEditMs: number };
  can: readonly ChannelAbility[];
  /** One or two sentences for the system prompt: what text looks like here. */
  promptHint: string;
  /** Imports the adapter, and its SDK, when the channel is used. */
  load(): Promise<(config: C, deps: ChannelDeps) => Channel>;
}

/** Four required members. Each optional one says what the core does without it. */
export interface Channel {
  /**
   * Connects and resolves once events may arrive; keeps delivering until `signal` aborts. `deliver` resolves after
   * durable acceptance: only then may an adapter advance its offset. Rejects with a ChannelError when it cannot connect.
   */
  start(deliver: (events: InboundEvent[]) => Promise<void>, signal: AbortSignal): Promise<void>;
  /** One attempt; throws a ChannelError with `retryable` and `retryAfterMs`. The outbox owns retry. */
  send(to: ChatRef, message: OutboundMessage): Promise<SentRef>;
  /** Stops receiving, closes connections. Never throws; may be called twice. */
  stop(): Promise<void>;
  health(): ChannelHealth;
  /** Absent: replies are sent whole, never streamed. */
  edit?(ref: SentRef, message: OutboundMessage): Promise<void>;
  /** Absent: nothing is shown while a turn runs. Best effort, never throws. */
  typing?(to: ChatRef): Promise<void>;
  /** Absent: a person is reached only in a chat they opened. */
  openDirect?(account: AccountId): Promise<ChatRef>;
  /** Absent: commands work as text only. */
  publishCommands?(commands: CommandHint[]): Promise<void>;
}
