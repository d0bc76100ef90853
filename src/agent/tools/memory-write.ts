// The tool `memory_write`: puts a note into the scope's own Markdown. Saved and searchable when it returns.

import { z } from 'zod';
import { type Tool, ToolError } from '../../contracts/index.js';
import { flattenNote } from '../../memory/daily-log.js';
import { lowestTrust } from '../../text/trust.js';
import { mustHoldNoSecret } from '../turn-secrets.js';

const args = z.object({
  target: z
    .enum(['day', 'long', 'user'])
    .describe('day: the log of today; long: lasting memory; user: what USER.md says about the owner, in private only'),
  text: z.string().trim().min(1).max(4_000).describe('One full sentence a line, worded so that it is found again'),
});

export const memoryWriteTool: Tool<z.infer<typeof args>> = {
  name: 'memory_write',
  description: 'Writes a note into memory. It is on disk and searchable when this returns; confirm only then.',
  args,
  group: 'memory',
  profile: 'messaging',
  apart: 'proposed',
  allowed: () => true,
  async run({ target, text }, { memory, scope, who, session, entry, call, trustOf }) {
    if (target === 'user' && scope.kind !== 'main') {
      throw new ToolError('Target "user" exists only in the private chat with the owner. Use "long" or "day".');
    }
    mustHoldNoSecret(text);
    const lines = flattenNote(text).map((line) => ({ trust: trustOf(line), entries: [entry] }));
    const revision = await memory.remember(
      { target, text },
      {
        who: who.account,
        by: 'tool',
        session,
        entry,
        call,
        reason: `asked for in the conversation, target ${target}`,
        trust: lowestTrust(lines.map(({ trust }) => trust)),
        ...(lines.length > 1 ? { lines } : {}),
      },
    );
    return {
      content: JSON.stringify({ saved: true, path: revision.path, line: revision.line, text }),
      details: { ledger: revision.row, repeated: revision.repeated },
    };
  },
};
