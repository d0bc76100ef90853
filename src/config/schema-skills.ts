// The section `skills`: where skills are looked for besides the usual places, and which of them may be used. Shapes only.

import { z } from 'zod';
import { ownerKey, scopeKey } from './schema-scope.js';

const names = z.array(z.string().min(1));
const owners = z.array(ownerKey).min(1, 'must name at least one memory, such as "main"');
const mine = (): string[] => ['main'];

export const skillsSection = z
  .strictObject({
    dirs: z
      .array(
        z.strictObject({
          path: z.string().min(1).describe('A folder that is a skill, or holds some. A leading ~ is your home folder.'),
          scopes: owners.prefault(mine).describe('Who may use them. Default: main alone.'),
        }),
      )
      .default([])
      .describe('More folders with skills; nearer places win.'),
    managed: owners.prefault(mine).describe('Who may use those of $NIGHTJAR_HOME/skills. Default: main alone.'),
    personal: owners.prefault(mine).describe('Who may use those of ~/.agents/skills. Default: main alone.'),
    project: owners
      .prefault(mine)
      .describe('Who may use those of the workspace’s .agents/skills. Default: main alone.'),
    allowBundled: names
      .optional()
      .describe('Names of the skills that came with Nightjar and may be used. Default: all.'),
    allow: names.optional().describe('Names of the skills that may be used at all. Default: all; an empty list: none.'),
    scopes: z
      .array(
        z.strictObject({
          scope: scopeKey.describe('Whose: main, a person or a group.'),
          allow: names.describe('Names of the skills that may be used there; an empty list: none.'),
        }),
      )
      .default([])
      .describe('What is different for some.'),
    entries: z
      .record(z.string(), z.strictObject({ enabled: z.boolean().default(true).describe('false: nobody uses it.') }))
      .default({})
      .describe('Single skills, by name.'),
    catalogChars: z
      .int()
      .min(500)
      .max(200_000)
      .default(18_000)
      .describe('The most characters that the list of skills takes in a prompt.'),
    apart: z
      .strictObject({
        timeoutSeconds: z.int().min(5).max(7_200).default(180).describe('The longest that one run may take.'),
        maxTokens: z
          .int()
          .min(1_000)
          .max(10_000_000)
          .default(100_000)
          .describe('How many tokens one run may use, its requests and answers together.'),
        maxToolRounds: z.int().min(0).max(200).default(8).describe('How often one run may call tools.'),
      })
      .prefault({})
      .describe('Limits of a skill that runs apart from the conversation.'),
  })
  .prefault({})
  .describe('Skills: instructions that are read when they are needed.');
