// What commands need from the shelf of skills. Types only.

import type { ChatRef, ListedSkill, Principal, Scope, SkillCard } from '../contracts/index.js';

/** Where and by whom it is asked. */
export interface SkillsPlace {
  who: Principal;
  scope: Scope;
  chat: ChatRef;
  place: 'direct' | 'group';
  inside: readonly string[];
}

export interface SkillsDesk {
  /** Every skill that the chat's scope may know of, usable or not. */
  list(at: SkillsPlace): ListedSkill[];
  /** Those that people can use in the chat, by name. */
  usable(at: SkillsPlace): ReadonlyMap<string, SkillCard>;
  /** Switches one off for the chat's scope, or back on; inside the transaction that ends the command. */
  turn(at: SkillsPlace, name: string, on: boolean): void;
}
