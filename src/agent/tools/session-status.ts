// The tool `session_status`: how the conversation stands that it is called in. Says nothing of another scope.

import { z } from 'zod';
import { type Tool, ToolError } from '../../contracts/index.js';

const args = z.object({});

export const sessionStatusTool: Tool<z.infer<typeof args>> = {
  name: 'session_status',
  description: 'How this conversation stands: model, how full the window is, what was summed up or written down, time.',
  args,
  group: 'sessions',
  profile: 'minimal',
  apart: 'declared',
  needsPerson: true,
  allowed: () => true,
  async run(_, { sessions }) {
    if (!sessions) throw new ToolError('There is no conversation to look at here.');
    const lines = await sessions.status();
    return { content: lines.map(({ label, value }) => `${label}: ${value}`).join('\n') };
  },
};
