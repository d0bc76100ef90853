// The entries of a session's transcript: one JSON object a line, appended and never changed, but for what is forgotten.

import type { Quote } from './channel.js';
import type { Usage } from './model.js';
import type { AccountId, Role } from './scope.js';

/** A file that came with a message: data, its name too. */
export interface EntryFile {
  kind: 'image' | 'voice' | 'file';
  name: string;
  mime: string;
  /** Where it is kept, relative to the home. */
  path?: string;
  /** What is said or written in it, where that can be told. */
  said?: string;
  /** It belongs to what is quoted or forwarded. */
  passed?: true;
  /** Why it is not here, one phrase. */
  missing?: string;
}

export type EntryBody =
  /** The first line of a file. */
  | { type: 'session'; session: string; key: string; version: 1 }
  /** A process took the lane; what an earlier holder still writes carries a lower fence and is dropped by readers. */
  | { type: 'holder'; process: string }
  | {
      type: 'user';
      text: string;
      from: { account: AccountId; name: string; role: Role };
      /** The inbound event it came from. */
      message: string;
      quoted?: Quote[];
      /** What was said around it and not to the bot, oldest first. Earlier versions wrote no `account`. */
      around?: { from: string; text: string; account?: AccountId }[];
      files?: EntryFile[];
      /** It comes from another session, named here, and is data. */
      via?: string;
    }
  /** What the assistant said; `final` ends the turn. `stopped` marks a turn that somebody ended early. */
  | { type: 'assistant'; text: string; model: string; final: boolean; stopped?: boolean; usage?: Usage }
  | { type: 'tool_call'; call: string; name: string; args: string }
  | { type: 'tool_result'; call: string; name: string; text: string; details?: unknown; error?: boolean }
  | { type: 'thinking'; text: string }
  | { type: 'skill'; name: string; path: string }
  /**
   * What stands before the entry `firstKept` is replaced by `summary` (Markdown; '' where it was only left out), but for the
   * messages of people that belong to the turn of that entry. `tokens`: of the whole history before and after, by estimate.
   */
  | { type: 'compaction'; summary: string; firstKept: string; tokens?: { before: number; after: number } }
  /** A message that its author changed (`text`) or deleted (no `text`). */
  | { type: 'edit'; target: string; text?: string }
  /** Another model than the configured one answers. */
  | { type: 'model'; using: string; configured: string };

export interface EntryStamp {
  id: string;
  at: number;
  fence: number;
  /** The turn it belongs to; absent on `session` and `holder`. */
  turn?: string;
  /** Words of it were forgotten, all or some: a mark stands in their place. */
  forgotten?: 'whole' | 'part';
}

export type Entry = EntryStamp & EntryBody;
export type EntryOf<T extends EntryBody['type']> = EntryStamp & Extract<EntryBody, { type: T }>;
