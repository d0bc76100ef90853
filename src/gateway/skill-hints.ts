// Skills in the platforms' menus of commands: those that every chat may use for everybody, the owner's own for the owner.

import type { CommandHint, Scope, SkillCard, SkillLibrary } from '../contracts/index.js';
import { oneLine } from '../text/truncate.js';

/** A scope of which nothing is known: it sees what all see. */
const ANYBODY: Scope = { kind: 'group', channel: 'console', chat: '' };
const SUMMARY = 100;
const USAGE = '[what it is to work on]';

/** Behind the commands of the program: what a platform's limit cuts off is a skill's. */
export function skillHints(library: SkillLibrary): CommandHint[] {
  const open = library.of({ scope: ANYBODY }).usable;
  const known = new Set(open.map(({ name }) => name));
  const own = library.of({ scope: { kind: 'main' } }).usable.filter(({ name }) => !known.has(name));
  return [...open.map((card) => hint(card)), ...own.map((card) => hint(card, true))].flat();
}

/** What the owner alone has says by its name what they do. */
function hint({ command, description }: SkillCard, isOwn = false): CommandHint[] {
  if (command === undefined) return [];
  const whose = isOwn ? ({ for: 'owner', secret: true } as const) : ({ for: 'everybody' } as const);
  return [{ name: command, summary: oneLine(description, SUMMARY), usage: USAGE, ...whose }];
}
