// What a turn really scheduled, told below its reply by code: the model may say so and be wrong.

import { storedNotice } from '../../commands/schedule-words.js';
import type { Entry, OutboundMessage, Schedule } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { scheduleById } from '../scheduler/rows.js';
import { nextSlots } from '../scheduler/slots.js';
import { specWords } from '../scheduler/spec.js';

/** What tool calls of a session made and nobody removed since. */
export function schedulesOfCalls(db: Db, session: string, calls: readonly string[]): Schedule[] {
  if (calls.length === 0) return [];
  return db
    .sql(
      'SELECT id FROM schedules WHERE session = ? AND call IN (SELECT value FROM json_each(?)) ORDER BY created_at, id',
    )
    .column<string>([session, JSON.stringify(calls)])
    .flatMap((id) => scheduleById(db, id) ?? []);
}

/** `turn`: its entries. What waits for the owner's yes has its question instead. */
export function storedNotices(db: Db, session: string, turn: readonly Entry[], now: number): OutboundMessage[] {
  const calls = turn.flatMap((entry) => (entry.type === 'tool_result' ? [entry.call] : []));
  const lines = schedulesOfCalls(db, session, calls)
    .filter(({ state }) => state !== 'asked')
    .map((one) => {
      const { spec, zone, nextAt } = one;
      return storedNotice(one, specWords(spec, zone), nextAt === undefined ? nextSlots(spec, zone, now, 1) : [nextAt]);
    });
  return lines.length === 0 ? [] : [{ text: lines.join('\n') }];
}
