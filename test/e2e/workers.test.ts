// One gateway and two workers on one home, briefly; `npm run soak:workers` is the same at full length.

import { expect, it } from 'vitest';
import { mayTestRedis } from '../support/jobs/redis-server.js';
import { tempDir } from '../support/temp-dir.js';
import { type WorkerPlan, workerRun } from '../support/worker-run/run.js';

const brief = {
  ...{ chats: 6, workers: 2, messages: 30, kills: 2, longestGapMs: 2_000 },
  ...{ slowMs: 900, restMs: 60_000, random: Math.random },
};

async function expectAllAnswered(plan: WorkerPlan): Promise<void> {
  const { figures, faults } = await workerRun(tempDir(), plan);
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ messages: plan.messages, answered: plan.messages });
}

it('every message is answered once and in order while workers are killed, whoever runs its turn', async () => {
  await expectAllAnswered({ ...brief, engine: 'sqlite' });
}, 120_000);

it.skipIf(!mayTestRedis)(
  'the same on Redis, which is away for a while, forgets everything, and is told no word of what was said',
  async () => {
    await expectAllAnswered({ ...brief, engine: 'redis', redisStopMs: 1_000, flush: true });
  },
  120_000,
);
