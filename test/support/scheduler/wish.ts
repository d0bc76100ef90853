// Schedules for tests that care about one thing of them.

import type { NewSchedule } from '../../../src/jobs/scheduler/rows.js';

export function wish(over: Partial<NewSchedule> = {}): NewSchedule {
  return {
    id: 'water',
    spec: { kind: 'cron', expr: '0 10 * * *' },
    zone: 'UTC',
    missed: 'run-once',
    task: 'say',
    message: 'Water the 植物.',
    chat: { channel: 'console', account: 'me', chat: 'dm' },
    scope: { kind: 'main' },
    by: 'console:owner',
    via: 'command',
    ...over,
  };
}
