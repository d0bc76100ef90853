// What doctor can say about schedules: those that cannot be read, and those that were paused because they could not go on.
// Reads only.

import type { Check, Finding } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { sentences } from '../../text/sentence.js';
import { listSchedules, unreadableSchedules } from './rows.js';

export function scheduleChecks(db: Db): Check[] {
  return [{ name: 'schedules', run: () => findings(db) }];
}

function findings(db: Db): Finding[] {
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
  const all = [...unreadable, ...paused];
  return all.length > 0 ? all : [{ check, level: 'ok', says: 'Every schedule can run.' }];
}
