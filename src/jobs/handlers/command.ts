// The job that runs a slash command and queues its reply.

import type { CommandServices } from '../../commands/command.js';
import { runCommand } from '../../commands/table.js';
import type { Clock, JobHandler, Log } from '../../contracts/index.js';
import { NightjarError } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { friendlyFailure } from '../../gateway/friendly.js';
import { turnId } from '../../gateway/turn-id.js';
import type { WakeUps } from '../../gateway/wake-ups.js';
import type { Memory } from '../../memory/memory.js';
import { claimRow, endRow, failRow } from './ending.js';

export interface CommandDeps {
  db: Db;
  clock: Clock;
  log: Log;
  wakeUps: WakeUps;
  memory: Memory;
  services: CommandServices;
}

export function commandHandler(deps: CommandDeps): JobHandler {
  return {
    retry: { baseMs: 1_000, capMs: 10_000, withinMs: 60_000 },
    async run(job) {
      const row = await claimRow(deps, job);
      if (row?.event.type !== 'command') return;
      const { event, principal: who, scope, session } = row;
      const context = {
        who,
        scope,
        session,
        memory: deps.memory.view(scope, who),
        args: event.args,
        call: turnId(event),
      };
      let text: string;
      try {
        text = await runCommand(event.name, context, deps.services);
      } catch (error) {
        if (!(error instanceof NightjarError) || error.retryable) throw error;
        deps.log.warn('command.failed', { command: event.name, error });
        text = friendlyFailure(error, who, scope);
      }
      await endRow(deps, row, { state: 'command', replies: [{ text }] });
    },
    dead: (job, error) => failRow(deps, job, error),
  };
}
