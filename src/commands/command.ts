// What a slash command is. Types only.

import type { MemoryView, Principal, Role, Scope, SessionKey } from '../contracts/index.js';

/** Where and by whom a command was typed. A command has the scope of its chat, whoever types it. */
export interface CommandContext {
  who: Principal;
  scope: Scope;
  session: SessionKey;
  memory: MemoryView;
  /** Everything behind the name, trimmed. */
  args: string;
  /** Names this command for the ledger: a repeat after a crash writes nothing twice. */
  call: string;
}

/** What commands need from the house, handed in so that they stay free of tables and processes. */
export interface CommandServices {
  /** Ends the session's conversation; the next message begins another. False when none was open. */
  startOver(session: SessionKey): Promise<boolean>;
  /** Asks the turn that runs or waits to end. `mine` limits it to turns that this person began. */
  stopTurn(session: SessionKey, mine?: Principal): Promise<boolean>;
  /** What is worth knowing about this chat; for the owner in private, about the house too. */
  status(context: CommandContext): Promise<StatusLine[]>;
}

export interface StatusLine {
  label: string;
  value: string;
}

export interface Command {
  name: string;
  /** Other names for the same thing. */
  aliases?: readonly string[];
  /** One line for /help and the platforms' menus. */
  summary: string;
  /** What follows the name, if anything does. */
  usage?: string;
  /** In a direct chat with a person that person may use what admins may use in their group. */
  roles: readonly Role[];
  /** Runs beside the conversation instead of taking its place in it. */
  atOnce: boolean;
  /** The reply, Markdown. Throws NightjarErrors; the caller words them. */
  run(context: CommandContext, services: CommandServices): Promise<string>;
}

export const EVERYBODY: readonly Role[] = ['owner', 'admin', 'member'];
export const ADMINS: readonly Role[] = ['owner', 'admin'];
