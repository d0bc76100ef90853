// Which of the tools about skills have nothing to do where there are so many, and in a sentence why. Pure.

import { SEARCH_FROM } from '../../skills/catalog.js';
import { skillRunTool } from './skill-run.js';
import { skillSearchTool } from './skill-search.js';

/** `skills`: how many the model is shown. Undefined: there is something to do for that tool. */
export function idleReason(tool: string, skills: number): string | undefined {
  if (skills === 0 && tool === skillRunTool.name) return 'There are no skills here.';
  if (skills <= SEARCH_FROM && tool === skillSearchTool.name) return 'The skills here are few enough to see them all.';
  return undefined;
}
