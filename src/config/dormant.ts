// Which keys the operator set that this version accepts but does not act on yet. Pure; whoever prints decides where.

import type { LoadedConfig } from './load.js';

const GROUP_SKILLS = /^channels\.[a-z]+\.groups\..*\.skills$/;

/** One plain warning line a key. */
export function dormantWarnings({ written }: LoadedConfig): string[] {
  const keys = written.filter((key) => GROUP_SKILLS.test(key));
  return keys.map((key) => `nightjar.yaml: ${key} is understood, but this version does not act on it yet.`);
}
