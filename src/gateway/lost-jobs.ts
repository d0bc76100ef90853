// Jobs of the embedded queue that serve a row which is no more: nothing would come of them, and they may stand in front of
// others. A job only wakes, so that ending one loses nothing.

import type { Check, Finding } from '../contracts/index.js';
import type { Db } from '../db/database.js';
import { DREAM, FLUSH, NIGHT, REMIND, RESET, SCHEDULED, SEND, SNAPSHOT } from './wake-ups.js';

const SHOWN = 5;

/** The row that a job serves: a table, its key, and what the job's data calls it. */
function servedBy(name: string): [table: string, keys: readonly [column: string, data: string][]] {
  if (name.startsWith(SEND)) return ['outbox', [['row', 'row']]];
  if (name === FLUSH) return ['flushes', [['row', 'row']]];
  if (name === SNAPSHOT) return ['snapshots', [['session', 'session']]];
  if (name === RESET) return ['sessions', [['id', 'session']]];
  if (name === DREAM) return ['dreams', [['id', 'dream']]];
  if ([REMIND, SCHEDULED, NIGHT].includes(name)) {
    return [
      'runs',
      [
        ['schedule', 'schedule'],
        ['slot', 'slot'],
      ],
    ];
  }
  return ['inbox', [['row', 'row']]];
}

/** `cancel` ends jobs by their ids. */
export function lostJobCheck(db: Db, cancel: (ids: readonly string[]) => Promise<void>): Check {
  const check = 'jobs.lost';
  return {
    name: check,
    run(): Finding[] {
      const waiting = db
        .sql<{ id: string; name: string; data: string }>("SELECT id, name, data FROM jobs WHERE state = 'waiting'")
        .all();
      const lost = waiting.filter((job) => !isServed(db, job));
      if (lost.length === 0) return [{ check, level: 'ok', says: 'Every waiting job has something to do.' }];
      const names = [...new Set(lost.map(({ name }) => name))].slice(0, SHOWN).join(', ');
      const [first] = lost;
      async function run(): Promise<string> {
        await cancel(lost.map(({ id }) => id));
        return `${lost.length} of them ${lost.length === 1 ? 'was' : 'were'} ended; nothing waited for it.`;
      }
      const says = `Jobs wait for something that is no more: ${lost.length} (${names}).`;
      const remedy = `They do no harm; \`nightjar jobs cancel ${first?.id}\` ends one, \`nightjar doctor --fix\` all.`;
      return [{ check, level: 'warning', says, remedy, repair: { run } }];
    },
  };
}

/** A job of a name that nobody here knows serves itself. */
function isServed(db: Db, { name, data }: { name: string; data: string }): boolean {
  const [table, keys] = servedBy(name);
  const given = JSON.parse(data) as Record<string, string | number>;
  const values = keys.map(([, key]) => given[key]);
  if (values.some((value) => value === undefined)) return true;
  const where = keys.map(([column]) => `${column} = ?`).join(' AND ');
  return db.sql(`SELECT 1 FROM ${table} WHERE ${where}`).get(values.map((value) => value ?? null)) !== undefined;
}
