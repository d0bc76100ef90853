// What a slash command is, and who may use which.

import type { ToolDecision } from '../agent/tools/policy.js';
import type {
  Budgets,
  Button,
  ChatRef,
  DreamDesk,
  JobDesk,
  Manifest,
  MemoryView,
  OutboundMessage,
  Principal,
  QueueMode,
  Role,
  Scope,
  SessionKey,
} from '../contracts/index.js';
import type { SessionRow } from '../sessions/rows.js';
import type { AccessDesk } from './access-desk.js';
import type { ForgetDesk } from './forget-desk.js';
import type { PrivacyDesk } from './privacy-desk.js';
import type { SchedulesDesk } from './schedules-desk.js';
import type { SkillsDesk } from './skills-desk.js';
import type { UsageDesk } from './usage-desk.js';

/** Where and by whom a command was typed. A command has the scope of its chat, whoever types it. */
export interface CommandContext {
  who: Principal;
  scope: Scope;
  session: SessionKey;
  chat: ChatRef;
  place: 'direct' | 'group';
  /** As in InboundBase. */
  inside: readonly string[];
  /** What the group calls itself, in a thread too. */
  title?: string;
  memory: MemoryView;
  now: number;
  /** Everything behind the name, trimmed. */
  args: string;
  /** As in InboundCommand. */
  toAnybody?: true;
  /** Its place among all events: what came later is not meant by it. */
  row: number;
  /** Names this command for the ledger: a repeat after a crash writes nothing twice. */
  call: string;
}

/** What commands need from the house, handed in so that they stay free of tables and processes. */
export interface CommandServices {
  /** Who may speak, and where. */
  access: AccessDesk;
  /** What happens at a time. */
  schedules: SchedulesDesk;
  /** Whether the session has a conversation that /new would end. */
  isOpen(session: SessionKey): boolean;
  /** What ends it: what it holds is written down behind the reply, and the next message begins another. */
  startOver(session: SessionKey): Required<Pick<CommandReply, 'also' | 'after'>>;
  /** Asks the oldest turn that came before `row` and has not ended to end; with `mine` the oldest that this person began. */
  stopTurn(session: SessionKey, row: number, mine?: Principal): Promise<boolean>;
  /** What was set in a chat. */
  choices: ChoicesDesk;
  /** Why the bot kept silent, newest first: in this chat, or for the owner in private anywhere. */
  silences(context: CommandContext): SilenceNote[];
  /** What is worth knowing about this chat; for the owner in private, about the house too. */
  status(context: CommandContext): Promise<StatusLine[]>;
  /** How the conversation stands; undefined before its first message. */
  conversation(context: CommandContext): Conversation | undefined;
  /** What the last answer in this chat was made from, whether or not /new came in between. */
  lastRequest(context: CommandContext): Manifest | undefined;
  /**
   * Sums the conversation up, under its lane's fence; resolves to the sentence that tells what came of it, and changes
   * nothing where it could not.
   */
  compact(context: CommandContext, focus: string | undefined): Promise<string>;
  /** What the model has in this chat, and what it has not, of every tool. */
  tools(context: CommandContext): ToolDecision[];
  /** The owner's, as an IANA name: how times are told. */
  readonly timezone: string;
  /** The queue, as its operator sees it. */
  readonly jobs: JobDesk;
  /** Run books, as far as the chat may use them. */
  readonly skills: SkillsDesk;
  /** What the nights make of the logs. */
  readonly dreams: DreamDesk;
  /** What is remembered in a chat, and for how long. */
  readonly privacy: PrivacyDesk;
  /** What makes a text be gone. */
  readonly forgetting: ForgetDesk;
  /** What background work has used today. */
  readonly budgets: Pick<Budgets, 'today'>;
  /** What models were used for. */
  readonly usage: UsageDesk;
}

/** What was cut and written down of a conversation, and the newest request, without any part of another scope. */
export type Conversation = Upkeep & { manifest?: Manifest };

export type Upkeep = Pick<SessionRow, 'compactions' | 'compactedAt' | 'flushedAt' | 'trouble'>;

export interface ChoicesDesk {
  queue(chat: ChatRef): QueueMode;
  /** The id of the model that answers in the chat. */
  model(chat: ChatRef): string;
  /** The ids that can be chosen, the configured one first. */
  readonly models: readonly string[];
  /** The id that is meant by a name; undefined for an unknown one. */
  modelNamed(name: string): string | undefined;
  /** Only inside the transaction that ends the command; undefined goes back to the default. */
  set(chat: ChatRef, name: 'queue' | 'model', value: string | undefined): void;
}

export interface SilenceNote {
  /** The chat in words, where it is another one. Markdown. */
  where?: string;
  why: string;
  name: string;
  at: number;
  count: number;
}

/** What a command answers, and what it changes in the transaction that ends it, under the lane's fence. */
export interface CommandReply {
  /** Markdown. */
  text: string;
  /** For the speaker's eyes alone: it goes to their direct chat where the platform cannot show it to them only. */
  private?: true;
  buttons?: Button[];
  /** Messages to other chats, queued in the same transaction; `key` makes a repeat harmless. */
  others?: { key: string; to: ChatRef; message: OutboundMessage }[];
  also?: () => void;
  /** Behind that transaction. Must not reject, and nothing may rest on it: a process may be killed in between. */
  after?: () => Promise<void>;
}

export interface StatusLine {
  label: string;
  value: string;
}

export interface Command {
  name: string;
  /** Other names for the same thing. */
  aliases?: readonly string[];
  /** Those of them that stand in the platforms' menus too. */
  listed?: readonly string[];
  /** One line for /help and the platforms' menus. */
  summary: string;
  /** What follows the name, if anything does. */
  usage?: string;
  /** In a direct chat with a person that person may use what admins may use in their group. */
  roles: readonly Role[];
  /** Tells of more than the chat's own scope, so that its answer is the speaker's alone. */
  private?: true;
  /** Runs beside the conversation instead of taking its place in it; a script's lines keep their order all the same. */
  atOnce: boolean;
  /** Acts on what is running, so that it can never wait for it, in a script either. */
  interrupts?: true;
  /** Throws NightjarErrors; the caller words them. */
  run(context: CommandContext, services: CommandServices): Promise<CommandReply>;
}

export const EVERYBODY: readonly Role[] = ['owner', 'admin', 'member'];
export const ADMINS: readonly Role[] = ['owner', 'admin'];

/** Whether the speaker may do here what an admin of a group may. Pure. */
export function isAdminHere({ who, scope }: Pick<CommandContext, 'who' | 'scope'>): boolean {
  return ADMINS.includes(who.role) || (who.role === 'member' && scope.kind === 'person');
}

/** A person in their own direct chat may do there what an admin may do in a group. Pure. */
export function mayUse(command: Command, role: Role, scope: Scope): boolean {
  const rank: Role = role === 'member' && scope.kind === 'person' ? 'admin' : role;
  return command.roles.includes(rank) || command.roles.includes(role);
}
