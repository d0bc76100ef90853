// What doctor looks at in the transcripts: copies of damaged ones. Reads names only.

import { existsSync, readdirSync } from 'node:fs';
import type { Check } from '../contracts/index.js';

export function sessionChecks(dir: string): Check[] {
  const check = 'sessions.damaged';
  return [
    {
      name: check,
      run() {
        const copies = existsSync(dir) ? readdirSync(dir).filter((name) => name.includes('.damaged-')) : [];
        if (copies.length === 0) return [{ check, level: 'ok', says: 'No transcript was found damaged.' }];
        const says = `Transcripts were found damaged, and copies were kept: ${copies.slice(0, 5).join(', ')}.`;
        return [
          { check, level: 'warning', says, remedy: `Look at them in ${dir}; delete the copies when you are done.` },
        ];
      },
    },
  ];
}
