// The section `privacy` in the words of memory. Pure.

import type { Config } from './schema.js';

export function privacySettings({ privacy }: Pick<Config, 'privacy'>) {
  const { groups, days } = privacy;
  return { groups: groups === 'mentions' ? ('mentioned' as const) : groups, days };
}
