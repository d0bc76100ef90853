// The section `usage`: budgets of background work, what models cost, and how much may be spent.

import { z } from 'zod';

const limits = z
  .strictObject({
    runs: z.int().min(0).optional().describe('So many a day.'),
    tokens: z.int().min(0).optional().describe('So many tokens a day, requests and answers together.'),
  })
  .prefault({});

/** What one setting leaves out keeps its bound: nobody asked for these requests. */
const heartbeatLimits = z
  .strictObject({
    runs: z.int().min(0).default(200).describe('So many a day.'),
    tokens: z.int().min(0).default(500_000).describe('So many tokens a day, requests and answers together.'),
  })
  .prefault({});

/** Whoever may schedule in their own chat does so at the owner's cost. */
const scheduledLimits = z
  .strictObject({
    runs: z.int().min(0).default(500).describe('So many a day.'),
    tokens: z.int().min(0).default(2_000_000).describe('So many tokens a day, requests and answers together.'),
  })
  .prefault({});

/** Every scope's night asks once. */
const dreamingLimits = z
  .strictObject({
    runs: z.int().min(0).optional().describe('So many a day.'),
    tokens: z.int().min(0).default(1_000_000).describe('So many tokens a day, requests and answers together.'),
  })
  .prefault({});

const perMillion = z.number().min(0).max(1_000_000);

const price = z.strictObject({
  input: perMillion.describe('What a million tokens that it is sent cost.'),
  cached: perMillion
    .optional()
    .describe('The same of what it was sent before, where the provider counts that. Default: as input.'),
  output: perMillion.describe('What a million tokens of its answers cost.'),
});

const sum = z.number().min(0).optional();
const tokens = z.int().min(0).optional();

/** Beyond them nobody but the owner, in private, is answered by a model. */
const capsSection = z
  .strictObject({
    day: sum.describe('So much a day.'),
    month: sum.describe('So much a calendar month.'),
    chatDay: sum.describe('So much a day in one chat; never in your own.'),
    personDay: sum.describe('So much a day for one person; never for you.'),
    dayTokens: tokens.describe('So many tokens a day.'),
    monthTokens: tokens.describe('So many tokens a calendar month.'),
    chatDayTokens: tokens.describe('So many tokens a day in one chat; never in your own.'),
    personDayTokens: tokens.describe('So many tokens a day for one person; never for you.'),
  })
  .prefault({})
  .describe(
    'What may be spent. When it is, I answer nobody but you, in private, and work in the background goes by rules.',
  );

export const usageSection = z
  .strictObject({
    daily: z
      .strictObject({
        flush: limits,
        compaction: limits,
        snapshot: limits,
        scheduled: scheduledLimits,
        heartbeat: heartbeatLimits,
        transcription: limits,
        dreaming: dreamingLimits,
      })
      .prefault({})
      .describe('Budgets of a day, by kind of work. Flushes and compactions go on by rules when theirs is spent.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters such as USD')
      .default('USD')
      .describe('What prices and caps are in.'),
    prices: z
      .record(z.string().min(1), price)
      .default({})
      .describe('What models cost, by name or id, for a million tokens. There are no others built in.'),
    caps: capsSection,
  })
  .prefault({})
  .describe('What models cost, and what they may cost.');
