// What a run of a schedule says goes by the name of the run in the outbox. Pure.

import type { ScheduledRun } from '../contracts/index.js';

export const RUN = 'run/';

export function outboxTurnOf({ schedule, slot }: ScheduledRun): string {
  return `${RUN}${schedule}/${slot}`;
}

/** Whose words those are, to whomever they go; undefined for other replies. */
export function runOfOutboxTurn(turn: string): ScheduledRun | undefined {
  const [, schedule, slot] = /^(?:notice\/)?run\/(.+?)\/(\d+)(?:\/instead)?$/.exec(turn) ?? [];
  return schedule === undefined ? undefined : { schedule, slot: Number(slot) };
}
