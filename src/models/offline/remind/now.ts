// What time it is where the person is, as the facts of a request tell it. Pure; never asks the clock of the process.

import { addDays, localTime } from '../../../text/local-time.js';

/** Local: `day` YYYY-MM-DD, `clock` HH:MM. */
export interface Now {
  day: string;
  clock: string;
  zone: string;
}

const LINE = /^Now: \p{L}+ (\d{4}-\d\d-\d\d) (\d\d:\d\d) \(([^()\s]+)\)$/mu;

/** The time in `facts`, what stands behind a message; undefined when it is not told, or in an unknown zone. */
export function nowIn(facts: string): Now | undefined {
  const [, day, clock, zone] = LINE.exec(facts) ?? [];
  if (day === undefined || clock === undefined || zone === undefined) return undefined;
  try {
    return isTime(day, clock) && localTime(0, zone) ? { day, clock, zone } : undefined;
  } catch {
    return undefined;
  }
}

/** The local time so many minutes later; where clocks show it twice, with its offset from UTC. */
export function minutesLater({ day, clock, zone }: Now, minutes: number): string {
  const instant = instantOf(`${day} ${clock}`, zone) + minutes * 60_000;
  const local = localTime(instant, zone);
  const others = [-120, -60, -30, 30, 60, 120].map((shift) => localTime(instant + shift * 60_000, zone));
  return others.includes(local) ? `${local.replace(' ', 'T')}${offsetWords(offsetAt(instant, zone))}` : local;
}

/** The first instant at which clocks show this; one that they leap over is taken as before the leap. */
function instantOf(local: string, zone: string): number {
  const asUtc = Date.parse(`${local.replace(' ', 'T')}:00Z`);
  const offsets = [offsetAt(asUtc - 86_400_000, zone), offsetAt(asUtc + 86_400_000, zone)];
  const instants = offsets.map((offset) => asUtc - offset).sort((a, b) => a - b);
  return instants.find((ms) => localTime(ms, zone) === local) ?? asUtc - (offsets[0] ?? 0);
}

/** Milliseconds ahead of UTC, in whole minutes. */
function offsetAt(ms: number, zone: string): number {
  return Date.parse(`${localTime(ms, zone).replace(' ', 'T')}:00Z`) - Math.floor(ms / 60_000) * 60_000;
}

function offsetWords(offset: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const two = (n: number) => String(Math.floor(n)).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

function isTime(day: string, clock: string): boolean {
  return !Number.isNaN(Date.parse(`${day}T${clock}:00Z`)) && addDays(day, 0) === day;
}
