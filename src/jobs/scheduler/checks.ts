// What doctor can say about schedules: those that cannot be read, that were paused because they could not go on, whose time
// is past, or whose chat is on a channel that is no longer configured. Reads only.

import type { Check, Finding } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { sentences } from '../../text/sentence.js';
import { listSchedules, unreadableSchedules } from './rows.js';

/** A start runs what is due; so late it is only when nobody does. */
const OVERDUE_MS = 3_600_000;

/** What goes beyond the rows: without it only those are looked at. */
export interface ScheduleSurroundings {
  now: number;
  /** Whether somebody runs schedules just now. */
  isUp: boolean;
  /** Configured channels. */
  channels: readonly string[];
}

export function scheduleChecks(db: Db, around?: ScheduleSurroundings): Check[] {
  return [{ name: 'schedules', run: () => findings(db, around) }];
}

function findings(db: Db, around: ScheduleSurroundings | undefined): Finding[] {
  const check = 'schedules';
  const unreadable = unreadableSchedules(db).map(
    ({ id, why }): Finding => ({
      check,
      level: 'error',
      says: `The schedule ${id} cannot be read: ${why}. Nothing of it runs; it is kept as it is.`,
      remedy: `Put its row in state.sqlite right or restore a backup, then \`nightjar cron resume ${id}\`; or \`nightjar cron remove ${id}\`.`,
    }),
  );
  // Who pauses one themselves gives no reason.
  const paused = listSchedules(db, { states: ['paused'] }).flatMap(({ id, reason }): Finding[] =>
    reason === undefined
      ? []
      : [
          {
            check,
            level: 'warning',
            says: `The schedule ${id} is paused. ${sentences(reason)}`,
            remedy: `Put right what it names, then \`nightjar cron resume ${id}\`.`,
          },
        ],
  );
  const active = around ? listSchedules(db, { states: ['active', 'asked'] }) : [];
  const overdue = active.flatMap(({ id, nextAt }): Finding[] => {
    if (!around?.isUp || nextAt === undefined || nextAt > around.now - OVERDUE_MS) return [];
    const says = `The schedule ${id} has been due since ${new Date(nextAt).toISOString().slice(0, 16)}Z and does not run.`;
    const remedy = `See the log for schedule.stuck, start Nightjar again; or \`nightjar cron run ${id}\`.`;
    return [{ check, level: 'warning', says, remedy }];
  });
  const homeless = active.flatMap(({ id, chat }): Finding[] => {
    if (!around || chat.channel === 'console' || around.channels.includes(chat.channel)) return [];
    const says = `The schedule ${id} is for a chat on ${chat.channel}, which is not configured: nobody hears of it.`;
    const remedy = `Configure channels.${chat.channel} again, or \`nightjar cron remove ${id}\`.`;
    return [{ check, level: 'warning', says, remedy }];
  });
  const all = [...unreadable, ...paused, ...overdue, ...homeless];
  return all.length > 0 ? all : [{ check, level: 'ok', says: 'Every schedule can run.' }];
}
