// The jobs of a house: one handler a name. Adding one is a file beside this one and a line here.

import type { JobHandlers } from '../../contracts/index.js';
import { EDIT, fetchJob, sendJob } from '../../gateway/wake-ups.js';
import { type CommandDeps, commandHandler } from './command.js';
import { editHandler } from './edit.js';
import { fetchHandler } from './fetch.js';
import { type SendDeps, sendHandler } from './send.js';
import { type TurnHandlerDeps, turnHandler } from './turn.js';

/** What the handlers need, together. */
export type HandlerParts = Omit<TurnHandlerDeps, 'db' | 'concurrency' | 'retryMs' | 'turnTimeoutMs'> &
  Omit<CommandDeps, 'db'> &
  SendDeps & {
    /** The role whose connections this process has: it fetches and sends for it. */
    sender: string;
    /** How many turns run at once, how long a failing one is tried, and when a long one is stopped. */
    turns: { concurrency: number; retryMs: number; timeoutMs: number };
  };

export function jobHandlers({ sender, turns, ...parts }: HandlerParts): JobHandlers {
  const { db } = parts.state;
  const { concurrency, retryMs, timeoutMs: turnTimeoutMs } = turns;
  return {
    turn: turnHandler({ ...parts, db, concurrency, retryMs, turnTimeoutMs }),
    command: commandHandler({ ...parts, db }),
    [EDIT]: editHandler({ ...parts, db }),
    [fetchJob(sender)]: fetchHandler({ ...parts, db }),
    [sendJob(sender)]: sendHandler(parts),
  };
}
