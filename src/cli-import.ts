// The command line's way in for the files of another assistant: parses arguments, asks on a terminal, and calls one function
// of import-desk.ts, which is loaded when the command runs.

import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Lent } from './cli-lent.js';
import { tell } from './cli-tell.js';

interface Flags {
  dryRun?: boolean;
  yes?: boolean;
  shared?: boolean;
  withSecrets?: boolean;
  json?: boolean;
}

export function addImportCommand(program: Command, lent: Pick<Lent, 'house' | 'print' | 'say'>): void {
  program
    .command('import')
    .description('bring the files of another assistant over')
    .command('openclaw <dir>')
    .description('a workspace of OpenClaw: shows what would change, asks, and writes it through the ledger')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'write without asking')
    .option('--shared', 'take AGENTS.md, SOUL.md and IDENTITY.md over too, which every chat reads')
    .option('--with-secrets', 'keep lines that hold keys or passwords; without it they are named and left out')
    .option('--json', 'as JSON; asks nothing, and writes with --yes alone')
    .action(async (dir: string, flags: Flags) => {
      const { importOpenclaw } = await import('./import-desk.js');
      const { dryRun = false, shared = false, withSecrets = false, json } = flags;
      const agrees = (text: string) => agreement(text, flags, lent);
      tell(await importOpenclaw(lent.house(), { dir, dryRun, shared, withSecrets, agrees }), json, lent);
    });
}

async function agreement(text: string, { yes = false, json }: Flags, { print, say }: Pick<Lent, 'print' | 'say'>) {
  if (json) return yes;
  print(text);
  if (yes) return true;
  if (process.stdin.isTTY && process.stdout.isTTY) return await ask('\nWrite this? [y/N] ');
  say('Nobody can be asked here; --yes writes it.');
  process.exitCode = 1;
  return false;
}

/** The end of input is a no. */
async function ask(question: string): Promise<boolean> {
  const asked = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => asked.once('close', () => resolve('')));
  try {
    return /^\s*y(?:es)?\s*$/i.test(await Promise.race([asked.question(question), ended]));
  } finally {
    asked.close();
  }
}
