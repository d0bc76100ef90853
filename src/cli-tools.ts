// The command line's look at the tools of a chat: parses arguments and calls one function of tools-desk.ts, which is loaded
// when one of the commands runs.

import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { scopeOf } from './cli-scope.js';
import { tell } from './cli-tell.js';
import { SCOPE_FORMS } from './config/scope-text.js';
import { ConfigError, type Scope } from './contracts/index.js';

interface Flags {
  scope?: string;
  thread?: string;
  json?: boolean;
}

export function addToolCommands(program: Command, lent: Pick<Lent, 'house' | 'print'>): void {
  const tools = program.command('tools').description('what the model can do besides talking, and why not more');
  withFlags(tools.command('list').description('every tool, and which of them the model has there')).action(
    async (flags: Flags) => {
      const { listTools } = await import('./tools-desk.js');
      tell(await listTools(lent.house(), placeOf(flags)), flags.json, lent);
    },
  );
  withFlags(tools.command('explain <name>').description('layer by layer, who decided about one of them')).action(
    async (name: string, flags: Flags) => {
      const { explainTool } = await import('./tools-desk.js');
      tell(await explainTool(lent.house(), placeOf(flags), name), flags.json, lent);
    },
  );
}

function withFlags(command: Command): Command {
  return command
    .option('--scope <scope>', `where: ${SCOPE_FORMS} (default: main)`)
    .option('--thread <id>', 'in this topic or thread of the group')
    .option('--json', 'as JSON');
}

function placeOf({ scope: text, thread }: Flags): { scope: Scope; thread?: string } {
  const scope = scopeOf(text);
  if (thread === undefined) return { scope };
  if (scope.kind === 'group') return { scope, thread };
  throw new ConfigError('--thread goes with the scope of a group.', {
    remedy: 'Name it with --scope group:<channel>:<chat>.',
  });
}
