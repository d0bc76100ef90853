// The skills of a home, composed: where they are looked for, and what decides about them.

import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commandNames } from './commands/table.js';
import { homePaths } from './config/home.js';
import type { LoadedConfig } from './config/load.js';
import type { Log, Scope, SkillLibrary } from './contracts/index.js';
import { canRead, sameScope } from './memory/visibility.js';
import { openSkillLibrary } from './skills/library.js';
import { skillRoots } from './skills/roots.js';

/** Those that came with the program. */
const BUNDLED = fileURLToPath(new URL('../workspaces/skills', import.meta.url));

/** `canonical` as in Folders: the configuration may know a chat by the id that it had, or by the one that it has by now. */
export function openSkills(
  { home, loaded }: { home: string; loaded: LoadedConfig },
  { now, log, canonical }: { now(): number; log: Log; canonical(scope: Scope): Scope },
): SkillLibrary {
  const settings = loaded.config.skills;
  const { workspace } = homePaths(home);
  return openSkillLibrary({
    roots: skillRoots({ bundled: BUNDLED, home, userHome: homedir(), workspace, settings }),
    settings,
    canRead: (reader, owner) => canRead(reader, owner === 'shared' ? owner : canonical(owner)),
    sameScope: (written, here) => sameScope(canonical(written), here),
    env: process.env,
    platform: process.platform,
    configured: (path) => loaded.written.some((key) => key === path || key.startsWith(`${path}.`)),
    taken: commandNames(),
    now,
    log,
  });
}
