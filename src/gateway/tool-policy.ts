// What takes tools away in a chat: the configuration, what it says of the chat's memory, and of the group. Looks up what is set;
// what follows from it is decided by agent/tools/policy.ts.

import { decideTools, type ToolDecision, type ToolLayers, type ToolRule } from '../agent/tools/policy.js';
import type { SealedTool } from '../agent/tools/seal.js';
import type { ChannelId, InboundEvent, Scope } from '../contracts/index.js';
import { sameScope } from '../memory/visibility.js';
import type { ChatPolicy } from './policy.js';

/** The section `tools` of the configuration. */
export interface ToolSettings extends ToolRule {
  scopes: readonly (ToolRule & { scope: Scope })[];
}

/** A chat, and whose memory counts there. */
export type ToolChat = Pick<InboundEvent, 'chat' | 'place' | 'inside'> & { scope: Scope };

export interface ToolPolicyParts {
  tools: readonly SealedTool[];
  settings: ToolSettings;
  /** As in Folders. */
  canonical(scope: Scope): Scope;
  policyIn(chat: ToolChat): ChatPolicy;
  /** Files can be sent on that platform. */
  hasFiles(channel: ChannelId): boolean;
}

export interface ToolPolicy {
  layers(scope: Scope, policy: Pick<ChatPolicy, 'tools'>): ToolLayers;
  /** Of every tool, for whatever a person asks there. */
  decisions(chat: ToolChat, began?: { person: boolean }): ToolDecision[];
}

export function openToolPolicy({ tools, settings, canonical, policyIn, hasFiles }: ToolPolicyParts): ToolPolicy {
  function layers(scope: Scope, policy: Pick<ChatPolicy, 'tools'>): ToolLayers {
    const here = canonical(scope);
    const { profile, allow, deny, scopes } = settings;
    return {
      profile,
      configuration: { allow, deny },
      scope: scopes.filter((one) => sameScope(canonical(one.scope), here)),
      group: policy.tools,
    };
  }
  return {
    layers,
    decisions(chat, { person } = { person: true }) {
      // A scheduled run answers with text alone.
      const place = { scope: chat.scope, person, files: person && hasFiles(chat.chat.channel) };
      return decideTools(tools, layers(chat.scope, policyIn(chat)), place);
    },
  };
}
