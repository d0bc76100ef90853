// What is configured alike for every platform with chats of its own: who may write, and how the bot behaves in each group.
// Free of any SDK import; how a platform connects is its manifest's.

import { z } from 'zod';

const ack = z
  .string()
  .min(1, 'must not be empty')
  .max(16, 'must be one emoji')
  .optional()
  .describe('An emoji that is set on a message at once, as a sign that it was seen. Default: none.');

const group = z.strictObject({
  respond: z
    .enum(['mentioned', 'always', 'commands', 'never'])
    .optional()
    .describe(
      'What the bot answers: when it is mentioned or replied to, everything, commands only, or nothing. Default: mentioned.',
    ),
  persona: z.string().max(4_000).optional().describe('How the bot is to behave here, in your words.'),
  skills: z.array(z.string()).optional().describe('Names of the skills that can be used here. Default: all.'),
  tools: z.array(z.string()).optional().describe('Names of the tools that can be used here. Default: all.'),
  context: z
    .int()
    .min(0)
    .max(200)
    .optional()
    .describe('How many messages that were not for the bot it is shown with the next one that is. Default: 50.'),
  streaming: z.boolean().optional().describe('Shows a reply while it grows. Default: false.'),
  ack,
});

/** The keys below a channel, with the groups' ids checked by `id`. */
export function chatSettings(id: z.ZodType<string, string>, ids: string) {
  return {
    dm: z
      .enum(['pairing', 'allowlist', 'off'])
      .default('pairing')
      .describe('Who may write in private: strangers may ask to be paired, approved people only, or nobody new.'),
    streaming: z.boolean().default(true).describe('Shows a reply while it grows, in private chats.'),
    ack,
    groups: z.record(id, group).default({}).describe(ids),
  };
}
