// What a turn really scheduled, told below its reply by code: the model may say so and be wrong.

import { z } from 'zod';
import { storedNotice } from '../../commands/schedule-words.js';
import type { Entry, OutboundMessage } from '../../contracts/index.js';
import type { Db } from '../../db/database.js';
import { scheduleById } from '../scheduler/rows.js';
import { nextSlots } from '../scheduler/slots.js';
import { specWords } from '../scheduler/spec.js';

/** What the tool leaves in the transcript once something was stored. */
const stored = z.object({ schedule: z.string() });

/** `turn`: its entries. What waits for the owner's yes has its question instead; what was removed again is not told. */
export function storedNotices(db: Db, turn: readonly Entry[], now: number): OutboundMessage[] {
  const ids = turn.flatMap((entry) => {
    const details = entry.type === 'tool_result' ? stored.safeParse(entry.details) : undefined;
    return details?.success ? [details.data.schedule] : [];
  });
  const lines = [...new Set(ids)].flatMap((id) => {
    const one = scheduleById(db, id);
    if (!one || one.state === 'asked') return [];
    const { spec, zone, nextAt } = one;
    const next = nextAt === undefined ? nextSlots(spec, zone, now, 1) : [nextAt];
    return [storedNotice(one, specWords(spec, zone), next)];
  });
  return lines.length === 0 ? [] : [{ text: lines.join('\n') }];
}
