// The sections about a turn and what becomes of it: `agent`, `session`, `compaction`, `dreaming`.

import { z } from 'zod';

export const agentSection = z
  .strictObject({
    contextTokens: z
      .int()
      .min(16_000, 'must be at least 16000. Leave it out to use the whole window of the model')
      .optional()
      .describe('Use at most this much of the model’s window.'),
    engine: z
      .string()
      .min(1, 'must not be empty')
      .optional()
      .describe('A context engine of your own: a module’s path.'),
    maxToolRounds: z.int().min(1).max(200).default(24).describe('How often one turn may call tools.'),
    concurrency: z.int().min(1).max(64).default(8).describe('How many turns run at once.'),
    retrySeconds: z
      .int()
      .min(0)
      .max(120, 'must be at most 120: so long does a failing turn keep the next message waiting')
      .default(120)
      .describe('How long a failing turn is tried again before you are told.'),
    bootstrapMaxChars: z
      .int()
      .min(1_000)
      .max(1_000_000)
      .default(20_000)
      .describe('The most characters that one file of the workspace takes in a prompt.'),
    bootstrapTotalMaxChars: z
      .int()
      .min(1_000)
      .max(5_000_000)
      .default(150_000)
      .describe('The most that all of them take together; never over a quarter of the model’s window.'),
    turnTimeoutSeconds: z.int().min(10).max(7_200).default(600).describe('A turn that takes longer is ended.'),
  })
  .prefault({})
  .describe('How a turn runs.');

export const sessionSection = z
  .strictObject({
    snapshotMessages: z.int().min(0).max(1_000).default(15).describe('How many last messages a snapshot keeps.'),
    reset: z
      .strictObject({
        idleMinutes: z.int().min(0).default(0).describe('A new session after this silence; 0: never.'),
        dailyAt: z
          .string()
          .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "04:00"')
          .optional()
          .describe('A new session every day at this time, in your time zone. Default: never.'),
      })
      .prefault({}),
  })
  .prefault({})
  .describe('How sessions begin and end.');

const share = z.number().gt(0, 'must be above 0').lt(1, 'must be below 1');

export const compactionSection = z
  .strictObject({
    auto: z.boolean().default(true).describe('Compact when the threshold is reached.'),
    strategy: z
      .enum(['summary', 'truncate', 'mixed'])
      .default('summary')
      .describe(
        'What becomes of old history: summed up, left out, or its beginning summed up and its middle left out.',
      ),
    timeoutSeconds: z.int().min(5).max(1_800).default(180).describe('The longest that a summary may take.'),
    pruneToolResults: z
      .boolean()
      .default(false)
      .describe('Shorten old tool results where a prompt is made anew anyway.'),
    threshold: share.default(0.9).describe('Compact when this share of the window is full.'),
    flushThreshold: share.default(0.75).describe('Write memory down at this share.'),
    target: share.default(0.5).describe('How full the window is afterwards.'),
  })
  .superRefine(({ target, flushThreshold, threshold }, context) => {
    if (target < flushThreshold && flushThreshold < threshold) return;
    const message = `target (${target}) must be below flushThreshold (${flushThreshold}), and that below threshold (${threshold}). Correct one of the three`;
    context.addIssue({ code: 'custom', message });
  })
  .prefault({})
  .describe('What happens when the window fills: target < flushThreshold < threshold.');
