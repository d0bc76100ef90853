// The section `tools`: which of them a chat may use. Every layer only takes away. Shapes only.

import { z } from 'zod';
import { scopeKey } from './schema-scope.js';

const profile = z.enum(['minimal', 'messaging', 'assistant', 'full']);
const names = z.array(z.string().min(1));
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/i;

export const toolsSection = z
  .strictObject({
    profile: profile
      .default('assistant')
      .describe(
        'minimal: memory and skills are read; messaging: also notes, reminders, files and messages; assistant: also files of the workspace and web pages; full: everything there is.',
      ),
    allow: names
      .optional()
      .describe('Names of tools, or groups such as "group:memory", that may be used. Default: all.'),
    deny: names.default([]).describe('Names of tools, or groups, that may not.'),
    scopes: z
      .array(
        z.strictObject({
          scope: scopeKey.describe('Whose: main, a person or a group.'),
          profile: profile.optional(),
          allow: names.optional(),
          deny: names.default([]),
        }),
      )
      .default([])
      .describe('What is taken away for some.'),
    webInside: z
      .array(z.string().regex(HOST, 'must be a host with its port, such as "nas.local:8080"'))
      .default([])
      .describe('Hosts inside your own network that web_fetch may open, each with its port. Default: none.'),
  })
  .prefault({})
  .describe('What the model can do besides talking.');
