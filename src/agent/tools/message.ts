// The tool `message`: a text for another chat. Into the owner's own it goes at once; into anybody else's only after their yes to
// exactly that text, which is not this tool's to give.

import { z } from 'zod';
import { type Tool, ToolError, type ToolMessages } from '../../contracts/index.js';
import { mustHoldNoSecret } from '../turn-secrets.js';

const MOST_LISTED = 40;

const args = z.object({
  to: z.string().max(300).optional().describe('Address or name of the chat; without it the chats are listed'),
  text: z.string().optional().describe('Exactly what is said there, for a reader who knows nothing of this talk'),
});

export const messageTool: Tool<z.infer<typeof args>> = {
  name: 'message',
  description:
    'Sends a text to another chat, when the owner asks for it. Without "to": lists the chats. To a group or another person the owner is asked first, below your reply. Never for this chat: answer here.',
  args,
  group: 'messages',
  profile: 'messaging',
  apart: 'never',
  needsPerson: true,
  allowed: (who, scope) => scope.kind === 'main' && who.role === 'owner',
  async run({ to, text }, { messages, call }) {
    if (!messages) throw new ToolError('Nothing can be sent elsewhere from here.');
    if (to === undefined) return listed(messages, text !== undefined);
    if (text === undefined) throw new ToolError('Nothing was sent: give the text.');
    mustHoldNoSecret(text);
    const outcome = await messages.send({ to, text }, call);
    const asked = outcome.state === 'asked';
    const note = asked
      ? 'The owner is shown the exact text and the chat below your reply and answers y or n. It is not sent before.'
      : undefined;
    return {
      content: JSON.stringify({ sent: !asked, to: outcome.to, ...(note === undefined ? {} : { note }) }),
      details: { message: outcome.state },
    };
  },
};

function listed(messages: ToolMessages, wasMeant: boolean) {
  const all = messages.chats();
  const more = all.length - MOST_LISTED;
  const chats = all.slice(0, MOST_LISTED);
  return {
    content: JSON.stringify({
      ...(wasMeant ? { sent: false, note: 'Name one of these in "to".' } : {}),
      chats,
      ...(more > 0 ? { more } : {}),
    }),
  };
}
