// The tool `propose_identity`: a new text for IDENTITY.md, which the owner sees as a diff and agrees to, or does not.

import { z } from 'zod';
import type { Tool } from '../../contracts/index.js';

const args = z.object({
  text: z.string().trim().min(1).max(20_000).describe('The whole new text of IDENTITY.md'),
  reason: z.string().trim().min(1).max(300).describe('Why, in one sentence'),
});

export const proposeIdentityTool: Tool<z.infer<typeof args>> = {
  name: 'propose_identity',
  description:
    'Proposes a new IDENTITY.md to the owner, who is shown the exact change and answers y or n. Nothing is written before that.',
  args,
  allowed: (who, scope) => scope.kind === 'main' && who.role === 'owner',
  async run({ text, reason }, { propose }) {
    await propose({ path: 'IDENTITY.md', text: `${text}\n`, reason });
    return { content: 'The owner is shown the change below your reply and answers y or n. It is not made yet.' };
  },
};
