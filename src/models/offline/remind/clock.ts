// The time of day that was meant: "9", "nine in the evening", "half past", noon. Pure.

import type { Spoken } from './spoken.js';

/** `time` HH:MM; `days` 1 when it is the midnight at which that day ends. */
export interface Clock {
  time: string;
  days: number;
}

/** Up to here a bare hour may be of the night or of the afternoon, and whoever says it seldom means the night. */
const LAST_OPEN = 5;

/** `half`: one of two times of day; undefined when the pieces do not fit. */
export function clockOf({ hour, minute = 0, half, part, exact }: Spoken): Clock | { half: true } | undefined {
  if (hour === undefined) {
    if (part === 'noon') return { time: '12:00', days: 0 };
    return part === 'midnight' ? { time: '00:00', days: 0 } : undefined;
  }
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59) return undefined;
  const isOpen = half === undefined && part === undefined && exact === undefined;
  if (isOpen && hour >= 1 && hour <= LAST_OPEN) return { half: true };
  const meant = half === undefined ? hourOf(hour, part) : halved(hour, half, part);
  if (meant === undefined) return undefined;
  return { time: `${two(meant % 24)}:${two(minute)}`, days: meant === 24 ? 1 : 0 };
}

/** Twelve hours twice. */
function halved(hour: number, half: 'am' | 'pm', part: Spoken['part']): number | undefined {
  if (hour < 1 || hour > 12) return undefined;
  const meant = (hour % 12) + (half === 'pm' ? 12 : 0);
  return part === undefined || fits(meant, part) ? meant : undefined;
}

/** 24 is midnight at the end of the day. Without a part an hour is what a clock of 24 hours shows. */
function hourOf(hour: number, part: Spoken['part']): number | undefined {
  if (part === undefined) return hour;
  if (hour > 12) return fits(hour, part) ? hour : undefined;
  if (hour === 12 && (part === 'evening' || part === 'night')) return 24;
  // "12 in the morning" is noon to some and midnight to others.
  if (hour === 12 && part === 'morning') return undefined;
  const found = [hour % 12, (hour % 12) + 12].filter((one) => fits(one, part));
  return found.length === 1 ? found[0] : undefined;
}

function fits(hour: number, part: NonNullable<Spoken['part']>): boolean {
  const [from, to] = HOURS[part];
  return hour >= from && hour <= to;
}

const HOURS: Readonly<Record<NonNullable<Spoken['part']>, readonly [number, number]>> = {
  early: [0, 6],
  morning: [3, 11],
  noon: [10, 14],
  afternoon: [12, 19],
  evening: [16, 23],
  night: [19, 23],
  midnight: [0, 0],
};

function two(n: number): string {
  return String(n).padStart(2, '0');
}
