// /pair: who asks to be let in, and the owner's answer to them; a button says the same.

import { asData } from '../text/as-data.js';
import type { AccessDesk, Asking } from './access-desk.js';
import type { Command, CommandReply } from './command.js';

const MINUTE_MS = 60_000;
const USAGE = 'I can do this: `/pair`, `/pair approve CODE`, `/pair refuse CODE`.';
const NOT_OPEN = 'Nobody asks with that code (any more); a code holds for an hour. `/pair` lists who asks.';

export const pairCommand: Command = {
  name: 'pair',
  summary: 'Who asks to be let in, and your answer',
  usage: '[approve CODE | refuse CODE]',
  roles: ['owner'],
  private: true,
  atOnce: true,
  async run({ args, now }, { access }) {
    const [verb = '', ...code] = args.split(/\s+/);
    if (verb === '') return { text: list(access.asking(now), now) };
    const answer = verb.toLowerCase();
    if (answer !== 'approve' && answer !== 'refuse') return { text: USAGE };
    return decidePair(access, { code: code.join(''), yes: answer === 'approve', now });
  },
};

function list(asking: readonly Asking[], now: number): string {
  if (asking.length === 0) return 'Nobody asks to be let in.';
  const lines = asking.map(({ account, name, code, at }) => {
    const minutes = Math.max(0, Math.round((now - at) / MINUTE_MS));
    return `- ${named({ account, name })}, ${minutes} min ago: \`/pair approve ${code}\` or \`/pair refuse ${code}\``;
  });
  return `These ask to be let in:\n${lines.join('\n')}`;
}

/** The owner's answer to somebody who asks, by whatever way it comes. */
export function decidePair(
  desk: AccessDesk,
  { code, yes, now }: { code: string; yes: boolean; now: number },
): CommandReply {
  const asking = desk.findAsking(code, now);
  if (!asking) return { text: NOT_OPEN };
  return yes
    ? letIn(desk, asking, 'member', now)
    : {
        text: `${named(asking)} is not let in, and hears nothing from me. \`/deny ${asking.account}\` keeps it so.`,
        also: () => desk.turnAway(asking, now),
      };
}

/** Lets somebody in who asked, and tells them. */
export function letIn(desk: AccessDesk, asking: Asking, as: 'member' | 'owner', now: number): CommandReply {
  const { account, code, chat } = asking;
  const owner = as === 'owner';
  const told = owner
    ? 'You are my owner now. Write to me as you would to a person; /help lists what I can do.'
    : 'You are let in. Write to me as you would to a person; /help lists what I can do.';
  return {
    text: owner
      ? `${named(asking)} is one of the owner’s accounts now.`
      : `${named(asking)} is let in. They can write to me in private, and have a memory of their own.`,
    others: [
      { key: `paired/${code}`, to: chat, message: { text: told } },
      ...(owner
        ? desk.tellOwner(
            `owner/${code}`,
            `${named(asking)} was made an account of yours, on the command line.`,
            account,
          )
        : []),
    ],
    also: () => desk.letIn(asking, as, now),
  };
}

/** Who is meant, as data. */
export function named({ account, name }: { account: string; name: string }): string {
  return name === account ? asData(account) : `${asData(name)} (${asData(account)})`;
}
