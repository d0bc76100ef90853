// Commands about the bot: /status, /whoami.

import type { Principal, Scope } from '../contracts/index.js';
import { asWords } from '../text/as-data.js';
import { type Command, EVERYBODY } from './command.js';

export const statusCommand: Command = {
  name: 'status',
  summary: 'How I am, and what this chat has used',
  roles: EVERYBODY,
  atOnce: true,
  async run(context, services) {
    const lines = await services.status(context);
    return { text: lines.map(({ label, value }) => `${label}: ${value}`).join('\n') };
  },
};

export const whoamiCommand: Command = {
  name: 'whoami',
  summary: 'Who I take you for, and what this chat can see',
  roles: EVERYBODY,
  atOnce: true,
  async run({ who, scope }) {
    return { text: `You are ${asWords(who.name)} (${who.role}), account ${who.account}.\n${sees(who, scope)}` };
  },
};

function sees(who: Principal, scope: Scope): string {
  if (scope.kind === 'main') return 'This is our private chat: here I see all of your memory and the shared files.';
  if (scope.kind === 'person')
    return 'This is a private chat: here I see what you told me in private, and the shared files.';
  const owner = who.role === 'owner' ? ' That holds for you too: your private memory stays out of here.' : '';
  return `This is a group: here I see this group's own memory and the shared files, nothing else.${owner}`;
}
