// The words of these runs: scopes with their chats, and who speaks in them. Types, and where the files of a scope lie.

import type { Scope } from '../../../src/contracts/index.js';
import { folderName } from '../../../src/memory/folder-name.js';
import { canRead } from '../../../src/memory/visibility.js';

/** In private there is only one who speaks, whoever is named here. */
export type Speaker = 'owner' | 'mallory' | 'member';

export interface Extra {
  /** Not meant for the bot. */
  aside?: boolean;
  /** The id of a message that it answers. */
  replyTo?: string;
  /** It is passed on: words that somebody else is said to have written. */
  forwarded?: boolean;
  file?: { name: string; text: string };
}

/** A chat, or a part of one that has a conversation of its own. */
export interface Spot {
  /** Undefined where nobody can say such a thing. */
  says(speaker: Speaker, text: string, extra?: Extra): string | undefined;
  edits?(speaker: Speaker, id: string, text: string): void;
  /** A command in the platform's own form where it has one. */
  runs?(speaker: Speaker, name: string, input: string): void;
  /** The group gets another name. */
  retitles?(title: string): void;
  /** Mallory is called something else from now on. */
  renames?(name: string): void;
  /** Presses what stands below a message of another chat. */
  forges?(button: string): void;
  /** Gets another id. */
  moves?(): void;
  /** Everything that the bot shows here: texts, names and texts of files. */
  shown(): string;
  /** Buttons that anybody in this chat could see. */
  buttons?(): string[];
}

export interface Den {
  nr: number;
  name: string;
  scope: Scope;
  spots: Spot[];
  /** Whether a turn of the model can be begun here; else there are commands, or only words that are overheard. */
  turns: boolean;
  /** Names by which others might try to reach it. */
  addresses: string[];
}

export const isForbidden = (reader: Den, source: Den): boolean => !canRead(reader.scope, source.scope);

/** Below the workspace and below media, with `/` at its end; '' for main. */
export function folderOf({ scope }: Pick<Den, 'scope'>): string {
  return scope.kind === 'main' ? '' : `${folderName(scope)}/`;
}

export function pick<T>(list: readonly T[], random: () => number): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}
