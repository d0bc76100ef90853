// The section `dreaming`: when memory is tidied, what is read for it, and what needs a yes. Checks shapes only.

import { createRequire } from 'node:module';
import { z } from 'zod';
import { scopeKey } from './schema-scope.js';

const applyPolicy = z.enum(['auto', 'ask', 'ask-if']);

export const dreamingSection = z
  .strictObject({
    enabled: z.boolean().default(true),
    cron: z
      .string()
      .regex(
        /^[\d*/,A-Za-z?#L-]+( +[\d*/,A-Za-z?#L-]+){4}$/,
        'must have five fields, such as "0 3 * * *" for every night at three',
      )
      .refine(comes, 'is no time that ever comes. Write minute, hour, day, month and weekday, such as "0 3 * * *"')
      .default('0 3 * * *')
      .describe('When, in your time zone.'),
    apply: applyPolicy
      .default('ask-if')
      .describe(
        'auto: everything is written that needs no word of others. ask: nothing without your yes. ask-if: your yes is needed for more than ten lines, for a line that you wrote by hand, and for what was quoted, forwarded, or came from a tool or the web.',
      ),
    transcripts: z.boolean().default(false).describe('Whether conversations themselves are read, besides the logs.'),
    lookBackDays: z.int().min(2).max(366).default(31).describe('Older logs are not read any more.'),
    maxTokens: z
      .int()
      .min(2_000)
      .max(1_000_000)
      .default(40_000)
      .describe('How many tokens the one question of a night and its answer may have.'),
    scopes: z
      .array(
        z.strictObject({
          scope: scopeKey.describe('Whose: main, a person or a group.'),
          enabled: z.boolean().optional(),
          apply: applyPolicy.optional(),
        }),
      )
      .default([])
      .superRefine((all, context) => {
        const names = all.map(({ scope }) => JSON.stringify(scope));
        const at = names.findIndex((name, index) => names.indexOf(name) < index);
        if (at < 0) return;
        const message = 'names a memory that is named above. Keep one of the two';
        context.addIssue({ code: 'custom', message, path: [at, 'scope'] });
      })
      .describe('What is different for some.'),
  })
  .prefault({})
  .describe('The nightly consolidation of daily logs into long-term memory.');

/** Loaded for whoever has set one: every command reads the configuration. */
function comes(pattern: string): boolean {
  try {
    const { Cron } = createRequire(import.meta.url)('croner') as typeof import('croner');
    return new Cron(pattern, { paused: true }).nextRun() !== null;
  } catch {
    return false;
  }
}
