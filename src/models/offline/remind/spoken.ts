// What a phrase says about time, piece by piece, before anybody knows what time it is. Pure; holds no words of a language.

export type Part = 'early' | 'morning' | 'noon' | 'afternoon' | 'evening' | 'night' | 'midnight';

/** `days`: 0 is Sunday, as in a cron field. `other`: a rhythm that a schedule here cannot hold. */
export type Every =
  | { minutes: number }
  | { days: readonly number[] }
  | { unit: 'day' | 'week' | 'month' | 'year' | 'other' };

/** Every field that was said. Days of the week are 0 for Monday to 6. */
export interface Spoken {
  /** Days from today. */
  offset?: number;
  weekday?: number;
  /** Which week `weekday` is in, from this one; `next` may be the coming day or the week behind it. */
  week?: 0 | 1 | 2 | 'next';
  year?: number;
  month?: number;
  date?: number;
  part?: Part;
  hour?: number;
  minute?: number;
  half?: 'am' | 'pm';
  /** Written as a clock of 24 hours shows it: 03:00. */
  exact?: true;
  span?: { minutes: number } | { days: number } | { months: number };
  every?: Every;
  /** Two pieces do not go together. */
  clash?: true;
}

/** Both together; what they say differently is a clash. */
export function merged(one: Spoken, other: Spoken): Spoken {
  const both: Spoken = { ...one, ...other };
  const differ = (key: keyof Spoken) =>
    key in one && key in other && JSON.stringify(one[key]) !== JSON.stringify(other[key]);
  const added = addedSpan(one, other);
  if (added) return { ...both, span: added };
  const refined = refinedEvery(one, other);
  if (refined) return { ...both, every: refined };
  return (Object.keys(other) as (keyof Spoken)[]).some(differ) ? { ...both, clash: true } : both;
}

/** "two hours and ten minutes". */
function addedSpan({ span: a }: Spoken, { span: b }: Spoken): Spoken['span'] | undefined {
  return a && b && 'minutes' in a && 'minutes' in b ? { minutes: a.minutes + b.minutes } : undefined;
}

/** "every day on weekdays", "every Monday, every Thursday". */
function refinedEvery({ every: a }: Spoken, { every: b }: Spoken): Every | undefined {
  if (!a || !b) return undefined;
  if ('days' in a && 'days' in b) return { days: [...new Set([...a.days, ...b.days])].sort() };
  if ('unit' in a && a.unit === 'day' && 'days' in b) return b;
  if ('unit' in b && b.unit === 'day' && 'days' in a) return a;
  return undefined;
}

/** Whether it says a time of day. */
export function saysTimeOfDay({ hour, part }: Spoken): boolean {
  return hour !== undefined || part === 'noon' || part === 'midnight';
}

/** Whether it says all there is to say about when. */
export function isWhole(spoken: Spoken): boolean {
  const { span, every } = spoken;
  return saysTimeOfDay(spoken) || span !== undefined || (every !== undefined && 'minutes' in every);
}

/** Whether it says which day, or how often. */
export function saysDay({ offset, weekday, date, span, every }: Spoken): boolean {
  return [offset, weekday, date, span, every].some((one) => one !== undefined);
}
