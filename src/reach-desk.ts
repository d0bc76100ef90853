// What the tools of a turn may reach beyond memory and files, composed for whoever speaks, where, in which conversation.

import type { Scope, SkillCard, ToolReach } from './contracts/index.js';
import type { ChatPolicy } from './gateway/policy.js';
import type { ChatSkills } from './gateway/skills-desk.js';
import { type ToolMessageParts, toolMessages } from './gateway/tool-messages.js';
import { type ToolSessionParts, toolSessions } from './gateway/tool-sessions.js';
import { type ToolWebParts, toolWeb } from './gateway/tool-web.js';
import type { RunReachOf } from './jobs/handlers/scheduled.js';
import type { ReachOf } from './jobs/handlers/turn.js';
import type { openScheduling } from './scheduling-desk.js';

export interface ReachParts {
  scheduling: Pick<ReturnType<typeof openScheduling>, 'forTool'>;
  messages: ToolMessageParts;
  sessions: ToolSessionParts;
  skills: Pick<ChatSkills, 'of'>;
  web: ToolWebParts;
}

export interface Reach {
  /** In a conversation. */
  reachOf(of: ReachOf): Partial<ToolReach>;
  /** In a run that nobody began by a message. */
  runReach(of: RunReachOf): Partial<ToolReach>;
}

export function openReach({ scheduling, skills, ...parts }: ReachParts): Reach {
  const shelf = (scope: Scope, policy: ChatPolicy) => ({ skills: skills.of(scope, policy), rankSkills });
  return {
    runReach: ({ scope, policy, ...run }) => ({
      ...shelf(scope, policy),
      web: toolWeb(parts.web, { ...run, canAsk: false }),
    }),
    reachOf({ row: { principal: who, scope, event, session: key }, session, turn, policy, entries }) {
      const speaker = { who, scope, chat: event.chat, session, turn };
      return {
        ...shelf(scope, policy),
        web: toolWeb(parts.web, { session, turn, entries, canAsk: true }),
        schedules: scheduling.forTool(speaker),
        ...(scope.kind === 'main' ? { messages: toolMessages(parts.messages, speaker) } : {}),
        sessions: toolSessions(parts.sessions, { ...speaker, key }),
      };
    },
  };
}

/** Its tables of words are loaded by the first who searches. */
async function rankSkills(request: string, skills: readonly SkillCard[], limit: number): Promise<SkillCard[]> {
  const { rankTexts } = await import('./memory/search/rank-texts.js');
  const texts = skills.map(({ name, description }) => ({ key: name, title: name, body: description }));
  const cards = new Map(skills.map((card) => [card.name, card]));
  return rankTexts(request, texts, limit).flatMap((name) => cards.get(name) ?? []);
}
