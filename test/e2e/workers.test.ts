// One gateway and two workers on one home, briefly; `npm run soak:workers` is the same at full length.

import { expect, it } from 'vitest';
import { tempDir } from '../support/temp-dir.js';
import { workerRun } from '../support/worker-run/run.js';

const brief = {
  ...{ chats: 8, workers: 2, messages: 60, kills: 4, longestGapMs: 2_000, killGateway: false },
  ...{ slowMs: 900, restMs: 60_000, random: Math.random },
};

it('every message is answered once and in order while workers are killed, whoever runs its turn', async () => {
  const { figures, faults } = await workerRun(tempDir(), { ...brief, engine: 'sqlite' });
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ messages: brief.messages, answered: brief.messages });
}, 120_000);
