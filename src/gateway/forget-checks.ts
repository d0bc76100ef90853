// What doctor looks at in forgetting: a wish that was not carried out to its end. Reads only.

import type { Check } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export function forgetChecks(db: Db): Check[] {
  const check = 'forget.ended';
  return [
    {
      name: check,
      run() {
        const open = (cleared: 0 | 1) =>
          db
            .sql("SELECT DISTINCT kind FROM forgets WHERE state = 'running' AND cleared = ? ORDER BY kind")
            .column<string>([cleared]);
        const kinds = open(0);
        if (kinds.length === 0 && open(1).length > 0) {
          const says = 'Something was forgotten, but old bytes of it are still in the database or the index.';
          const remedy = 'They go at the next start; or free some disk space, if that is what was short.';
          return [{ check, level: 'warning', says, remedy }];
        }
        if (kinds.length === 0) return [{ check, level: 'ok', says: 'Whatever was to be forgotten is.' }];
        const says = `Forgetting (${kinds.map((kind) => `--${kind}`).join(', ')}) did not come to its end.`;
        const remedy = 'Ask for the same again with `nightjar memory forget`; what is done already is not done twice.';
        return [{ check, level: 'warning', says, remedy }];
      },
    },
  ];
}
