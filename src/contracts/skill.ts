// A skill as a turn, people and the command line see it: a folder with a SKILL.md that is read on demand. Types only.

import type { Scope } from './scope.js';

/** Where a skill was found, from the farthest to the nearest: of one name the nearest wins. */
export type SkillSource = 'extra' | 'bundled' | 'managed' | 'personal' | 'project' | 'workspace';

export type SkillState =
  | 'ready' // the model is shown it
  | 'manual' // for people alone, by its command: the model is not shown it
  | 'off' // by the configuration, or switched off in the chat
  | 'not-allowed' // an allow-list does not name it
  | 'unmet' // it requires what is not there
  | 'unsupported' // it requires what this program does not have
  | 'shadowed' // a nearer one has its name
  | 'refused' // a link leads out of its root, or more than one name leads to its bytes
  | 'invalid'; // cannot be read as a skill, or is too large

/** One skill that was found, usable or not: nothing that looks like one is left out. */
export interface ListedSkill {
  name: string;
  source: SkillSource;
  /** Of its SKILL.md on this disk. */
  path: string;
  state: SkillState;
  /** One sentence: why it is in that state, or what was read leniently. */
  reason?: string;
  description?: string;
}

/** A skill that can be used here. */
export interface SkillCard {
  name: string;
  description: string;
  source: SkillSource;
  /** `skill:NAME/SKILL.md`. */
  location: string;
  /** What the slash command is called that begins it; absent: it has none. */
  command?: string;
  /** It runs apart from the conversation. */
  apart: boolean;
  /** Names of our tools that it declares; absent: it declares none. */
  tools?: readonly string[];
}

/** Lines of a skill's file; they count from 1, both ends inside. */
export interface SkillPage {
  /** As the model names it: `skill:NAME/…`. */
  path: string;
  text: string;
  from: number;
  to: number;
  /** Of the whole file. */
  lines: number;
}

/** The skills of one turn: what its scope and its chat may use, as of its beginning. */
export interface SkillSet {
  /** What the model is shown, nearest first. */
  readonly shown: readonly SkillCard[];
  /** With those for people alone. */
  readonly usable: readonly SkillCard[];
  /** Among the usable. */
  find(name: string): SkillCard | undefined;
  /**
   * Whole lines of a file below a skill's folder, at most so many characters of them unless one line alone is longer. Throws a
   * ToolError in the same words for what is missing, forbidden, a link, or no text.
   */
  read(location: string, range: { from: number; lines: number; characters: number }): Promise<SkillPage>;
  /** Locations of the files below a skill's folder, sorted, at most 200. The same ToolError. */
  files(name: string): Promise<string[]>;
}

/** Whose eyes look at the skills, and what their chat narrows. */
export interface SkillView {
  scope: Scope;
  /** What the chat is confined to; absent: all. */
  allow?: readonly string[] | undefined;
  /** Switched off there. */
  off?: ReadonlySet<string> | undefined;
}

/** Every skill of the house. Looks at the disk each time, and reads only what changed. Never throws for what is found there. */
export interface SkillLibrary {
  list(view: SkillView): ListedSkill[];
  of(view: SkillView): SkillSet;
}
