// The tool `sessions_list`: which conversations this chat had. Never another chat's, in private with the owner neither.

import { z } from 'zod';
import { type Tool, ToolError } from '../../contracts/index.js';
import { localTime } from '../../text/local-time.js';

const LISTED = 10;
const MOST_LISTED = 50;

const args = z.object({
  limit: z.number().int().min(1).max(MOST_LISTED).optional().describe(`Default ${LISTED}`),
});

export const sessionsListTool: Tool<z.infer<typeof args>> = {
  name: 'sessions_list',
  description: 'Lists the conversations of this chat, newest first: id, when, turns.',
  args,
  group: 'sessions',
  profile: 'messaging',
  apart: 'never',
  needsPerson: true,
  allowed: () => true,
  async run({ limit = LISTED }, { sessions, timezone }) {
    if (!sessions) throw new ToolError('There are no conversations to look at here.');
    const time = (at: number | undefined) => (at === undefined ? undefined : localTime(at, timezone));
    const all = sessions.list(limit).map(({ id, here, openedAt, lastTurnAt, closedAt, turns }) => ({
      id,
      ...(here ? { here } : {}),
      opened: time(openedAt),
      lastTurn: time(lastTurnAt),
      closed: time(closedAt),
      turns,
    }));
    return { content: JSON.stringify({ sessions: all }) };
  },
};
