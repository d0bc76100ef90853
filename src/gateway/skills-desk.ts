// The shelf of skills as a chat sees it: what its scope may use, without what its policy and its admins took away.

import type { SkillsDesk, SkillsPlace } from '../commands/skills-desk.js';
import { commandNames } from '../commands/table.js';
import type { ChatRef, Scope, SkillCard, SkillLibrary, SkillSet, SkillView } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import type { Folders } from '../memory/folders.js';
import type { ChatPolicy } from './policy.js';
import { skillsOff, switchSkill } from './skill-switches.js';

export interface SkillsDeskParts {
  db: Db;
  clock: { now(): number };
  library: SkillLibrary;
  folders: Pick<Folders, 'canonical'>;
  policyOf(event: { chat: ChatRef; place: 'direct' | 'group'; inside: string[] }): ChatPolicy;
}

export interface ChatSkills extends SkillsDesk {
  /** For a turn in that chat. */
  of(scope: Scope, policy: Pick<ChatPolicy, 'skills'>): SkillSet;
  /** The skill that a command of that name begins there. */
  behind(command: string, scope: Scope, policy: Pick<ChatPolicy, 'skills'>): SkillCard | undefined;
}

export function openSkillsDesk(parts: SkillsDeskParts): ChatSkills {
  const { db, clock, library, folders, policyOf } = parts;

  function viewOf(scope: Scope, { skills: allow }: Pick<ChatPolicy, 'skills'>): SkillView {
    const here = folders.canonical(scope);
    return { scope: here, allow, off: skillsOff(db, here) };
  }
  const seen = ({ scope, chat, place, inside }: SkillsPlace) =>
    viewOf(scope, policyOf({ chat, place, inside: [...inside] }));

  return {
    of: (scope, policy) => library.of(viewOf(scope, policy)),
    list: (context) => library.list(seen(context)),
    usable: (context) => new Map(library.of(seen(context)).usable.map((card) => [card.name, card])),
    behind(command, scope, policy) {
      const wanted = command.toLowerCase().replaceAll('-', '_');
      // Most commands are ours, and the disk need not be looked at for them.
      if (commandNames().has(wanted)) return undefined;
      return library.of(viewOf(scope, policy)).usable.find((card) => card.command === wanted);
    },
    turn({ scope, who }, skill, on) {
      switchSkill(db, { scope: folders.canonical(scope), skill, on }, { by: who.account, now: clock.now() });
    },
  };
}
