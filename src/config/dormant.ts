// Which keys the operator set that this version accepts but does not act on yet. Pure; whoever prints decides where.

import type { LoadedConfig } from './load.js';

/** Sections without any effect yet: each key directly below is named. */
const SECTIONS = ['dreaming'];

const GROUP_SKILLS = /^channels\.[a-z]+\.groups\..*\.skills$/;

/** One plain warning line a key. */
export function dormantWarnings({ written }: LoadedConfig): string[] {
  const keys = written.filter((key) => {
    if (GROUP_SKILLS.test(key)) return true;
    const [section = '', name, ...deeper] = key.split('.');
    return SECTIONS.includes(section) && name !== undefined && deeper.length === 0 && !name.includes('[');
  });
  return keys.map((key) => `nightjar.yaml: ${key} is understood, but this version does not act on it yet.`);
}
