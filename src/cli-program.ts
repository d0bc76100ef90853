// The command line: parses arguments and calls one function per command. Loads the app only for commands that need it,
// prints data to standard output and trouble to standard error; exit code 1 for failed, 2 for wrong use.

import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { addArchiveCommand } from './cli-archive.js';
import { addContextCommand } from './cli-context.js';
import { addCronCommands } from './cli-cron.js';
import { addDoctorCommand } from './cli-doctor.js';
import { addDreamCommands } from './cli-dream.js';
import { addImportCommand } from './cli-import.js';
import { addJobCommands } from './cli-jobs.js';
import type { Lent } from './cli-lent.js';
import { addMemoryCommands } from './cli-memory.js';
import { addOpsCommands } from './cli-ops.js';
import { addPairCommands } from './cli-pair.js';
import { addPrivacyCommands } from './cli-privacy.js';
import { addSkillCommands } from './cli-skills.js';
import { addToolCommands } from './cli-tools.js';
import { resolveHome } from './config/home.js';
import { type LoadedConfig, type LoadOptions, loadConfig } from './config/load.js';
import { configJsonSchema, isTimezone } from './config/schema.js';
import { secretsOf } from './config/secret.js';
import { ConfigError, NightjarError } from './contracts/index.js';
import { safeOutput } from './ops/safe-output.js';
import { sentences } from './text/sentence.js';

interface Json {
  json?: boolean;
}
interface ChatOptions extends Json {
  as?: string;
  group?: string;
}

const version = readVersion();
const { print, say, knows: hides } = safeOutput(process.env);
const knows = (config: unknown) => hides(secretsOf(config));
const lent: Lent = {
  house: () => ({ ...readConfig(), version }),
  place: configPlace,
  ...{ knows, version, print, say },
};
const SAME_WISH_MS = 100;
const KEPT_ALIVE_MS = 60_000;

export async function main(): Promise<void> {
  const program = new Command('nightjar')
    .description('A self-hosted assistant with one memory it can be trusted with. Without a command: start.')
    .version(version)
    .exitOverride()
    .addHelpText(
      'after',
      '\nEverything is kept in $NIGHTJAR_HOME (default ~/.nightjar); nightjar.yaml there configures it.',
    );

  const start = program
    .command('start', { isDefault: true })
    .description('run the configured channels, or a conversation in this terminal when there is none')
    .option('--json', 'in the terminal: one JSON object per event')
    .action((options: Json) => converse('gateway', options));
  program
    .command('chat')
    .description('talk in this terminal, beside a running bot too; piped input: each line is a message')
    .option('--as <name>', 'speak as an approved member NAME, or as an unknown person: stranger:NAME')
    .option('--group <name>', 'in a pretended group')
    .option('--json', 'one JSON object per event')
    .action((options: ChatOptions) => converse('terminal', options));
  program
    .command('worker')
    .description('take turns and other work from a running bot, in a process beside it; any number of them')
    .action(work);
  program
    .command('status')
    .description('how things stand: model, memory, channels, messages, jobs')
    .option('--json', 'as JSON')
    .action(status);
  const memory = addMemoryCommands(program, lent);
  addArchiveCommand(memory, lent);
  addDreamCommands(program, lent);
  addImportCommand(program, lent);
  addContextCommand(program, lent);
  addToolCommands(program, lent);
  addCronCommands(program, lent);
  addSkillCommands(program, lent);
  addPairCommands(program, lent);
  addPrivacyCommands(program, lent);
  addOpsCommands(program, lent);
  addJobCommands(program, lent);
  addDoctorCommand(program, lent);
  const config = program.command('config').description('the configuration');
  config
    .command('check')
    .description('read nightjar.yaml as start does')
    .option('--json', 'as JSON')
    .action(checkConfig);
  config.command('schema').description('print the JSON Schema of nightjar.yaml, for editors').action(printSchema);

  const [named] = process.argv.slice(2);
  // Without this the word would be taken for an argument of the default command.
  if (named !== undefined && !/^-|^help$/.test(named) && !program.commands.some((known) => known.name() === named)) {
    throw new ConfigError(`There is no command ${named}.`, { remedy: '`nightjar --help` lists them.' });
  }
  pointToHelp(program, 'nightjar');
  // What stands without a command is taken for the default one, which nobody named.
  if (named !== 'start') start.showHelpAfterError('(nightjar --help lists its commands)');
  await program.parseAsync();
}

/** What was written wrong is looked up nearby: each command's mistakes name the help of that command. */
function pointToHelp(command: Command, path: string): void {
  const { commands } = command;
  command.showHelpAfterError(`(${path} --help ${commands.length > 0 ? 'lists its commands' : 'tells how it is used'})`);
  for (const one of commands) pointToHelp(one, `${path} ${one.name()}`);
}

async function converse(role: 'gateway' | 'terminal', { as, group, json = false }: ChatOptions): Promise<void> {
  const { home, loaded } = readConfig();
  const { stdin: input, stdout: output } = process;
  const typed = input.isTTY === true;
  const interactive = typed && output.isTTY === true && !json;
  const wish = onSignals(interactive);
  const { startApp } = await import('./app.js');
  const starting = startApp({
    home,
    loaded,
    version,
    role,
    seat: { ...(as === undefined ? {} : { as }), ...(group === undefined ? {} : { group }) },
    terminal: { input, output, typed, interactive, json },
    finishing() {
      if (!interactive) return;
      say('I answer this first; Ctrl-C leaves at once, and I answer when I am back.');
      wish.impatient();
    },
    ready(serves, notes) {
      for (const note of notes) say(note);
      if (!serves.includes('console')) say(`Nightjar ${version} is up: ${serves.join(', ')}.`);
      else if (role === 'gateway') for (const line of firstSteps(home, loaded, interactive)) say(line);
    },
  });
  const app = await starting.catch((error: unknown) => withoutState(error, role, loaded, json));
  if (typeof app === 'boolean') process.exit(app ? 0 : 1);
  // One way out: a signal only stops the house, and its end is told here.
  wish.toLeave.then(() => app.stop()).catch(fail);
  const accepted = await app.ended;
  const open = await app.stop();
  if (open > 0)
    say(`${open === 1 ? 'One message is' : `${open} messages are`} still to be answered; I do it when I am back.`);
  // An input that nobody closes must not keep the process.
  process.exit(accepted ? 0 : 1);
}

/** What can be done in a terminal where the state cannot be opened for the module it needs; else the error again. */
async function withoutState(
  error: unknown,
  role: 'gateway' | 'terminal',
  loaded: LoadedConfig,
  json: boolean,
): Promise<boolean> {
  const channels = Object.keys(loaded.config.channels).filter((id) => id !== 'console');
  if (!(error instanceof ConfigError) || (role === 'gateway' && channels.length > 0)) throw error;
  const { converseBare } = await import('./bare-desk.js');
  return await converseBare(error, loaded, { input: process.stdin, print, say, json });
}

async function work(): Promise<void> {
  const { home, loaded } = readConfig();
  const wish = onSignals(false);
  // Nothing else keeps a process that only waits for work.
  const alive = setInterval(() => {}, KEPT_ALIVE_MS);
  const { startWorker } = await import('./worker.js');
  const worker = await startWorker({ home, loaded, version });
  for (const { reason } of loaded.disabledChannels) say(reason);
  for (const note of worker.notes) say(note);
  say(`A worker of Nightjar ${version} is up.`);
  await wish.toLeave;
  await worker.stop();
  clearInterval(alive);
  process.exit(0);
}

/** The wish to leave, from the first moment on: once lets the house drain, twice leaves at once. */
function onSignals(interactive: boolean): { toLeave: Promise<void>; impatient(): void } {
  let toldAt: number | undefined;
  let atOnce = false;
  const toLeave = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        // A terminal tells the whole process group, and npm passes it on once more: that is one wish, not two.
        if (toldAt !== undefined && signal === 'SIGINT' && now - toldAt < SAME_WISH_MS) return;
        if (toldAt !== undefined || atOnce) process.exit(130);
        toldAt = now;
        if (interactive) say('\nFinishing… (once more leaves at once)');
        resolve();
      });
    }
  });
  return {
    toLeave,
    impatient() {
      atOnce = true;
    },
  };
}

/** How to go on from the defaults, in two lines above the first prompt. */
function firstSteps(home: string, { config }: LoadedConfig, interactive: boolean): string[] {
  if (config.model.provider !== 'offline') return [];
  return [
    `To think with a language model, add a model: section to ${home}/nightjar.yaml; until then I follow simple rules.`,
    `To live in a chat platform, add a channels: section there; README.md has both. /help lists commands${interactive ? ', Ctrl-D leaves' : ''}.`,
  ];
}

async function status({ json }: Json): Promise<void> {
  const { readStatus } = await import('./operator.js');
  const { status, lines } = await readStatus(lent.house());
  print(json ? JSON.stringify(status) : lines.map(({ label, value }) => `${label}: ${value}`).join('\n'));
}

async function checkConfig({ json }: Json): Promise<void> {
  const { home, loaded } = readConfig();
  const { mountNotices, windowWarnings } = await import('./operator.js');
  const { unknownTools, unpricedModels } = await import('./house.js');
  const disabled = loaded.disabledChannels.map(({ reason }) => reason);
  const folders = mountNotices(home, loaded);
  const costs = unpricedModels(loaded);
  const warnings = [...disabled, ...unknownTools(loaded), ...windowWarnings(loaded), ...costs, ...folders];
  if (json) {
    print(JSON.stringify({ valid: true, home, warnings }));
    return;
  }
  for (const warning of warnings) say(warning);
  print(`The configuration of ${home} is valid.`);
}

function printSchema(): void {
  print(JSON.stringify(configJsonSchema(), null, 2));
}

function configPlace(): LoadOptions {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // An empty TZ, as containers have it, is no zone that dates could be counted in; a wrong one gives none at all.
  const defaultTimezone = timeZone !== undefined && isTimezone(timeZone) ? timeZone : 'UTC';
  return { home: resolveHome(process.env), env: process.env, defaultTimezone };
}

function readConfig(): { home: string; loaded: LoadedConfig } {
  const where = configPlace();
  const loaded = loadConfig(where);
  knows(loaded.config);
  return { home: where.home, loaded };
}

function readVersion(): string {
  // Beside dist/ when built, beside src/ when run from source.
  for (const up of ['../../package.json', '../package.json']) {
    try {
      const text = readFileSync(new URL(up, import.meta.url), 'utf8');
      const { name, version } = JSON.parse(text) as { name?: string; version?: string };
      if (name === 'nightjar' && version) return version;
    } catch {
      // The other place has it.
    }
  }
  return 'unknown';
}

/** Says what went wrong and ends. Exit code 2: wrong use, configuration or installation; 1: it failed. */
export function fail(error: unknown): never {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  if (error instanceof NightjarError) {
    say(sentences(error.message, error.remedy));
    process.exit(error instanceof ConfigError ? 2 : 1);
  }
  say(`Nightjar failed unexpectedly: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  process.exit(1);
}
