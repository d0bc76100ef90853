// Files that a killed process left behind, by names that only such files have. Old ones alone: what is young may be under way.

import { lstatSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Check, Finding, SetAside } from '../contracts/index.js';
import { REPAIR_FOLDER } from './set-aside.js';

const OLD_MS = 60 * 60_000;
const SHOWN = 5;
const MAX_DEPTH = 12;
/** Of memory's atomic writes, probes of a disk, received files, index generations, restores. */
const LEFT = /^(\..+\.nightjar\.tmp|\.?probe-\d+|.+\.partial|\.restoring-[0-9a-f]{8})$/;

export function leftoverCheck(home: string, now: () => number, setAside: SetAside): Check {
  const check = 'home.leftovers';
  return {
    name: check,
    run(): Finding[] {
      const left = [...findIn(home, now() - OLD_MS, 0)];
      if (left.length === 0) return [{ check, level: 'ok', says: 'No unfinished files were left behind.' }];
      const names = left.slice(0, SHOWN).map((path) => relative(home, path));
      const more = left.length > SHOWN ? ` and ${left.length - SHOWN} more` : '';
      async function run(): Promise<string> {
        for (const path of left) await setAside('leftovers', path);
        return `${left.length === 1 ? 'It was' : `All ${left.length} were`} moved to ${REPAIR_FOLDER}/leftovers.`;
      }
      const says = `Unfinished files were left behind: ${names.join(', ')}${more}.`;
      const remedy = 'Nothing needs them; `nightjar doctor --fix` moves them aside.';
      return [{ check, level: 'warning', says, remedy, repair: { run } }];
    },
  };
}

function* findIn(folder: string, before: number, depth: number): Generator<string> {
  for (const name of namesIn(folder)) {
    if (depth === 0 && name === REPAIR_FOLDER) continue;
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) continue;
    if (LEFT.test(name) && stat.mtimeMs < before) yield path;
    else if (stat.isDirectory() && depth < MAX_DEPTH) yield* findIn(path, before, depth + 1);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
