// The job that runs a slash command, and ends it with its reply and what it changes, in one transaction.

import type { CommandReply, CommandServices } from '../../commands/command.js';
import { runCommand } from '../../commands/table.js';
import { type JobHandler, type Log, NightjarError } from '../../contracts/index.js';
import { friendlyFailure } from '../../gateway/friendly.js';
import { turnId } from '../../gateway/turn-id.js';
import type { Memory } from '../../memory/memory.js';
import { type EndingDeps, endRow, failRow, type LaneHolder, mustHold, rowToServe } from './ending.js';

export interface CommandDeps extends EndingDeps, LaneHolder {
  log: Log;
  memory: Memory;
  services: CommandServices;
}

export function commandHandler(deps: CommandDeps): JobHandler {
  return {
    retry: { baseMs: 1_000, capMs: 10_000, withinMs: 60_000 },
    async run(job, { fence }) {
      const row = rowToServe(deps, job);
      if (row?.event.type !== 'command') return;
      const { event, principal: who, scope, session, lane } = row;
      const context = {
        who,
        scope,
        session,
        memory: deps.memory.view(scope, who),
        args: event.args,
        row: row.row,
        call: turnId(event),
      };
      let reply: CommandReply;
      try {
        reply = await runCommand(event.name, context, deps.services);
      } catch (error) {
        if (!(error instanceof NightjarError) || error.retryable) throw error;
        deps.log.warn('command.failed', { command: event.name, error });
        reply = { text: friendlyFailure(error, who, scope) };
      }
      await endRow(deps, row, {
        state: 'command',
        replies: [{ text: reply.text }],
        ...(lane === undefined ? {} : { check: () => mustHold(deps, lane, fence) }),
        ...(reply.also ? { also: reply.also } : {}),
      });
    },
    dead: (job, error) => failRow(deps, job, error),
  };
}
