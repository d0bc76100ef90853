// What doctor looks at in forgetting: a wish that was not carried out to its end. Reads only.

import type { Check } from '../contracts/index.js';
import type { Db } from '../db/database.js';

export function forgetChecks(db: Db): Check[] {
  const check = 'forget.ended';
  return [
    {
      name: check,
      run() {
        const kinds = db
          .sql("SELECT DISTINCT kind FROM forgets WHERE state = 'running' ORDER BY kind")
          .column<string>();
        if (kinds.length === 0) return [{ check, level: 'ok', says: 'Whatever was to be forgotten is.' }];
        const says = `Forgetting (${kinds.map((kind) => `--${kind}`).join(', ')}) did not come to its end.`;
        const remedy = 'Ask for the same again with `nightjar memory forget`; what is done already is not done twice.';
        return [{ check, level: 'warning', says, remedy }];
      },
    },
  ];
}
