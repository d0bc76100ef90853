// The jobs of a house: one handler a name. Adding one is a file beside this one and a line here.

import type { SealedTool } from '../../agent/tools/seal.js';
import type { TurnLimits, TurnRecall } from '../../agent/turn.js';
import type { CommandServices } from '../../commands/command.js';
import type { Channel, ChatModel, Clock, JobHandlers, Log } from '../../contracts/index.js';
import type { State } from '../../db/state.js';
import type { InboxRow } from '../../gateway/inbox.js';
import { sendJob, type WakeUps } from '../../gateway/wake-ups.js';
import type { Memory } from '../../memory/memory.js';
import type { Transcripts } from '../../sessions/transcript.js';
import type { Lanes } from '../lanes.js';
import { commandHandler } from './command.js';
import { sendHandler } from './send.js';
import { turnHandler } from './turn.js';

export interface HandlerParts {
  state: State;
  clock: Clock;
  log: Log;
  wakeUps: WakeUps;
  lanes: Lanes;
  /** The id under which this process holds lanes. */
  process: string;
  /** The role whose replies this process sends. */
  sender: string;
  memory: Memory;
  transcripts: Transcripts;
  model: ChatModel;
  tools: readonly SealedTool[];
  services: CommandServices;
  timezone: string;
  limits: TurnLimits;
  recall: TurnRecall;
  /** How many turns run at once, how long a failing one is tried, and when a long one is stopped. */
  turns: { concurrency: number; retryMs: number; timeoutMs: number };
  /** The connected channel of that id, if this process has it. */
  channelOf(id: string): Channel | undefined;
  /** Whether the process of that role still runs. */
  isSenderAlive(role: string): boolean;
  channelHint(channel: string): string;
  /** Never throws. */
  typing(row: InboxRow): void;
  afterTurn(row: InboxRow): Promise<void>;
}

export function jobHandlers({ state, sender, turns, ...parts }: HandlerParts): JobHandlers {
  const { db } = state;
  const { concurrency, retryMs, timeoutMs: turnTimeoutMs } = turns;
  return {
    turn: turnHandler({ ...parts, db, concurrency, retryMs, turnTimeoutMs }),
    command: commandHandler({ ...parts, db }),
    [sendJob(sender)]: sendHandler({ ...parts, state }),
  };
}
