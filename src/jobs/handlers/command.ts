// The job that runs a slash command or the press of a button, and ends it with its reply and what it changes, in one
// transaction.

import type { CommandContext, CommandReply, CommandServices } from '../../commands/command.js';
import { answersInPrivate, runCommand } from '../../commands/table.js';
import { type ChatModel, type InboundCommand, type JobHandler, NightjarError } from '../../contracts/index.js';
import { friendlyFailure } from '../../gateway/friendly.js';
import type { InboxRow } from '../../gateway/inbox.js';
import { turnId } from '../../gateway/turn-id.js';
import { pressButton } from './button.js';
import { endWithReply } from './command-reply.js';
import { type CompactNowDeps, compactNow } from './compact-now.js';
import { failRow, mustHold, rowToServe } from './ending.js';
import type { ProposalDeps } from './proposals.js';

export interface CommandDeps extends CompactNowDeps, Pick<ProposalDeps, 'deliveryOf'> {
  services: Omit<CommandServices, 'compact'>;
  isSenderAlive(role: string): boolean;
  /** Whether its author may still speak to the bot there, and who answers in the chat. */
  chatOf(row: InboxRow): { heard: boolean; model: ChatModel };
}

/** Said only where the platform shows somebody waiting. */
const NOT_NOW = 'I cannot do that here now.';

export function commandHandler(deps: CommandDeps): JobHandler {
  return {
    retry: { baseMs: 1_000, capMs: 10_000, withinMs: 60_000 },
    async run(job, context) {
      const { fence } = context;
      const row = rowToServe(deps, job);
      if (row?.event.type === 'button') return await pressButton(deps, { ...row, event: row.event });
      if (row?.event.type !== 'command') return;
      const { event, lane } = row;
      // It may have waited behind a long turn, and its author may be another's by now.
      const chat = deps.chatOf(row);
      const services: CommandServices = {
        ...deps.services,
        compact: (_, focus) => compactNow(deps, row, chat.model, context, focus),
      };
      const reply: CommandReply = chat.heard
        ? await replyTo(deps, services, { ...row, event })
        : { text: event.interaction === undefined ? '' : NOT_NOW, private: true };
      await endWithReply(deps, row, reply, lane === undefined ? undefined : () => mustHold(deps, lane, fence));
    },
    dead: (job, error) => failRow(deps, job, error),
  };
}

/** A thread has no standing of its own: what is said of the chat names the chat. */
function titleOf({ title, chatTitle = title }: InboundCommand): { title?: string } {
  return chatTitle === undefined || chatTitle === '' ? {} : { title: chatTitle };
}

async function replyTo(
  deps: CommandDeps,
  services: CommandServices,
  row: InboxRow & { event: InboundCommand },
): Promise<CommandReply> {
  const { event, principal: who, scope, session } = row;
  const context: CommandContext = {
    who,
    scope,
    session,
    chat: event.chat,
    place: event.place,
    inside: event.inside ?? [],
    ...titleOf(event),
    memory: deps.memory.view(scope, who),
    now: deps.clock.now(),
    args: event.args,
    ...(event.toAnybody ? { toAnybody: true } : {}),
    row: row.row,
    call: turnId(event),
  };
  try {
    return await runCommand(event.name, context, services);
  } catch (error) {
    if (!(error instanceof NightjarError) || error.retryable) throw error;
    deps.log.warn('command.failed', { command: event.name, error });
    const text = friendlyFailure(error, who, scope);
    return answersInPrivate(event.name) ? { text, private: true } : { text };
  }
}
