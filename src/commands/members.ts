// /members: who takes part in a chat, and which of them the owner made an admin there; in private everybody and every
// group. Admins are named by the owner alone, whatever a platform calls them.

import type { AccountId } from '../contracts/index.js';
import { asData } from '../text/as-data.js';
import type { AccessDesk, KnownGroup, Speaker } from './access-desk.js';
import { isChatAccount } from './access-target.js';
import { groupHere, namedGroup } from './allow.js';
import type { Command, CommandContext, CommandReply } from './command.js';
import { named } from './pair.js';

const SHOWN = 30;
const USAGE =
  'I can do this, in a group: `/members`, `/members admin ACCOUNT`, `/members unadmin ACCOUNT`, where an account is written as `telegram:123456`.';

export const membersCommand: Command = {
  name: 'members',
  summary: 'Who takes part, and who is an admin',
  usage: '[admin ACCOUNT | unadmin ACCOUNT]',
  roles: ['owner'],
  private: true,
  atOnce: true,
  async run(context, { access }) {
    const [verb = '', account = '', ...more] = context.args.split(/\s+/);
    const here = groupHere(context);
    if (verb === '') return { text: here ? inGroup(access, context, access.group(here)) : everywhere(access) };
    const isAdmin = verb.toLowerCase() === 'admin';
    if ((!isAdmin && verb.toLowerCase() !== 'unadmin') || more.length > 0) return { text: USAGE };
    if (!here) return { text: `An admin is named in the group itself. ${USAGE}` };
    const change = isAdmin ? nameAdmin : dismissAdmin;
    return change(access, context, { group: access.group(here), account: account.toLowerCase() });
  },
};

interface Wish {
  group: KnownGroup;
  account: AccountId;
}

function nameAdmin(desk: AccessDesk, context: CommandContext, { group, account }: Wish): CommandReply {
  if (isChatAccount(account)) {
    return {
      text: `${asData(account)} speaks in a chat’s own name: nobody can tell who that is, so it stays a member.`,
    };
  }
  if (!/^[a-z]+:[1-9]\d*$/.test(account)) return { text: USAGE };
  if (!account.startsWith(`${group.channel}:`)) {
    return { text: `${asData(account)} is an account of another platform; an admin needs one here.` };
  }
  const speaker = desk.speakers(context.session).find((one) => one.account === account);
  if (speaker?.kind === 'bot') return { text: `${named(speaker)} is a bot; I take no orders from bots.` };
  const known = desk.account(account, context.now);
  if (known.standing === 'owner') return { text: `${asData(account)} is an account of yours; you may do everything.` };
  if (known.standing === 'denied') {
    return { text: `${named(known)} is shut out. \`/allow ${account}\` comes first.` };
  }
  const name = known.name === account ? (speaker?.name ?? account) : known.name;
  if (desk.admins(group).some((one) => one.account === account)) {
    return { text: `${named({ account, name })} is an admin of ${nowCalled(group)} already.` };
  }
  return {
    text: `${named({ account, name })} is an admin of ${nowCalled(group)} now: to run things there, and nothing elsewhere.`,
    also: () => desk.nameAdmin(group, { account, name }, context.now),
  };
}

function dismissAdmin(desk: AccessDesk, _context: CommandContext, { group, account }: Wish): CommandReply {
  const admin = desk.admins(group).find((one) => one.account === account);
  if (!admin) return { text: `${asData(account)} is no admin of ${nowCalled(group)}.` };
  return {
    text: `${named(admin)} is no admin of ${nowCalled(group)} any more.`,
    also: () => desk.dismissAdmin(group, account),
  };
}

function inGroup(desk: AccessDesk, { session, now }: CommandContext, group: KnownGroup): string {
  const admins = desk.admins(group);
  const others = desk
    .speakers(session)
    .filter(({ account }) => !admins.some((admin) => admin.account === account))
    .map((speaker) => `- ${named(speaker)}: ${standing(desk, speaker, now)}`);
  const lines = [...admins.map((admin) => `- ${named(admin)}: admin`), ...others];
  if (lines.length === 0) return `Nobody spoke in ${nowCalled(group)} yet. ${USAGE}`;
  return `In ${nowCalled(group)}:\n${shown(lines)}`;
}

function standing(desk: AccessDesk, { account, kind }: Speaker, now: number): string {
  if (kind === 'bot') return 'bot';
  const known = kind === 'person' ? desk.account(account, now).standing : 'unknown';
  if (known === 'owner') return 'you';
  if (known === 'denied') return 'shut out';
  return known === 'member' ? 'member, talks to me in private too' : 'member';
}

function everywhere(desk: AccessDesk): string {
  const people = desk
    .people()
    .map(
      ({ name, role, accounts }) =>
        `- ${role === 'owner' ? 'You' : asData(name)}: ${accounts.map((one) => asData(one)).join(', ') || 'no account'}`,
    );
  const groups = desk.groups().map((group) => `- ${nowCalled(group)}: ${groupState(group)}${adminsIn(desk, group)}`);
  const denied = desk.denied().map((one) => `- ${named(one)}`);
  return [
    people.length > 0 ? `People:\n${shown(people)}` : 'I know nobody yet.',
    ...(groups.length > 0 ? [`Groups:\n${shown(groups)}`] : []),
    ...(denied.length > 0 ? [`Shut out:\n${shown(denied)}`] : []),
  ].join('\n\n');
}

/** People look for a group under the id that it has now. */
function nowCalled(group: KnownGroup): string {
  return namedGroup({ ...group, chat: group.present });
}

function groupState({ configured, state, channel, present }: KnownGroup): string {
  if (configured) return 'takes part, by nightjar.yaml';
  if (state === 'allowed') return 'takes part';
  return state === 'denied' ? 'silent' : `silent until \`/allow chat ${channel}:${present}\``;
}

function adminsIn(desk: AccessDesk, group: KnownGroup): string {
  const admins = desk.admins(group);
  return admins.length > 0 ? `; admins: ${admins.map(named).join(', ')}` : '';
}

function shown(lines: readonly string[]): string {
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}
