// Which files stand at the start of a prompt, in their order, and how much of each. Pure.

import type { Bootstrap, BootstrapMode, MemoryDoc, Scope } from '../contracts/index.js';
import { addDays } from '../text/local-time.js';
import { excerpt, type Keep } from './excerpt.js';
import { dailyLogPath } from './memory-files.js';

export interface BootstrapFile {
  path: string;
  /** What is kept of it when it is too long: of instructions the beginning, of memory the newest. */
  keep: Keep;
  /** Gets room after all others, so that no log squeezes out BOOTSTRAP.md, which stands behind it. */
  isLog: boolean;
}

/**
 * The files for a scope whose own are below `prefix` ('' for main), in the order of the prompt; `longTerm` is its long-term
 * memory, `today` is YYYY-MM-DD.
 */
export function bootstrapFiles(
  scope: Scope,
  prefix: string,
  longTerm: string,
  today: string,
  mode: BootstrapMode = 'full',
): BootstrapFile[] {
  if (mode === 'none') return [];
  const isMain = scope.kind === 'main';
  const instructions = (...paths: string[]) =>
    paths.map((path): BootstrapFile => ({ path, keep: 'beginning', isLog: false }));
  const agents = isMain ? ['AGENTS.md'] : ['AGENTS.md', `${prefix}AGENTS.md`];
  if (mode === 'light') return instructions(...agents, 'SOUL.md', ...(isMain ? ['TOOLS.md'] : []));
  const days = [today, addDays(today, -1)];
  return [
    ...instructions(...agents, 'SOUL.md', 'IDENTITY.md', ...(isMain ? ['USER.md', 'TOOLS.md'] : [])),
    { path: longTerm, keep: 'newest', isLog: false },
    ...days.map((day): BootstrapFile => ({ path: dailyLogPath(prefix, day), keep: 'newest', isLog: true })),
    ...instructions(...(isMain ? ['BOOTSTRAP.md'] : [])),
  ];
}

/** A file that is there. */
export interface FoundFile extends BootstrapFile {
  doc: MemoryDoc & { owner: string };
}

/**
 * Gives the files room in their order, logs last. Each has at most `fileChars`, all together at most `totalChars`, notices
 * of cuts included. One that has no room leaves it to those behind it.
 */
export function fitFiles(
  found: readonly FoundFile[],
  fileChars: number,
  totalChars: number,
): Pick<Bootstrap, 'docs' | 'leftOut'> {
  const shown = new Map<FoundFile, MemoryDoc>();
  let left = totalChars;
  for (const file of [...found.filter(({ isLog }) => !isLog), ...found.filter(({ isLog }) => isLog)]) {
    const doc = excerpt(file.doc, Math.min(fileChars, left), file.keep);
    if (!doc) continue;
    shown.set(file, doc);
    left -= doc.text.length;
  }
  return {
    docs: found.flatMap((file) => shown.get(file) ?? []),
    leftOut: found
      .filter((file) => !shown.has(file))
      .map(({ doc: { path, text, owner } }) => ({ path, characters: text.length, owner })),
  };
}
