// The press of a button of ours: the right person's does what the button says, once, as the typed command would, and after
// that hears what was decided; anybody else's is refused in silence, so that nobody learns what the button is about.

import { allowElsewhere, leaveGroup } from '../../commands/allow.js';
import type { CommandReply, CommandServices } from '../../commands/command.js';
import { decideLink } from '../../commands/link.js';
import { decidePair } from '../../commands/pair.js';
import { type InboundButton, QueueError } from '../../contracts/index.js';
import { findButton, type Press, spendButton } from '../../gateway/buttons.js';
import { OWNER } from '../../gateway/identity.js';
import type { InboxRow } from '../../gateway/inbox.js';
import { type CommandReplyDeps, endWithReply } from './command-reply.js';
import { decidedAlready } from './decided.js';
import { answerDream } from './dream-answer.js';
import { endRow } from './ending.js';
import { mayPressProposal, type ProposalDeps, pressProposal } from './proposals.js';

export type ButtonDeps = CommandReplyDeps & ProposalDeps & { services: Pick<CommandServices, 'dreams'> };

type PressRow = InboxRow & { event: InboundButton };

const EXPIRED: Readonly<Record<Press['kind'], string>> = {
  pair: 'That button is too old. `/pair` lists who asks now; others may write to me again.',
  group: 'That button is too old. `/allow CHANNEL:ID` does the same; `/members` lists the groups.',
  link: 'That took too long, so nothing was linked. `/link` gives you a new code.',
  proposal: 'That button is too old, so nothing was changed. Ask me again if you still want it.',
  dream: 'That button is too old, so nothing was changed. `/dream status` tells what waits by now.',
};

export async function pressButton(deps: ButtonDeps, row: PressRow): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const found = findButton(db, row.event.button, now);
  if (!found || !mayPress(deps, found.press, row)) return await refuse(deps, row);
  const decided = async () => {
    await endWithReply(deps, row, { text: decidedAlready(deps, found.press, now) });
  };
  if (found.state === 'pressed') return await decided();
  const isLate = found.state === 'expired';
  const reply = isLate ? { text: EXPIRED[found.press.kind], open: false } : await answer(deps, row, found.press);
  if (!reply) return await decided();
  await endWithReply(deps, row, {
    ...reply,
    also() {
      if (reply.open) return;
      // Pressed twice at the same moment: the second one looks again and finds it pressed. But leaving a group ends its
      // question, and the platform may tell of that first.
      const spent = spendButton(db, row.event.button, now) || (found.press.kind === 'group' && !found.press.allow);
      if (!spent) throw new QueueError('the button was pressed', { retryable: true });
      reply.also?.();
    },
  });
}

async function refuse(deps: ButtonDeps, row: PressRow): Promise<void> {
  await endRow(deps, row, { state: 'refused', replies: [] });
}

function mayPress(deps: ButtonDeps, press: Press, row: PressRow): boolean {
  const { principal: who, event, scope } = row;
  if (press.kind === 'proposal') return mayPressProposal(deps, press, row);
  if (event.place !== 'direct') return false;
  if (press.kind === 'dream' && scope.kind !== 'main') return false;
  if (press.kind === 'link') return who.person === press.person && who.role !== 'stranger';
  return who.role === 'owner' && who.person === OWNER;
}

/** Undefined where the question was answered before. `open`: it still is not, and may be pressed again. */
async function answer(
  deps: ButtonDeps,
  row: PressRow,
  press: Press,
): Promise<(CommandReply & { open?: boolean }) | undefined> {
  const { principal: who } = row;
  const desk = deps.services.access;
  const now = deps.clock.now();
  switch (press.kind) {
    case 'pair':
      return decidePair(desk, { code: press.code, yes: press.yes, now });
    case 'link':
      return decideLink(desk, press, { who, yes: press.yes, now });
    case 'proposal':
      return await pressProposal(deps, row, press);
    case 'dream':
      return await answerDream(deps.services, press);
    case 'group': {
      const { chat: to, group: chat, title } = press;
      const where = { channel: to.channel, chat, to, ...(title === undefined ? {} : { title }) };
      const by = { who, now };
      return press.allow ? allowElsewhere(desk, where, by) : await leaveGroup(desk, where, by);
    }
  }
}
