// Names and titles that others chose, in what commands answer.

import { expect, it } from 'vitest';
import { whyCommand } from '../../../src/commands/chat.js';
import type { CommandContext, CommandServices } from '../../../src/commands/command.js';
import { whoamiCommand } from '../../../src/commands/status.js';

const HOSTILE = '[nightjar.yaml](https://evil.example)';

it('a name is no link, neither in why somebody was not answered nor in who they are', async () => {
  const note = { why: 'I do not take part there', name: HOSTILE, at: 0, count: 1 };
  const services = { silences: () => [note] } as unknown as CommandServices;
  const why = await whyCommand.run({ args: 'ignored' } as CommandContext, services);
  expect(why.text).toContain(`(\`${HOSTILE}\` at `);
  const who = { account: 'telegram:7', name: HOSTILE, role: 'member' as const };
  const scope = { kind: 'group' as const, channel: 'telegram', chat: '-1' };
  const { text } = await whoamiCommand.run({ who, scope } as CommandContext, services);
  expect(text.startsWith(`You are \`${HOSTILE}\` (member)`)).toBe(true);
});
