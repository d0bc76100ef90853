// The list of tools: adding one is a file beside this one and a line here.

import type { Principal, Scope } from '../../contracts/index.js';
import { memoryGetTool } from './memory-get.js';
import { memorySearchTool } from './memory-search.js';
import { memoryWriteTool } from './memory-write.js';
import { proposeIdentityTool } from './propose-identity.js';
import { readTool } from './read.js';
import { scheduleTool } from './schedule.js';
import { type SealedTool, seal } from './seal.js';
import { sendFileTool } from './send-file.js';

export const tools: readonly SealedTool[] = [
  seal(readTool),
  seal(memorySearchTool),
  seal(memoryGetTool),
  seal(memoryWriteTool),
  seal(proposeIdentityTool),
  seal(sendFileTool),
  seal(scheduleTool),
];

/**
 * What a turn in this chat shows to the model; `only` are the names that the chat is confined to. The speaker does not change it: in a group a request would otherwise
 * begin differently for each of them. What only the speaker lacks is refused at the call.
 */
export function visibleTools(
  all: readonly SealedTool[],
  who: Principal,
  scope: Scope,
  only?: readonly string[],
): SealedTool[] {
  return all.filter(
    (tool) => tool.allowed({ ...who, role: 'owner' }, scope) && (only === undefined || only.includes(tool.spec.name)),
  );
}

/** How far what a tool returns can be relied on, by its name; what is gone counts as any other. */
export function toolTrustIn(all: readonly SealedTool[]): (tool: string) => 'tool' | 'web' {
  return (name) => all.find(({ spec }) => spec.name === name)?.trust ?? 'tool';
}
