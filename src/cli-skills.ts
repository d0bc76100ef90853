// The command line's look at skills: parses arguments and calls one function of skills-desk.ts, which is loaded when the
// command runs.

import type { Command } from 'commander';
import type { Lent } from './cli-memory.js';
import { parseScopeText, SCOPE_FORMS } from './config/scope-text.js';
import { ConfigError, type Scope } from './contracts/index.js';

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
      const { data, text } = await listSkills(lent.house(), scopeOf(scope));
      lent.print(json ? JSON.stringify(data) : text);
    });
  skills
    .command('check')
    .description('only what is wrong: skills that cannot be read, were refused or lack something; exit code 1 with any')
    .option('--scope <scope>', `through whose eyes: ${SCOPE_FORMS}`, 'main')
    .option('--json', 'as JSON, with the sound ones')
    .action(async ({ scope, json }: Flags) => {
      const { checkSkills } = await import('./skills-desk.js');
      const { data, text, sound } = await checkSkills(lent.house(), scopeOf(scope));
      lent.print(json ? JSON.stringify(data) : text);
      if (!sound) process.exitCode = 1;
    });
}

function scopeOf(text: string): Scope {
  const scope = parseScopeText(text);
  if (scope !== undefined && scope !== 'shared') return scope;
  throw new ConfigError(`--scope ${text} is no scope.`, { remedy: `Write ${SCOPE_FORMS}.` });
}
