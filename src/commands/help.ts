// /help: what the speaker may use here.

import type { Role, Scope } from '../contracts/index.js';
import type { Command } from './command.js';
import { EVERYBODY } from './command.js';

/** Made from the table, so that it is never out of date. */
export function helpCommand(all: () => readonly Command[]): Command {
  return {
    name: 'help',
    aliases: ['start'],
    summary: 'What I can do',
    roles: EVERYBODY,
    atOnce: true,
    async run({ who, scope }) {
      const lines = all()
        .filter((command) => mayUse(command, who.role, scope))
        .map((command) => {
          const names = [command.name, ...(command.aliases ?? [])].map((name) => `/${name}`).join(', ');
          return `${names}${command.usage ? ` ${command.usage}` : ''}: ${command.summary}`;
        });
      return { text: `Write to me as you would to a person. I also know:\n${lines.join('\n')}` };
    },
  };
}

/** A person in their own direct chat may do there what an admin may do in a group. Pure. */
export function mayUse(command: Command, role: Role, scope: Scope): boolean {
  const rank: Role = role === 'member' && scope.kind === 'person' ? 'admin' : role;
  return command.roles.includes(rank) || command.roles.includes(role);
}
