// The command line's memory commands: parses arguments and calls one function per command of memory-desk.ts, which is
// loaded when one of them runs.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { addForgetCommand } from './cli-forget.js';
import { addLedgerCommands } from './cli-ledger.js';
import { scopeOf } from './cli-scope.js';
import { tell } from './cli-tell.js';
import type { LoadedConfig } from './config/load.js';
import { READER_FORMS } from './config/scope-text.js';
import { ConfigError, type Corpus, type Scope } from './contracts/index.js';
import { progressLine } from './ops/progress-line.js';
import { isDay } from './text/local-time.js';

/** What the command line lends. */
export interface Lent {
  /** The home and its configuration. Throws a ConfigError when that is wrong. */
  house(): { home: string; loaded: LoadedConfig; version: string };
  /** The system's, where no configuration is read. */
  timezone(): string;
  /** Where the home is, or would be. */
  home(): string;
  print(text: string): void;
  say(text: string): void;
}

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
export function addMemoryCommands(program: Command, lent: Lent): Command {
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
    .option('--limit <n>', 'how many hits, default 6, most 50', limit)
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
    .option('--k <n>', 'how many hits are looked at; default: what the fixture says', wholeNumber)
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

async function evaluate({ fixture, k, save = false, json }: EvalFlags, lent: Lent): Promise<void> {
  const { evaluate } = await import('./eval-desk.js');
  const wish = { save, ...(fixture === undefined ? {} : { fixture }), ...(k === undefined ? {} : { k }) };
  tell(await evaluate(lent.house().loaded, wish), json, lent);
}

async function search(words: readonly string[], flags: SearchFlags, lent: Lent): Promise<void> {
  const { searchMemory, serveSearch } = await import('./memory-desk.js');
  if (flags.jsonl) {
    const [workspace, scratch, ...more] = words;
    if (workspace === undefined || scratch === undefined || more.length > 0) {
      throw new ConfigError('--jsonl takes two arguments: the workspace to search, and a folder for its index.');
    }
    const { print, say } = lent;
    await serveSearch({ workspace, timezone: lent.timezone() }, scratch, { input: process.stdin, print, say });
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
  const where = workspace === undefined ? lent.house() : { workspace, timezone: lent.timezone(), home: lent.home() };
  tell(await searchMemory(where, { query: words.join(' '), scope, options }), json, lent);
}

/** `all` is what the owner sees when asking for everybody's. */
function readerOf(text: string): { scope: Scope; everyone: boolean } {
  if (text === 'all') return { scope: { kind: 'main' }, everyone: true };
  return { scope: scopeOf(text, READER_FORMS), everyone: false };
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

function limit(text: string): number {
  if (/^[1-9]\d?$/.test(text) && Number(text) <= 50) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 50.');
}

export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('A day is written as 2026-11-29, and must be one of the calendar.');
}
