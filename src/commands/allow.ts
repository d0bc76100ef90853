// /allow and /deny: in which groups the bot takes part, and who may speak to it anywhere; a button says the same. Words and
// checks only: what is stored is the desk's.

import type { AccountId, ChatRef } from '../contracts/index.js';
import { asData } from '../text/as-data.js';
import type { AccessDesk, KnownGroup, NamedGroup } from './access-desk.js';
import { isChatAccount, readTarget, type Target } from './access-target.js';
import type { Command, CommandContext, CommandReply } from './command.js';
import { callMe, introduction } from './introduction.js';
import { letIn, named } from './pair.js';

export const allowCommand: Command = {
  name: 'allow',
  summary: 'Let me take part in a group, or let somebody talk to me',
  usage: 'here | CHANNEL:ID',
  roles: ['owner'],
  atOnce: true,
  run: async (context, { access }) => decide(access, context, 'allow'),
};

export const denyCommand: Command = {
  name: 'deny',
  summary: 'Keep me silent in a group, or shut somebody out',
  usage: 'here | CHANNEL:ID',
  roles: ['owner'],
  atOnce: true,
  run: async (context, { access }) => decide(access, context, 'deny'),
};

type Verb = 'allow' | 'deny';

function decide(desk: AccessDesk, context: CommandContext, verb: Verb): CommandReply {
  const target = readTarget(context.args);
  if (!target) return { text: usage(verb, context.args), private: true };
  if (target.kind === 'here') {
    const here = groupHere(context);
    if (!here) return { text: `This is a private chat. ${usage(verb)}` };
    return verb === 'allow' ? allowHere(desk, here, context) : denyGroup(desk, here, context, true);
  }
  return { ...elsewhere(desk, context, verb, target), private: true };
}

function elsewhere(
  desk: AccessDesk,
  context: CommandContext,
  verb: Verb,
  target: Exclude<Target, { kind: 'here' }>,
): CommandReply {
  const channel = target.kind === 'account' ? (target.account.split(':')[0] ?? '') : target.channel;
  if (!desk.channels.includes(channel)) {
    const known = desk.channels.length > 0 ? `I live on ${desk.channels.join(' and ')}` : 'I live on no platform yet';
    return { text: `I know no platform ${asData(channel)}; ${known}.` };
  }
  if (target.kind === 'either') {
    const { chat, account } = desk.meaning(channel, target.id);
    const id = `${channel}:${target.id}`;
    if (chat === account) {
      return {
        text: `I cannot tell whether ${asData(id)} is a group or a person. Say which: \`/${verb} chat ${id}\` or \`/${verb} account ${id}\`.`,
      };
    }
    return elsewhere(desk, context, verb, chat ? { ...target, kind: 'chat' } : { kind: 'account', account: id });
  }
  if (target.kind === 'account') {
    return (verb === 'allow' ? allowAccount : denyAccount)(desk, target.account, context.now);
  }
  const group = { channel, chat: target.id };
  return verb === 'allow' ? allowElsewhere(desk, group, context) : denyGroup(desk, group, context, false);
}

function usage(verb: Verb, typed = ''): string {
  const names = /@|^[a-z]+:[a-z]/i.test(typed) ? 'Names can change hands, so I take numbers only. ' : '';
  return `${names}Write \`/${verb} here\` in a group, or \`/${verb} CHANNEL:ID\` for a group or a person, such as \`/${verb} telegram:123456\`. \`/members\` in a group shows the numbers of those who write there.`;
}

/** The group in which a command was typed, under the id that it had first. */
export function groupHere({ scope, chat, inside, title }: CommandContext): NamedGroup | undefined {
  if (scope.kind !== 'group') return undefined;
  return { channel: scope.channel, chat: scope.chat, inside, to: chat, ...(title === undefined ? {} : { title }) };
}

interface By {
  who: { account: AccountId };
  now: number;
}

function allowHere(desk: AccessDesk, here: NamedGroup, { who, now, call }: By & { call: string }): CommandReply {
  const group = desk.group(here);
  const settled = settledAlready(group, 'allowed');
  if (settled !== undefined) return { text: settled };
  return {
    text: group.introduced ? `I take part here again: ${callMe(group.manner)}.` : introduction(group.manner),
    also: () => allow(desk, group, { by: who.account, turn: call, now }),
  };
}

/** From the owner's direct chat, by a command or a button: the bot introduces itself in the group. */
export function allowElsewhere(desk: AccessDesk, where: NamedGroup, { who, now }: By): CommandReply {
  const group = desk.group(where);
  const settled = settledAlready(group, 'allowed');
  if (settled !== undefined) return { text: settled };
  const { channel, chat, introduced, to, manner } = group;
  const turn = `introduced/${channel}/${chat}/${now}`;
  return {
    text: `I take part in ${namedGroup(group)} from now on.`,
    others: introduced || !to ? [] : [{ key: turn, to, message: { text: introduction(manner) } }],
    also: () => allow(desk, group, { by: who.account, turn, now }),
  };
}

/** `turn` introduces the bot there, where that is still to be done. */
function allow(desk: AccessDesk, group: KnownGroup, how: { by: AccountId; turn: string; now: number }): void {
  desk.decideGroup(group, 'allowed', how.by, how.now);
  if (group.to && !group.introduced) desk.markIntroduced(group, how.turn, how.now);
}

function denyGroup(desk: AccessDesk, where: NamedGroup, { who, now }: By, isHere: boolean): CommandReply {
  const group = desk.group(where);
  const settled = settledAlready(group, 'denied');
  if (settled !== undefined) return { text: settled };
  return {
    text: `I keep silent ${isHere ? 'here' : `in ${namedGroup(group)}`} from now on.`,
    also: () => desk.decideGroup(group, 'denied', who.account, now),
  };
}

/** The owner's button: silent at once, and out of the group as soon as the platform lets it. */
export async function leaveGroup(desk: AccessDesk, where: NamedGroup & { to: ChatRef }, by: By): Promise<CommandReply> {
  const group = desk.group(where);
  const left = await desk.leave(where.to);
  return {
    text: left
      ? `I left ${namedGroup(group)}.`
      : `I cannot leave ${namedGroup(group)} by myself; please remove me there. I keep silent in any case.`,
    also: () => desk.decideGroup(group, 'denied', by.who.account, by.now),
  };
}

function settledAlready(group: KnownGroup, wanted: 'allowed' | 'denied'): string | undefined {
  if (group.configured) {
    return `nightjar.yaml decides about ${namedGroup(group)}: it stands below \`channels.${group.channel}.groups\`, and the change belongs there.`;
  }
  if (group.state !== wanted) return undefined;
  return wanted === 'allowed'
    ? `I take part in ${namedGroup(group)} already.`
    : `I keep silent in ${namedGroup(group)} already.`;
}

export function namedGroup({ channel, chat, title }: KnownGroup): string {
  const id = asData(`${channel}:${chat}`, 100);
  return title === undefined ? id : `${asData(title)} (${id})`;
}

function allowAccount(desk: AccessDesk, account: AccountId, now: number): CommandReply {
  const known = desk.account(account, now);
  if (known.standing === 'owner') return { text: `${asData(account)} is an account of yours.` };
  if (known.standing === 'member') return { text: `${named(known)} is let in already.` };
  const text = `${named(known)} is let in. They can write to me in private, and have a memory of their own.`;
  if (isChatAccount(account)) {
    if (known.standing !== 'denied') {
      return { text: `${asData(account)} speaks in a chat’s own name: it can talk to me in groups, and nowhere else.` };
    }
    return { text: `${named(known)} is heard again.`, also: () => desk.restore(known.accounts) };
  }
  if (known.asking) return letIn(desk, known.asking, 'member', now);
  return {
    text,
    also() {
      desk.restore(known.accounts);
      desk.admit(account, known.name, now);
    },
  };
}

function denyAccount(desk: AccessDesk, account: AccountId, now: number): CommandReply {
  const known = desk.account(account, now);
  if (known.standing === 'owner') {
    const way = known.configured ? 'nightjar.yaml names it under `owner`' : `\`/unlink ${account}\` takes it away`;
    return { text: `${asData(account)} is an account of yours; ${way}.` };
  }
  if (known.standing === 'denied') return { text: `${named(known)} is shut out already.` };
  const others = known.accounts.filter((one) => one !== account);
  const also = others.length > 0 ? `, with ${others.map((one) => asData(one)).join(', ')}` : '';
  return {
    text: `${named(known)}${also} is shut out: no answer in private, and none in any group. \`/allow ${account}\` takes it back.`,
    also: () => desk.deny(known.accounts, known.name, now),
  };
}
