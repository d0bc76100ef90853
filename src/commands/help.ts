// /help: what the speaker may use here.

import { type Command, EVERYBODY, mayUse } from './command.js';

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
