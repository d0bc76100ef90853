// What background work may cost a day, of the kinds that this configuration has. Pure.

import type { WorkKind, WorkLimits } from '../contracts/index.js';
import type { Config } from './schema.js';

/** A heartbeat that never beats needs no bound, and nobody is told of one. */
export function dailyLimits({ usage, heartbeat }: Pick<Config, 'usage' | 'heartbeat'>): Record<WorkKind, WorkLimits> {
  return { ...usage.daily, heartbeat: heartbeat.everyMinutes > 0 ? usage.daily.heartbeat : {} };
}
