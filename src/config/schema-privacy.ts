// The section `privacy`: what is remembered where a chat has not chosen by itself. Checks shapes only.

import { z } from 'zod';

export const privacySection = z
  .strictObject({
    groups: z
      .enum(['on', 'mentions', 'off'])
      .default('on')
      .describe(
        'What is remembered in groups. on: what is said. mentions: only what is said to the bot; nothing else reaches the disk. off: nothing.',
      ),
    days: z
      .int()
      .min(1)
      .max(36_500)
      .optional()
      .describe(
        'How long logs, conversations and files of groups and other people are kept. Absent: until they are forgotten.',
      ),
  })
  .prefault({})
  .describe('What holds in a chat until its admins choose with /privacy. Your own memory is never touched by this.');
