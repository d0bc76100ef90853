// What the Discord stand-in remembers, and the few numbers of the platform it needs by name. Data only.

export const CHANNEL_TYPE = {
  text: 0,
  dm: 1,
  groupDm: 3,
  publicThread: 11,
  privateThread: 12,
  forum: 15,
} as const;

export const MESSAGE_TYPE = { plain: 0, reply: 19, command: 20 } as const;

export const FLAG = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
} as const;

export const INTENT = {
  guilds: 1 << 0,
  members: 1 << 1,
  presences: 1 << 8,
  guildMessages: 1 << 9,
  directMessages: 1 << 12,
  messageContent: 1 << 15,
} as const;

/** The bits of permissions the stand-in looks at. */
export const PERMISSION = {
  AddReactions: 1n << 6n,
  ViewChannel: 1n << 10n,
  SendMessages: 1n << 11n,
  ManageMessages: 1n << 13n,
  EmbedLinks: 1n << 14n,
  AttachFiles: 1n << 15n,
  ReadMessageHistory: 1n << 16n,
  UseApplicationCommands: 1n << 31n,
  CreatePublicThreads: 1n << 35n,
  SendMessagesInThreads: 1n << 38n,
} as const;

export type PermissionName = keyof typeof PERMISSION;

export interface StoredUser {
  id: string;
  name: string;
  bot: boolean;
  /** Takes no direct messages of the bot. */
  blocks: boolean;
}

export interface StoredGuild {
  id: string;
  name: string;
  ownerId: string;
  /** Whether the bot is a member. */
  joined: boolean;
  joinedAt: number;
  members: Set<string>;
  /** Who added the bot, as the audit log tells it. */
  addedBy?: string;
  /** An outage: the guild is still the bot's, and says nothing. */
  dark: boolean;
}

export interface StoredThread {
  ownerId: string;
  archived: boolean;
  locked: boolean;
  /** Whether the bot is a member of the thread: without it a private one is not there at all. */
  botJoined: boolean;
  createdAt: number;
}

export interface StoredChannel {
  id: string;
  type: number;
  name: string;
  guildId?: string;
  parentId?: string;
  /** Of direct chats: everybody in it. */
  recipients: string[];
  /** What the bot may not do here. */
  denied: Set<PermissionName>;
  thread?: StoredThread;
  deleted: boolean;
  /** Oldest first; ephemeral and deleted ones too. */
  messages: StoredMessage[];
}

export interface StoredFile {
  id: string;
  name: string;
  mime: string;
  bytes: Uint8Array;
  description?: string;
  /** Of a voice message. */
  seconds?: number;
}

export interface StoredMessage {
  id: string;
  channelId: string;
  authorId: string;
  type: number;
  content: string;
  at: number;
  editedAt?: number;
  files: StoredFile[];
  embeds: unknown[];
  components: unknown[];
  stickers: { id: string; name: string; format_type: number }[];
  reference?: { type: number; message_id: string; channel_id: string; guild_id?: string };
  /** Forwarded messages, as the platform shows them. */
  snapshots?: unknown[];
  flags: number;
  nonce?: string | number;
  webhookId?: string;
  /** Whom the message calls: user ids, and 'everyone'. */
  pings: string[];
  allowedMentions?: unknown;
  reactions: { emoji: string; userId: string }[];
  /** Set where one person alone sees the message. */
  ephemeralFor?: string;
  interaction?: { id: string; type: number; userId: string; name?: string };
  deleted: boolean;
}

export interface GatewayEvent {
  t: string;
  d: Record<string, unknown>;
  /** A session without one of these intents does not hear of it; 0 is heard by all. */
  intent: number;
  /** What a session without the intent for message content gets instead. */
  redacted?: Record<string, unknown>;
}
