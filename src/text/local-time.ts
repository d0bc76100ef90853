// Days and times as a person in a time zone reads them. Days are 'YYYY-MM-DD' in the Gregorian calendar.
// Never uses the zone of the process.

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter costs a hundred times more than using it, so each zone keeps one. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timezone, format);
  }
  return format;
}

function partsOf(ms: number, timezone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(ms)) parts[type] = value;
  return parts;
}

/** The day in `timezone` (IANA name) at `ms` since the epoch. Throws RangeError for an unknown zone. */
export function localDay(ms: number, timezone: string): string {
  const { year = '', month, day } = partsOf(ms, timezone);
  return `${year.padStart(4, '0')}-${month}-${day}`;
}

/** The time of day as 'HH:MM', 00:00 to 23:59. Throws RangeError for an unknown zone. */
export function localClock(ms: number, timezone: string): string {
  const { hour, minute } = partsOf(ms, timezone);
  return `${hour}:${minute}`;
}

/** Day and time as 'YYYY-MM-DD HH:MM'. Throws RangeError for an unknown zone. */
export function localTime(ms: number, timezone: string): string {
  return `${localDay(ms, timezone)} ${localClock(ms, timezone)}`;
}

const weekdays = new Map<string, Intl.DateTimeFormat>();

/** `Monday`. Throws RangeError for an unknown zone. */
export function localWeekday(ms: number, timezone: string): string {
  let format = weekdays.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: timezone });
    weekdays.set(timezone, format);
  }
  return format.format(ms);
}

/** `2026-11-29 21:01:03 UTC`, for operators. */
export function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

/** Whether it names a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The day `n` days later (earlier when negative). Throws RangeError when `day` is not a day. */
export function addDays(day: string, n: number): string {
  const start = Date.parse(`${day}T00:00:00Z`);
  return new Date(start + n * 86_400_000).toISOString().slice(0, 10);
}
