// How the reply of a command or a button leaves, and what it changes, in the transaction that ends its row. Must never show
// in a group what is for one person's eyes.

import type { CommandReply, CommandServices } from '../../commands/command.js';
import type { ChatRef, OutboundMessage } from '../../contracts/index.js';
import type { InboxRow } from '../../gateway/inbox.js';
import type { Outgoing } from '../../gateway/outbox.js';
import { queueMessage } from '../../gateway/queue-message.js';
import { ASK_IN_PRIVATE } from '../../gateway/trouble.js';
import { turnId } from '../../gateway/turn-id.js';
import { type EndingDeps, endRow } from './ending.js';

export interface CommandReplyDeps extends EndingDeps {
  services: Pick<CommandServices, 'access'>;
}

/** Ends the row with the reply, once. `check` runs first, inside the transaction, and stops it by throwing. */
export async function endWithReply(
  deps: CommandReplyDeps,
  row: InboxRow,
  reply: CommandReply,
  check?: () => void,
): Promise<void> {
  const { db, clock } = deps;
  const { here, elsewhere } = placed(deps, row, reply);
  const queued: (Outgoing | undefined)[] = [];
  await endRow(deps, row, {
    state: 'command',
    replies: here ? [here] : [],
    ...(check ? { check } : {}),
    also() {
      queued.length = 0;
      const now = clock.now();
      reply.also?.();
      const key = `${turnId(row.event)}/private`;
      if (elsewhere) queued.push(queueMessage(db, { key, ...elsewhere, inbox: row.row }, now));
      for (const other of reply.others ?? []) queued.push(queueMessage(db, other, now));
    },
  });
  for (const other of queued) if (other) await deps.wakeUps.send(other);
  await reply.after?.();
}

/** In the chat of the command, or in the speaker's direct chat where the chat itself would show it to others. */
function placed(
  { services }: CommandReplyDeps,
  { event, principal }: InboxRow,
  { text, buttons, private: isPrivate }: CommandReply,
): { here?: OutboundMessage; elsewhere?: { to: ChatRef; message: OutboundMessage } } {
  // Without a word, but not without an end: somebody is shown waiting.
  if (text === '' && (event.type === 'button' || event.interaction === undefined)) return {};
  const message: OutboundMessage = { text, ...(buttons && buttons.length > 0 ? { buttons } : {}) };
  // The press of a button was acknowledged already; a command's interaction waits for exactly one answer.
  const interaction = event.type === 'button' ? undefined : event.interaction;
  const here = interaction === undefined ? message : { ...message, interaction };
  if (!isPrivate || event.place === 'direct') return { here };
  if (interaction !== undefined) return { here: { ...here, private: principal.account } };
  const to = services.access.direct(principal.account);
  return to ? { elsewhere: { to, message } } : { here: { text: ASK_IN_PRIVATE } };
}
