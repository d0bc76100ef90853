// The jobs of a house: one handler a name. Adding one is a file beside this one and a line here.

import type { flushPiece } from '../../agent/flush/run.js';
import type { JobHandlers } from '../../contracts/index.js';
import {
  COMPACT,
  commandJob,
  DREAM,
  EDIT,
  FLUSH,
  fetchJob,
  LEFT_COMMAND,
  NIGHT,
  REMIND,
  RESET,
  SCHEDULED,
  SNAPSHOT,
  sendJob,
} from '../../gateway/wake-ups.js';
import { type CommandDeps, commandHandler } from './command.js';
import { compactHandler } from './compact.js';
import { type DreamJobDeps, dreamHandler, nightHandler } from './dream.js';
import { editHandler } from './edit.js';
import { fetchHandler } from './fetch.js';
import { type FlushJobDeps, flushHandler } from './flush.js';
import { resetHandler } from './reset.js';
import { reminderHandler, type ScheduledDeps, scheduledHandler } from './scheduled.js';
import { type SendDeps, sendHandler } from './send.js';
import { type SnapshotJobDeps, snapshotHandler } from './snapshot.js';
import { tracedHandlers } from './traced.js';
import { type TurnHandlerDeps, turnHandler } from './turn.js';

/** What the handlers need, together. */
export type HandlerParts = Omit<TurnHandlerDeps, 'db' | 'concurrency' | 'retryMs' | 'turnTimeoutMs'> &
  Omit<CommandDeps, 'db'> &
  SendDeps &
  Pick<FlushJobDeps, 'modelOf' | 'budgets'> &
  Pick<SnapshotJobDeps, 'snapshotMessages'> &
  Omit<ScheduledDeps, 'db'> &
  Pick<DreamJobDeps, 'dreaming'> & {
    /** The role whose connections this process has: it fetches and sends for it, and runs the commands. Absent: a worker. */
    sender: string | undefined;
    /** How many turns run at once, how long a failing one is tried, and when a long one is stopped. */
    turns: { concurrency: number; retryMs: number; timeoutMs: number };
  };

export function jobHandlers({ sender, turns, ...parts }: HandlerParts): JobHandlers {
  const { db } = parts.state;
  const { concurrency, retryMs, timeoutMs: turnTimeoutMs } = turns;
  return tracedHandlers(
    { ...parts, db },
    {
      turn: turnHandler({ ...parts, db, concurrency, retryMs, turnTimeoutMs }),
      [EDIT]: editHandler({ ...parts, db }),
      [COMPACT]: compactHandler({ ...parts, db }),
      [FLUSH]: flushHandler({ ...parts, db, flushPiece: flushLater }),
      [SNAPSHOT]: snapshotHandler({ ...parts, db }),
      [NIGHT]: nightHandler({ ...parts, db }),
      [DREAM]: dreamHandler({ ...parts, db }),
      [RESET]: resetHandler({ ...parts, db }),
      [REMIND]: reminderHandler({ ...parts, db }),
      [SCHEDULED]: scheduledHandler({ ...parts, db }),
      ...(sender === undefined
        ? {}
        : {
            // Some of them act on a connection: they leave a group.
            [commandJob(sender)]: commandHandler({ ...parts, db }),
            [LEFT_COMMAND]: commandHandler({ ...parts, db }),
            [fetchJob(sender)]: fetchHandler({ ...parts, db }),
            [sendJob(sender)]: sendHandler(parts),
          }),
    },
  );
}

/** Its tables of words are loaded by whoever has something to write down. */
const flushLater: typeof flushPiece = async (...given) =>
  await (await import('../../agent/flush/run.js')).flushPiece(...given);
