// Where skills are looked for, and whose each place is. Must never look into them.

import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Scope, SkillSource } from '../contracts/index.js';

export interface SkillRoot {
  source: SkillSource;
  path: string;
  /** Whose skills are in it: who may read one of these may use them. */
  owners: readonly (Scope | 'shared')[];
}

export interface SkillPlaces {
  /** The folder of the skills that came with the program. */
  bundled: string;
  /** $NIGHTJAR_HOME. */
  home: string;
  /** The home folder of the user who runs it. */
  userHome: string;
  workspace: string;
  settings: {
    dirs: readonly { path: string; scopes: SkillRoot['owners'] }[];
    managed: SkillRoot['owners'];
    personal: SkillRoot['owners'];
    project: SkillRoot['owners'];
  };
}

/** From the farthest to the nearest, of several `dirs` the last being the nearest. A folder that is two of them is the nearer one. */
export function skillRoots({ bundled, home, userHome, workspace, settings }: SkillPlaces): SkillRoot[] {
  const all: SkillRoot[] = [
    ...settings.dirs.map(({ path, scopes }): SkillRoot => {
      const place = /^~(?=$|[\\/])/.test(path) ? join(userHome, path.slice(1)) : path;
      return { source: 'extra', path: resolve(home, place), owners: scopes };
    }),
    { source: 'bundled', path: bundled, owners: ['shared'] },
    { source: 'managed', path: join(home, 'skills'), owners: settings.managed },
    { source: 'personal', path: join(userHome, '.agents', 'skills'), owners: settings.personal },
    { source: 'project', path: join(workspace, '.agents', 'skills'), owners: settings.project },
    { source: 'workspace', path: join(workspace, 'skills'), owners: ['shared'] },
  ];
  const places = all.map(({ path }) => realOrPlain(path));
  return all.filter((_, index) => places.lastIndexOf(places[index] ?? '') === index);
}

function realOrPlain(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
