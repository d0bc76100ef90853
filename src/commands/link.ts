// /link and /unlink: one person with several accounts. The code is given out in private, typed by the other account, and
// confirmed by whoever gave it out; nothing is linked on the word of one side.

import { asData } from '../text/as-data.js';
import type { AccessDesk, LinkQuestion } from './access-desk.js';
import { type Command, type CommandReply, EVERYBODY } from './command.js';
import { named } from './pair.js';

const IN_PRIVATE = 'That works in our private chat only.';
const TERMINAL = 'console:';

export const linkCommand: Command = {
  name: 'link',
  summary: 'Add another account of yours, so that I know you there too',
  usage: '[CODE]',
  roles: EVERYBODY,
  atOnce: true,
  async run({ args, place, who, chat, now }, { access }) {
    const { person, account, name } = who;
    if (place !== 'direct' || person === undefined) return { text: IN_PRIVATE };
    if (account.startsWith(TERMINAL)) return { text: 'Who sits at a terminal is not linked to accounts elsewhere.' };
    // The same for every code: whether it is good is nothing to try here.
    if (args !== '') return { text: 'I know you under this account already, so it cannot become another one’s.' };
    const code = access.newLinkCode();
    return {
      text: `From your other account, write this to me in private within ten minutes:\n\n\`/link ${code}\`\n\nThen I ask you here whether that was you. It works once, for an account that I do not know yet.`,
      also: () => access.giveOutLink({ code, person, account, name, chat }, now),
    };
  },
};

export const unlinkCommand: Command = {
  name: 'unlink',
  summary: 'Take an account of yours away again',
  usage: 'ACCOUNT',
  roles: EVERYBODY,
  atOnce: true,
  async run({ args, place, who }, { access }) {
    if (place !== 'direct' || who.person === undefined) return { text: IN_PRIVATE };
    const own = access.accountsOf(who.person);
    const list = own.map(({ account }) => asData(account)).join(', ');
    if (args === '')
      return { text: `I know you as ${list || asData(who.account)}. \`/unlink ACCOUNT\` takes one away.` };
    const found = own.find(({ account }) => account === args.toLowerCase());
    if (!found)
      return { text: `${asData(args)} is no account of yours. I know you as ${list || asData(who.account)}.` };
    const { account, configured } = found;
    if (configured) return { text: `nightjar.yaml names ${asData(account)} under \`owner\`; take it away there.` };
    if (own.length === 1) return { text: `${asData(account)} is your only account; without it I would not know you.` };
    return { text: `${asData(account)} is a stranger’s now.`, also: () => access.unlink(account) };
  },
};

/** The answer of the person who gave the code out. */
export function decideLink(
  desk: AccessDesk,
  question: LinkQuestion,
  { who, yes, now }: { who: { account: string; name: string }; yes: boolean; now: number },
): CommandReply {
  const { account, code } = question;
  if (!yes) return { text: `${named(question)} stays a stranger. If that was not you, somebody has seen your code.` };
  if (!desk.canJoin(question)) return { text: `${named(question)} is somebody to me by now, so it cannot be added.` };
  const there = desk.direct(account);
  return {
    text: `${named(question)} is you from now on. \`/unlink ${account}\` takes it back.`,
    others: [
      ...(there ? [{ key: `linked/${code}`, to: there, message: { text: linkedTo(who, account) } }] : []),
      ...desk.tellOwner(`linked/${code}`, `${named(who)} linked another account: ${named(question)}.`, who.account),
    ],
    also: () => desk.join(question, now),
  };
}

/** Whoever typed a code because somebody asked them to is told whose it was, and the way out. */
function linkedTo(who: { account: string; name: string }, account: string): string {
  return `This account is linked now to ${named(who)}: you are the same person to me, in private too. If you did not want that, \`/unlink ${account}\` undoes it.`;
}
