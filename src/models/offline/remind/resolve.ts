// From what a phrase says and what time it is to when a reminder is due. Pure. Never a time that has gone by, and never a
// guess: what can be meant in two ways is a question back.

import { addDays } from '../../../text/local-time.js';
import { type Clock, clockOf } from './clock.js';
import { dayOf } from './days.js';
import { minutesLater, type Now } from './now.js';
import { type Every, type Spoken, saysDay, saysTimeOfDay } from './spoken.js';

/** As the tool takes it: local time YYYY-MM-DD HH:MM (with its offset where clocks show it twice), a duration, or five cron fields. */
export type When = { at: string } | { every: string } | { cron: string };
/** hour: it says which day and no time of it; half: night or afternoon; past: that time has gone by; unclear: the rest. */
export interface Problem {
  problem: 'hour' | 'half' | 'past' | 'unclear';
}

const unclear: Problem = { problem: 'unclear' };
/** Ten years; whatever is said beyond is a slip. */
const LONGEST_MINUTES = 5_256_000;

export function resolve(spoken: Spoken, now: Now): When | Problem {
  if (spoken.clash) return unclear;
  if (spoken.every) return recurring(spoken, spoken.every);
  if (spoken.span) return later(spoken, spoken.span, now);
  if (!saysTimeOfDay(spoken)) return { problem: 'hour' };
  const clock = clockOf(spoken);
  if (!clock || 'half' in clock) return clock ? { problem: 'half' } : unclear;
  // Of the two midnights of a day, nobody knows which.
  if (spoken.part === 'midnight' && saysDay(spoken)) return unclear;
  return once(spoken, clock, now);
}

/** "In ten minutes", "in three days at nine". */
function later(spoken: Spoken, span: NonNullable<Spoken['span']>, now: Now): When | Problem {
  const { offset, weekday, date, hour, part } = spoken;
  if (offset !== undefined || weekday !== undefined || date !== undefined) return unclear;
  if ('minutes' in span) {
    if (hour !== undefined || part !== undefined || span.minutes < 1 || span.minutes > LONGEST_MINUTES) return unclear;
    // The next minute may be over before it is stored.
    return { at: minutesLater(now, Math.max(span.minutes, 2)) };
  }
  const count = 'days' in span ? span.days : span.months;
  if (count < 1 || count > 3_660) return unclear;
  const day = 'days' in span ? addDays(now.day, count) : monthsLater(now.day, count);
  if (hour === undefined && part === undefined) return { at: `${day} ${now.clock}` };
  if (!saysTimeOfDay(spoken)) return { problem: 'hour' };
  const clock = clockOf(spoken);
  if (!clock || 'half' in clock) return clock ? { problem: 'half' } : unclear;
  return { at: `${addDays(day, clock.days)} ${clock.time}` };
}

/** The same date, or the last day of a shorter month. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const count = year * 12 + month - 1 + months;
  const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
  for (let d = date; d > 28; d--) {
    const found = addDays(first, d - 1);
    if (found.slice(0, 7) === first.slice(0, 7)) return found;
  }
  return addDays(first, Math.min(date, 28) - 1);
}

function once(spoken: Spoken, clock: Clock, now: Now): When | Problem {
  const isAhead = (day: string) => `${addDays(day, clock.days)} ${clock.time}` > `${now.day} ${now.clock}`;
  const day = dayOf(spoken, now.day, isAhead);
  if (day === undefined) return unclear;
  return isAhead(day) ? { at: `${addDays(day, clock.days)} ${clock.time}` } : { problem: 'past' };
}

function recurring(spoken: Spoken, every: Every): When | Problem {
  const { offset, weekday, week, year, month, date, hour, part, span } = spoken;
  if (offset !== undefined || week !== undefined || year !== undefined || span !== undefined) return unclear;
  if ('minutes' in every) {
    const { minutes } = every;
    if ([hour, part, weekday, date, month].some((one) => one !== undefined)) return unclear;
    if (minutes < 1 || minutes > LONGEST_MINUTES) return unclear;
    return { every: minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m` };
  }
  const days = daysOf(spoken, every);
  if (days === undefined) return unclear;
  if (!saysTimeOfDay(spoken)) return { problem: 'hour' };
  const clock = clockOf(spoken);
  if (clock && 'half' in clock) return { problem: 'half' };
  // Midnight at the end of a day would need other days.
  if (!clock || (clock.days > 0 && days !== '* * *')) return unclear;
  const [h, m] = clock.time.split(':').map(Number);
  return { cron: `${m} ${h} ${days}` };
}

/** The last three cron fields. */
function daysOf({ weekday, month, date }: Spoken, every: Exclude<Every, { minutes: number }>): string | undefined {
  if ('days' in every) {
    if (weekday !== undefined || date !== undefined) return undefined;
    return `* * ${every.days.join(',') === '1,2,3,4,5' ? '1-5' : every.days.join(',')}`;
  }
  switch (every.unit) {
    case 'day':
      return weekday === undefined && date === undefined ? '* * *' : undefined;
    case 'week':
      return weekday === undefined || date !== undefined ? undefined : `* * ${(weekday + 1) % 7}`;
    case 'month':
      // Not every month has the last days of the long ones.
      return date === undefined || date > 28 || month !== undefined || weekday !== undefined
        ? undefined
        : `${date} * *`;
    case 'year':
      return date === undefined || month === undefined || weekday !== undefined || !isDate(month, date)
        ? undefined
        : `${date} ${month} *`;
    case 'other':
      return undefined;
  }
}

function isDate(month: number, date: number): boolean {
  return month >= 1 && month <= 12 && date >= 1 && date <= (month === 2 ? 28 : [4, 6, 9, 11].includes(month) ? 30 : 31);
}
