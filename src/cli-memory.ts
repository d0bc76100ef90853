// The command line's memory commands: parses arguments and calls one function per command of memory-desk.ts, which is
// loaded when one of them runs.

import { type Command, Option } from 'commander';
import { addForgetCommand } from './cli-forget.js';
import { addLedgerCommands } from './cli-ledger.js';
import type { Lent } from './cli-lent.js';
import { scopeOf } from './cli-scope.js';
import { tell } from './cli-tell.js';
import { day, wholeNumber } from './cli-values.js';
import { READER_FORMS } from './config/scope-text.js';
import { ConfigError, type Corpus, type Scope } from './contracts/index.js';
import { progressLine } from './ops/progress-line.js';

type Lend = Pick<Lent, 'house' | 'place' | 'print' | 'say'>;

interface Json {
  json?: boolean;
}
interface SearchFlags extends Json {
  workspace?: string;
  scope: string;
  corpus?: Corpus;
  limit?: number;
  from?: string;
  to?: string;
  explain?: boolean;
  jsonl?: boolean;
}

/** The group of commands, for those that others add to it. */
export function addMemoryCommands(program: Command, lent: Lend): Command {
  const memory = program.command('memory').description('what is remembered, and the index that finds it');
  addForgetCommand(memory, lent);
  memory
    .command('search <query...>')
    .description('find lines in memory')
    .option('--workspace <dir>', 'search this workspace instead, without a home; nothing is written into it')
    .option('--scope <scope>', `through whose eyes: ${READER_FORMS}`, 'main')
    .addOption(
      new Option('--corpus <corpus>', 'default: memory and sessions').choices(['memory', 'sessions', 'wiki', 'all']),
    )
    .option('--limit <n>', 'how many hits, default 6, most 50', wholeNumber(50))
    .option('--from <day>', 'only from this day on, such as 2026-11-29; files without a day are left out', day)
    .option('--to <day>', 'only up to this day', day)
    .option('--json', 'as JSON')
    .option('--explain', 'what each score is made of, and where the lines come from')
    .option('--jsonl', 'the arguments are a workspace and a folder for its index; each line of input is a question')
    .action((words: string[], flags: SearchFlags) => search(words, flags, lent));
  memory
    .command('index')
    .description('bring the index up to date')
    .option('--rebuild', 'make it anew, beside the one in use')
    .option('--json', 'as JSON')
    .action(async ({ rebuild = false, json }: Json & { rebuild?: boolean }) => {
      const { indexMemory } = await import('./memory-desk.js');
      const line = progressLine(process.stderr, rebuild ? 'Indexing anew' : 'Indexing');
      const onIndexed = line.show;
      tell(await indexMemory({ ...lent.house(), onIndexed }, rebuild).finally(line.end), json, lent);
    });
  memory
    .command('status')
    .description('how far the index is with the files')
    .option('--json', 'as JSON')
    .action(async ({ json }: Json) => {
      const { memoryStatus } = await import('./memory-desk.js');
      tell(await memoryStatus(lent.house()), json, lent);
    });
  memory
    .command('verify')
    .description('compare files, index and vectors; exit code 1 when they differ')
    .option('--json', 'as JSON')
    .action(async ({ json }: Json) => {
      const { verifyMemory } = await import('./memory-desk.js');
      tell(await verifyMemory(lent.house()), json, lent);
    });
  memory
    .command('eval')
    .description('ask questions whose answers are known; exit code 1 when it went worse than the saved baseline')
    .option('--fixture <dir>', 'a workspace with questions; default: the one that comes with the source')
    .option('--k <n>', 'how many hits are looked at; default: what the fixture says', wholeNumber())
    .option('--save', 'keep these figures as the baseline')
    .option('--json', 'as JSON')
    .action((flags: EvalFlags) => evaluate(flags, lent));
  addLedgerCommands(memory, lent);
  return memory;
}

interface EvalFlags extends Json {
  fixture?: string;
  k?: number;
  save?: boolean;
}

async function evaluate({ fixture, k, save = false, json }: EvalFlags, lent: Lend): Promise<void> {
  const { evaluate } = await import('./eval-desk.js');
  const wish = { save, ...(fixture === undefined ? {} : { fixture }), ...(k === undefined ? {} : { k }) };
  tell(await evaluate(lent.house().loaded, wish), json, lent);
}

async function search(words: readonly string[], flags: SearchFlags, lent: Lend): Promise<void> {
  const { searchMemory, serveSearch } = await import('./memory-desk.js');
  if (flags.jsonl) {
    const [workspace, scratch, ...more] = words;
    if (workspace === undefined || scratch === undefined || more.length > 0) {
      throw new ConfigError('--jsonl takes two arguments: the workspace to search, and a folder for its index.');
    }
    const { print, say } = lent;
    await serveSearch({ workspace, timezone: lent.place().defaultTimezone }, scratch, {
      input: process.stdin,
      print,
      say,
    });
    return;
  }
  const { workspace, corpus, limit, from, to, explain, json } = flags;
  const { scope, everyone } = readerOf(flags.scope);
  if (from !== undefined && to !== undefined && from > to) {
    throw new ConfigError(`--from ${from} is later than --to ${to}.`, { remedy: 'Exchange the two.' });
  }
  const options = {
    ...(corpus === undefined ? {} : { corpus }),
    ...(limit === undefined ? {} : { limit }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(everyone ? { everyone } : {}),
    ...(explain ? { explain } : {}),
  };
  const { home, defaultTimezone: timezone } = lent.place();
  const where = workspace === undefined ? lent.house() : { workspace, timezone, home };
  tell(await searchMemory(where, { query: words.join(' '), scope, options }), json, lent);
}

/** `all` is what the owner sees when asking for everybody's. */
function readerOf(text: string): { scope: Scope; everyone: boolean } {
  if (text === 'all') return { scope: { kind: 'main' }, everyone: true };
  return { scope: scopeOf(text, READER_FORMS), everyone: false };
}
