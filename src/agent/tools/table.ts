// The list of tools: adding one is a file beside this one and a line here.

import { editTool } from './edit.js';
import { grepTool } from './grep.js';
import { listTool } from './list.js';
import { memoryGetTool } from './memory-get.js';
import { memorySearchTool } from './memory-search.js';
import { memoryWriteTool } from './memory-write.js';
import { messageTool } from './message.js';
import { readTool } from './read.js';
import { scheduleTool } from './schedule.js';
import { type SealedTool, seal } from './seal.js';
import { sendFileTool } from './send-file.js';
import { sessionStatusTool } from './session-status.js';
import { sessionsHistoryTool } from './sessions-history.js';
import { sessionsListTool } from './sessions-list.js';
import { skillRunTool } from './skill-run.js';
import { skillSearchTool } from './skill-search.js';
import { webFetchTool } from './web-fetch.js';
import { writeTool } from './write.js';

export const tools: readonly SealedTool[] = [
  seal(readTool),
  seal(listTool),
  seal(grepTool),
  seal(memorySearchTool),
  seal(memoryGetTool),
  seal(memoryWriteTool),
  seal(writeTool),
  seal(editTool),
  seal(sendFileTool),
  seal(scheduleTool),
  seal(skillSearchTool),
  seal(messageTool),
  seal(sessionsListTool),
  seal(sessionsHistoryTool),
  seal(sessionStatusTool),
  seal(skillRunTool),
  seal(webFetchTool()),
];

/** How far what a tool returns can be relied on, by its name; what is gone counts as any other. */
export function toolTrustIn(all: readonly SealedTool[]): (tool: string) => 'tool' | 'web' {
  return (name) => all.find(({ spec }) => spec.name === name)?.trust ?? 'tool';
}
