// What whoever may press a button is told when its question was answered before: by another press, or by a command. Reads
// only, and says how it stands now.

import type { AccessDesk } from '../../commands/access-desk.js';
import { namedGroup } from '../../commands/allow.js';
import type { CommandServices } from '../../commands/command.js';
import { named } from '../../commands/pair.js';
import type { Press } from '../../gateway/buttons.js';
import { codeRow } from '../../gateway/codes.js';
import { proposalById } from '../../gateway/proposals.js';
import { type DreamPress, dreamStands } from './dream-answer.js';
import type { QuestionDeps } from './questions/kind.js';
import { questionKind } from './questions/table.js';

export interface DecidedDeps extends QuestionDeps {
  services: Pick<CommandServices, 'access' | 'dreams'>;
}

export function decidedAlready(deps: DecidedDeps, press: Press, now: number): string {
  if (press.kind === 'dream') return dreamStands(deps.services.dreams.find(press.id), press);
  const stands = standing(deps, press, now);
  return stands === undefined ? 'That question is over.' : `That is decided already: ${stands}`;
}

/** How it stands now, in a sentence; undefined where nobody can tell. */
function standing(deps: DecidedDeps, press: Exclude<Press, DreamPress>, now: number): string | undefined {
  const { db } = deps;
  const desk = deps.services.access;
  switch (press.kind) {
    case 'pair': {
      const asking = codeRow(db, press.code);
      return asking && `${named(asking)} is ${inWords(desk.account(asking.account, now).standing)}.`;
    }
    case 'link': {
      const isYours = desk.accountsOf(press.person).some(({ account }) => account === press.account);
      return `${named(press)} ${isYours ? 'is you' : 'is no account of yours'}.`;
    }
    case 'proposal': {
      const proposal = proposalById(db, press.id);
      if (!proposal) return undefined;
      return questionKind(deps, proposal).stands(proposal, proposal.state === 'applied');
    }
    case 'group':
      return inGroup(desk, press);
  }
}

function inWords(standing: 'owner' | 'member' | 'denied' | 'unknown'): string {
  if (standing === 'unknown') return 'not let in';
  if (standing === 'denied') return 'shut out';
  return standing === 'owner' ? 'you' : 'let in';
}

function inGroup(desk: AccessDesk, { chat: to, group: chat, title, allow }: Press & { kind: 'group' }) {
  const { channel } = to;
  const group = desk.group({ channel, chat, to, ...(title === undefined ? {} : { title }) });
  const id = `${channel}:${group.chat}`;
  const out = allow ? '' : ' To have me out of it, please remove me there.';
  if (group.configured) return `I take part in ${namedGroup(group)}, by nightjar.yaml.${out}`;
  if (group.state === 'allowed') {
    return `I take part in ${namedGroup(group)}. \`/deny chat ${id}\` keeps me silent there.${out}`;
  }
  if (group.state === 'denied') return `I keep silent in ${namedGroup(group)}. \`/allow chat ${id}\` changes that.`;
  return undefined;
}
