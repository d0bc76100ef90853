// The sections about work that nobody waits for: `heartbeat`, `schedules`, `retention`.

import { z } from 'zod';

const HOUR = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const hour = z.string().regex(HOUR, 'must be a time of day such as "08:00"');

export const heartbeatSection = z
  .strictObject({
    everyMinutes: z
      .int()
      .min(5, 'must be at least 5, or 0 for never')
      .or(z.literal(0))
      .default(0)
      .describe('How often the model looks at HEARTBEAT.md and says something or nothing; 0: never.'),
    from: hour.default('08:00').describe('Not before this time of day, in your time zone.'),
    to: hour.default('22:00').describe('Not after this time of day; may be past midnight.'),
  })
  .prefault({})
  .describe('A look at HEARTBEAT.md now and then. Off by default.');

export const schedulesSection = z
  .strictObject({
    timeoutSeconds: z.int().min(10).max(7_200).default(300).describe('The longest that one run may take.'),
    maxTokens: z
      .int()
      .min(1_000)
      .max(10_000_000)
      .default(100_000)
      .describe('How many tokens one run may use, its requests and answers together.'),
    maxToolRounds: z.int().min(0).max(200).default(8).describe('How often one run may call tools.'),
    perChat: z.int().min(1).max(1_000).default(50).describe('How many schedules one chat may have.'),
  })
  .prefault({})
  .describe('Limits of what /cron and the tool schedule.');

const days = z.int().min(1).max(36_500);

export const retentionSection = z
  .strictObject({
    inboxDays: days.min(7, 'must be at least 7: so long a platform may deliver a message again').default(30),
    outboxDays: days.default(30),
    jobsDays: days.default(30),
    mediaDays: days.default(90),
  })
  .prefault({})
  .describe('How long is kept what was answered, sent and done, and files that came with messages.');
