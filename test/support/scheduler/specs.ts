// Random schedules, and their slots by croner alone: what the scheduler is held against.

import { Cron } from 'croner';
import type { ScheduleSpec } from '../../../src/contracts/index.js';

/** Zones without a change of clocks, and some with one in each hemisphere. */
export const zones = [
  'UTC',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'America/Phoenix',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Africa/Cairo',
];

/** What croner and the scheduler's rule say alike: each pattern is either a rhythm or a list of times, never half of both. */
export function randomCron(random: () => number): ScheduleSpec {
  const upTo = (n: number) => Math.floor(random() * n);
  const minute = upTo(60);
  const hour = upTo(24);
  const expr = [
    `*/${2 + upTo(29)} * * * *`,
    `${minute} * * * *`,
    `${minute} ${hour} * * *`,
    `${minute} ${hour},${(hour + 7) % 24} * * *`,
    `${minute},${(minute + 20) % 60} 0-${1 + upTo(22)} * * *`,
    `${upTo(60)} ${minute} ${hour} * * *`,
    `${minute} ${upTo(4)} * * *`,
    `${minute} ${hour} * * ${upTo(7)}`,
    `${minute} ${hour} ${1 + upTo(28)} * *`,
    '0 0 * * *',
    '30 2 * * *',
    '0 0 L * *',
  ][upTo(12)];
  return { kind: 'cron', expr: expr ?? '0 0 * * *' };
}

export function randomSpec(random: () => number, now: number): ScheduleSpec {
  const kind = random();
  if (kind < 0.1) return { kind: 'every', everyMs: 60_000 * (1 + Math.floor(random() * 600)), anchor: now };
  if (kind < 0.15) return { kind: 'at', at: now + Math.floor(random() * 2 * 86_400_000) };
  return randomCron(random);
}

/** All slots after `from`, up to `until`, in order, or the first `most` of them. */
export function oracle(spec: ScheduleSpec, zone: string, from: number, until: number, most = 1_000_000): number[] {
  const slots: number[] = [];
  const cron = spec.kind === 'cron' ? cronOf(spec.expr, zone) : undefined;
  const following = (after: number): number => {
    if (spec.kind === 'at') return spec.at > after ? spec.at : Number.POSITIVE_INFINITY;
    if (spec.kind === 'every')
      return Math.max(after + spec.everyMs - ((after - spec.anchor) % spec.everyMs), spec.anchor);
    return cron?.nextRun(new Date(after))?.getTime() ?? Number.POSITIVE_INFINITY;
  };
  for (let at = following(from); at <= until && slots.length < most; at = following(at)) slots.push(at);
  return slots;
}

function cronOf(expr: string, zone: string): Cron {
  return new Cron(expr, { timezone: zone, paused: true, fixedTimeRule: 'no-wildcard' });
}

/** Mulberry32: the same every time, so that a failure can be looked into. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
