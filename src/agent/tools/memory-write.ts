// The tool `memory_write`: puts a note into the scope's own Markdown. Saved and searchable when it returns.

import { z } from 'zod';
import { type Note, type Tool, ToolError } from '../../contracts/index.js';
import { flattenNote } from '../../memory/daily-log.js';
import { lowestTrust } from '../../text/trust.js';
import { asStatement, isOthers } from '../others-words.js';
import { mustHoldNoSecret } from '../turn-secrets.js';
import { askToKeep } from './ask-to-keep.js';

const args = z.object({
  target: z
    .enum(['day', 'long', 'user'])
    .describe('day: the log of today; long: lasting memory; user: what USER.md says about the owner, in private only'),
  text: z.string().trim().min(1).max(4_000).describe('One full sentence a line, worded so that it is found again'),
});

/** As a person reads it in a revision. */
const FOR = { day: 'the log of the day', long: 'long-term memory', user: 'USER.md' } as const;

export const memoryWriteTool: Tool<z.infer<typeof args>> = {
  name: 'memory_write',
  description: 'Writes a note into memory. It is on disk and searchable when this returns; confirm only then.',
  args,
  group: 'memory',
  profile: 'messaging',
  apart: 'proposed',
  allowed: () => true,
  async run({ target, text }, context) {
    const { memory, scope, who, session, entry, call, trustOf } = context;
    if (target === 'user' && scope.kind !== 'main') {
      throw new ToolError('Target "user" exists only in the private chat with the owner. Use "long" or "day".');
    }
    mustHoldNoSecret(text);
    const said = flattenNote(text).map((line) => ({ line, trust: trustOf(line) }));
    const lines = said.map(({ trust }) => ({ trust, entries: [entry] }));
    const ofOthers = said.some(({ trust }) => isOthers(scope, trust));
    const lasts = target !== 'day';
    if (ofOthers && lasts && context.changes) return await askToKeep(context, { target, text });
    const note: Note = ofOthers
      ? {
          target: 'day',
          text: said.map(({ line, trust }) => (isOthers(scope, trust) ? asStatement(line, trust) : line)).join('\n'),
        }
      : { target, text };
    const revision = await memory.remember(note, {
      who: who.account,
      by: 'tool',
      session,
      entry,
      call,
      reason: `noted in the conversation, for ${FOR[target]}`,
      trust: lowestTrust(lines.map(({ trust }) => trust)),
      ...(lines.length > 1 ? { lines } : {}),
    });
    return {
      content: JSON.stringify({ saved: true, path: revision.path, line: revision.line, text: note.text }),
      details: { ledger: revision.row, repeated: revision.repeated },
    };
  },
};
