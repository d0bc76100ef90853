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
  /** The platform's handle, enough for `Channel.fetch` after a restart. */
  id: string;
  /** Somebody's words: data, and never a path before it was sanitised. */
  name: string;
  mime: string;
  /** As the platform says; 0 where it does not. */
  bytes: number;
  kind: 'image' | 'voice' | 'file';
  /** It came with words that are quoted or forwarded: what is in it is not its sender's own. */
  passed?: true;
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
  /** Larger places that this chat stands in, nearest first: the channel of a private thread, the server of a channel. */
  inside?: string[];
  /** What the chat calls itself: somebody's words, so data. */
  title?: string;
  /** Where `title` names a thread alone: what the chat calls itself that the thread belongs to, '' where it is not known. */
  chatTitle?: string;
  from: { account: AccountId; name: string; kind: 'person' | 'bot' | 'chat' };
  /** Milliseconds since the epoch, as the platform stamped it. */
  at: number;
  /** Opaque: lets a reply answer this very event where the platform wants that, as an interaction of Discord. */
  interaction?: string;
}

/** A message to read. `text` is Markdown; `addressed` is true for a mention, a reply to the bot, or a direct chat. */
export interface InboundMessage extends InboundBase {
  type: 'message';
  /** The platform's id of the message in its chat: for replies, edits and reactions. */
  message: string;
  text: string;
  addressed: boolean;
  /** Written ahead, as the lines of a script are: it answers what stands before it, seen or not. */
  scripted?: boolean;
  /** It stands for a skill's command, and is heard where commands are. Adapters leave it out. */
  command?: true;
  /** Messages with the same mark were sent as one, as the pictures of an album. */
  album?: string;
  quoted?: Quote[];
  replyTo?: string;
  files: FileRef[];
}

/** A slash command, by text or by the platform's native form; `args` is everything behind the name, trimmed. */
export interface InboundCommand extends InboundBase {
  type: 'command';
  name: string;
  args: string;
  /** Absent where a command is no message, as a native one of Discord. */
  message?: string;
  /** Typed in a group without naming a bot: where several listen, it may be another's. */
  toAnybody?: true;
  /** As in InboundMessage. */
  scripted?: boolean;
}

/** A pressed button of one of our messages. The adapter has told the platform already that the press arrived. */
export interface InboundButton extends InboundBase {
  type: 'button';
  /** `Button.id`, as it was sent. */
  button: string;
  message: string;
}

/** A message that its author changed or removed; `text` as in InboundMessage. */
export interface InboundEdit extends InboundBase {
  type: 'edited' | 'deleted';
  message: string;
  text?: string;
}

/** The bot joined or left a chat, or the platform gave the chat a new id. `from` is who did it. */
export interface InboundMembership extends InboundBase {
  type: 'membership';
  change: 'joined' | 'left' | 'migrated';
  movedTo?: string;
}

export type InboundEvent = InboundMessage | InboundCommand | InboundButton | InboundEdit | InboundMembership;

export interface Button {
  /** At most 64 bytes of UTF-8. */
  id: string;
  label: string;
}

/** A file on its way out. */
export interface OutboundFile {
  /** Absolute when an adapter gets it. */
  path: string;
  name: string;
  mime: string;
}

/** A reply on its way out. `text` is Markdown; the adapter renders and cuts it for its platform. */
export interface OutboundMessage {
  text: string;
  /** The message it answers. Sent without where that is gone. */
  replyTo?: string;
  /** Below the last part. */
  buttons?: Button[];
  /** Behind the text; `text` is the caption where it fits. */
  files?: OutboundFile[];
  /** As in InboundBase, of the event that is answered. */
  interaction?: string;
  /** For the eyes of this account alone: where the interaction cannot show it to them only, it goes to their direct chat. */
  private?: AccountId;
  /** To somebody whom nobody vouched for: that it could not be shown is told to nobody, there or elsewhere. */
  quiet?: true;
  /** The fate of an earlier attempt is unknown; the adapter shows the mark "(possibly repeated)". */
  repeated?: boolean;
}

/** Which piece of a message is sent, and what is known of earlier attempts. */
export interface Attempt {
  /** Below `Channel.parts`. */
  part: number;
  /** The same for every attempt of this part and no other: at most 25 letters and digits. */
  key: string;
  /** When the attempt began whose fate is unknown; a channel that can look its messages up does so instead of the mark. */
  uncertainSince?: number;
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
  /** What works and could work better, one sentence each with its remedy. */
  hints?: string[];
}

export type ChannelAbility = 'edit' | 'typing' | 'files' | 'buttons' | 'threads' | 'commands';

/** A few small durable values of one channel, such as an offset or a digest. */
export interface ChannelStore {
  get(name: string): string | undefined;
  set(name: string, value: string): Promise<void>;
}

/** What the core lends an adapter. */
export interface ChannelDeps {
  clock: Clock;
  log: Log;
  store: ChannelStore;
}

/** A command as a platform's menu shows it. */
export interface CommandHint {
  name: string;
  summary: string;
  /** What follows the name, if anything does. */
  usage?: string;
  /** Its answer is for the eyes of whoever typed it. */
  private?: boolean;
  /** Who can use it: everybody; in a direct chat everybody and in a group its admins; or the owner alone. */
  for: 'everybody' | 'direct' | 'owner';
  /** Its very name is the owner's own: a menu that others see as well leaves it out. */
  secret?: boolean;
}

export type Respond = 'mentioned' | 'always' | 'commands' | 'never';

/** What becomes of a message that arrives while its author's last one is being answered. */
export type QueueMode = 'collect' | 'steer' | 'interrupt';

/** What is configured for a group, or for one topic or thread of it; what is absent comes from the wider place. */
export interface GroupSettings {
  respond?: Respond | undefined;
  persona?: string | undefined;
  skills?: string[] | undefined;
  tools?: string[] | undefined;
  context?: number | undefined;
  streaming?: boolean | undefined;
  ack?: string | undefined;
}

/** What every channel with chats of its own is configured with, beside how it connects. */
export interface ChatSettings {
  dm: 'pairing' | 'allowlist' | 'off';
  streaming: boolean;
  ack?: string | undefined;
  groups: Record<string, GroupSettings>;
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
  /** Imports what asks the platform whether it would have us. Absent: doctor says of the channel what a start left. */
  loadProbe?(): Promise<ChannelProbe<C>>;
}

/**
 * Asks the platform whether token and settings would do, without connecting: nothing is received or shown by it. Ends within
 * some seconds. Rejects with a ChannelError that names the remedy.
 */
export type ChannelProbe<C> = (config: C, deps: { clock: Clock }) => Promise<ProbeAnswer>;

export interface ProbeAnswer {
  /** One sentence: as whom the platform knows the bot. */
  says: string;
  /** What works and could work better, one sentence each with its remedy. */
  hints: string[];
}

/**
 * Resolves when the events are on disk: only then may an adapter advance its offset. `mark` is stored with them, in the
 * same transaction, for ChannelStore.get. Rejects when nothing of the batch was accepted; the adapter delivers it again.
 */
export type Deliver = (events: InboundEvent[], mark?: { name: string; value: string }) => Promise<void>;

/** Four required members. Each optional one says what the core does without it. */
export interface Channel {
  /**
   * Connects and resolves once events may arrive; keeps delivering, and comes back by itself after trouble, until `signal`
   * aborts; what is being answered then is still fetched and sent, until `stop`. Rejects with a ChannelError when it cannot
   * connect and no retry can help, as with a wrong token.
   */
  start(deliver: Deliver, signal: AbortSignal): Promise<void>;
  /**
   * One attempt at one part (the first without `attempt`); throws a ChannelError with `retryable` and `retryAfterMs`, of
   * kind 'network' when the message may stand there all the same. The outbox owns retry.
   */
  send(to: ChatRef, message: OutboundMessage, attempt?: Attempt): Promise<SentRef>;
  /** Stops receiving, closes connections. Never throws; may be called twice. */
  stop(): Promise<void>;
  health(): ChannelHealth;
  /** Into how many messages this one is cut, the same at every call. Absent: one. */
  parts?(message: OutboundMessage): number;
  /** Shows part 0 of `message` in place of what stands there. Absent: replies are sent whole, never streamed. */
  edit?(ref: SentRef, message: OutboundMessage): Promise<void>;
  /** Absent: nothing is shown while a turn runs. Best effort, never throws. */
  typing?(to: ChatRef): Promise<void>;
  /** Absent: files are named to the model and not read. Throws a ChannelError, which says so of one that is `tooLarge`. */
  fetch?(file: FileRef, signal: AbortSignal): Promise<Uint8Array>;
  /** Absent: nothing is shown. Best effort, never throws. */
  react?(ref: SentRef, emoji: string): Promise<void>;
  /** The direct chat with an account. Absent: a person is reached only in a chat they opened. */
  openDirect?(account: AccountId): Promise<ChatRef>;
  /** Leaves a group. Absent: somebody has to remove the bot by hand. */
  leave?(chat: ChatRef): Promise<void>;
  /** Best effort, never throws; an unchanged list writes nothing. Absent: commands work as text only. */
  publishCommands?(commands: CommandHint[], owners: readonly AccountId[]): Promise<void>;
}
