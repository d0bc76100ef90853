// Whether the system's clock can be right, by what was written down before now, and which zone days are counted in.

import type { Check, Finding } from '../contracts/index.js';

/** Clocks are put right by some minutes all the time. */
const ALLOWED_MS = 10 * 60_000;
/** Older than this program. */
const EARLIEST = Date.UTC(2025, 0, 1);

/** `newest` is the latest time (epoch ms) that anything here was written down with; `zone` is the system's own. */
export function clockChecks(parts: {
  now(): number;
  newest(): number | undefined;
  configured: string;
  zone: string | undefined;
}): Check[] {
  return [
    { name: 'system.clock', run: () => [clockFinding(parts.now(), parts.newest())] },
    { name: 'system.zone', run: () => [zoneFinding(parts.configured, parts.zone)] },
  ];
}

function clockFinding(now: number, newest: number | undefined): Finding {
  const check = 'system.clock';
  const remedy = 'Set the clock of this machine, best by NTP, and start Nightjar again: reminders and days go by it.';
  if (now < EARLIEST) {
    return { check, level: 'error', says: `The clock of this machine says ${day(now)}, which cannot be.`, remedy };
  }
  if (newest !== undefined && newest - now > ALLOWED_MS) {
    const says = `The clock of this machine is behind: it says ${stamp(now)}, and something was written at ${stamp(newest)}.`;
    return { check, level: newest - now > 86_400_000 ? 'error' : 'warning', says, remedy };
  }
  return { check, level: 'ok', says: 'The clock goes on from what was written before.' };
}

function zoneFinding(configured: string, zone: string | undefined): Finding {
  const check = 'system.zone';
  // As in a container whose TZ is empty, or names none that there is.
  if ((zone === undefined || zone === 'Etc/Unknown') && configured === 'UTC') {
    const says = 'The system names no time zone, so days are counted in UTC.';
    return { check, level: 'warning', says, remedy: 'Set `timezone` in nightjar.yaml, such as Europe/Berlin.' };
  }
  const same = configured === zone || zone === undefined ? '' : `; the system itself is in ${zone}`;
  return { check, level: 'ok', says: `Days are counted in ${configured}${same}.` };
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
