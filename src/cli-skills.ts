// The command line's look at skills: parses arguments and calls one function of skills-desk.ts, which is loaded when the
// command runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { scopeOf } from './cli-scope.js';
import { tell } from './cli-tell.js';
import { SCOPE_FORMS } from './config/scope-text.js';

interface Flags {
  scope: string;
  json?: boolean;
}

export function addSkillCommands(program: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  const skills = program
    .command('skills')
    .description('run books that the model follows: which there are, and in which state');
  skills
    .command('list')
    .description('every skill that was found, usable or not, and why not')
    .option('--scope <scope>', `through whose eyes: ${SCOPE_FORMS}`, 'main')
    .option('--json', 'as JSON')
    .action(async ({ scope, json }: Flags) => {
      const { listSkills } = await import('./skills-desk.js');
      tell(await listSkills(lent.house(), scopeOf(scope)), json, lent);
    });
  skills
    .command('check')
    .description('only what is wrong: skills that cannot be read, were refused or lack something; exit code 1 with any')
    .option('--scope <scope>', `through whose eyes: ${SCOPE_FORMS}`, 'main')
    .option('--json', 'as JSON, with the sound ones')
    .action(async ({ scope, json }: Flags) => {
      const { checkSkills } = await import('./skills-desk.js');
      tell(await checkSkills(lent.house(), scopeOf(scope)), json, lent);
    });
}
