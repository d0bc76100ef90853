// The shelf of skills of a test's home: its own folders alone, and where it is wanted those that came with the program.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SkillLibrary } from '../../src/contracts/index.js';
import { canRead, sameScope } from '../../src/memory/visibility.js';
import { openSkillLibrary } from '../../src/skills/library.js';
import { skillRoots } from '../../src/skills/roots.js';
import { silentLog } from './silent-log.js';

const BUNDLED = fileURLToPath(new URL('../../workspaces/skills', import.meta.url));

/** `dir` is the home; its workspace stands in it. */
export function testSkills(dir: string, now: () => number, { bundled = false } = {}): SkillLibrary {
  const main = [{ kind: 'main' } as const];
  const settings = { dirs: [], managed: main, personal: main, project: main, scopes: [], entries: {} };
  const nowhere = join(dir, 'nowhere');
  return openSkillLibrary({
    roots: skillRoots({
      ...{ bundled: bundled ? BUNDLED : join(nowhere, 'bundled'), home: dir, userHome: nowhere },
      workspace: join(dir, 'workspace'),
      settings,
    }),
    settings,
    canRead,
    sameScope,
    env: {},
    platform: 'linux',
    configured: () => false,
    taken: new Set(['help']),
    now,
    log: silentLog,
  });
}
