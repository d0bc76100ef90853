// A library of skills on a real disk, with the rules of memory about who sees what.

import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope, SkillLibrary, SkillSource } from '../../src/contracts/index.js';
import { canRead, sameScope } from '../../src/memory/visibility.js';
import { type LibraryParts, openSkillLibrary } from '../../src/skills/library.js';
import type { SkillRoot } from '../../src/skills/roots.js';
import { FakeClock } from './fake-clock.js';
import { silentLog } from './silent-log.js';
import { tempDir } from './temp-dir.js';
import { writeFiles } from './write-files.js';

export const main: Scope = { kind: 'main' };
export const team: Scope = { kind: 'group', channel: 'telegram', chat: '-100' };

const SOURCES: readonly SkillSource[] = ['extra', 'bundled', 'managed', 'personal', 'project', 'workspace'];

export interface SkillHouse {
  /** Holds a folder for each source. */
  dir: string;
  clock: FakeClock;
  library: SkillLibrary;
  roots: readonly SkillRoot[];
  write(files: Readonly<Record<string, string>>): void;
  /** As if the file had last been saved so long before now, in ms. */
  age(path: string, ms: number): void;
}

/** Every root is everybody's unless `owners` says otherwise. */
export function skillHouse(
  files: Readonly<Record<string, string>> = {},
  given: Partial<LibraryParts> & { owners?: Partial<Record<SkillSource, SkillRoot['owners']>> } = {},
): SkillHouse {
  const dir = tempDir();
  const clock = new FakeClock();
  const { owners = {}, ...parts } = given;
  const roots = SOURCES.map((source) => ({
    source,
    path: join(dir, source),
    owners: owners[source] ?? ['shared' as const],
  }));
  for (const { path } of roots) mkdirSync(path, { recursive: true });
  const write = (more: Readonly<Record<string, string>>) => writeFiles(dir, more);
  write(files);
  const library = openSkillLibrary({
    roots,
    settings: { scopes: [], entries: {} },
    canRead,
    sameScope,
    env: { PATH: '' },
    platform: 'linux',
    configured: () => false,
    taken: new Set(),
    now: () => clock.now(),
    log: silentLog,
    ...parts,
  });
  const age = (path: string, ms: number) => {
    const at = new Date(clock.now() - ms);
    utimesSync(join(dir, path), at, at);
  };
  return { dir, clock, library, roots, write, age };
}

/** A sound SKILL.md. */
export function skillText(name: string, more = '', body = 'Do it well.'): string {
  return `---\nname: ${name}\ndescription: How to ${name}.\n${more}---\n\n${body}\n`;
}
