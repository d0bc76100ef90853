// Loads nightjar.yaml and .env into a checked configuration, or throws one ConfigError that names every problem.
// Never writes, and never starts anything.

import { type Stats, statSync } from 'node:fs';
import type { ConfigError } from '../contracts/index.js';
import { parseEnvFile } from './env-file.js';
import { type ExpansionFault, expandTree } from './expand.js';
import { homeError, homePaths } from './home.js';
import { wordIssue } from './issue-words.js';
import { type KeyPath, type Problem, pathKey, problemsError, showPath } from './problem.js';
import { readText } from './read-text.js';
import { type Config, configSchema } from './schema.js';
import { isSecret, isSection, schemaAt } from './schema-walk.js';
import { Secret } from './secret.js';
import { type ParsedYaml, parseYaml } from './yaml-syntax.js';

export interface LoadOptions {
  /** The absolute path of the home. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  /** An IANA name, used when the file names none. */
  defaultTimezone: string;
}

/** A home that is there must be a folder. */
function mustBeFolder(home: string): void {
  let folder: Stats | undefined;
  try {
    folder = statSync(home, { throwIfNoEntry: false });
  } catch (error) {
    throw homeError(home, error);
  }
  if (folder && !folder.isDirectory()) throw homeError(home, Object.assign(new Error(), { code: 'ENOTDIR' }));
}

/** A channel that cannot run because a variable is missing; the others are not concerned. */
interface DisabledChannel {
  id: string;
  variable: string;
  /** For people: what is missing and what to do. */
  reason: string;
}

export interface LoadedConfig {
  config: Config;
  disabledChannels: DisabledChannel[];
  /** Every key that the file holds, dotted: `session.reset.idleMinutes`. */
  written: string[];
}

/**
 * Missing files mean defaults. Everything wrong is collected: the ConfigError's message has one line a problem,
 * `nightjar.yaml:LINE:COLUMN: key.path: what is wrong. Remedy.`
 */
export function loadConfig({ home, env, defaultTimezone }: LoadOptions): LoadedConfig {
  mustBeFolder(home);
  const { values, problems } = readEnv(homePaths(home).envFile);
  const source = readText(homePaths(home).config, 'nightjar.yaml');
  if (source.problem) problems.push(source.problem);
  const yaml = parsed(source.text ?? '');
  problems.push(...yaml.problems);

  const data = yaml.value ?? {};
  if (source.marked) problems.push(byteOrderMark(data));
  if (typeof data !== 'object' || Array.isArray(data)) {
    const says = `the file is ${Array.isArray(data) ? 'a list' : 'a single value'}, but must be keys with values`;
    const remedy = 'Write key: value on each line, with a space behind the colon';
    if (yaml.whole) problems.push({ file: 'nightjar.yaml', line: 1, column: 1, says, remedy });
    throw failure(problems);
  }

  const expanded = expandTree(
    withoutEmpty(data, []),
    (name) => (Object.hasOwn(env, name) && env[name]) || values.get(name),
  );
  const disabled = new Map<string, DisabledChannel>();
  const ignored = new Set(yaml.broken);
  for (const { path, fault } of expanded.faults) {
    ignored.add(pathKey(path));
    const [section, id] = path;
    if (fault.kind === 'missing' && section === 'channels' && typeof id === 'string' && path.length > 2) {
      if (!disabled.has(id)) disabled.set(id, disabledChannel(id, fault.variable, path));
    } else problems.push(problemAt(yaml, path, wordFault(fault, isHidden(path))));
  }

  const checked = configSchema.safeParse(expanded.value);
  for (const issue of yaml.whole ? (checked.error?.issues ?? []) : []) {
    for (const { path, says, remedy } of wordIssue(issue, {
      schema: configSchema,
      value: expanded.value,
      origins: expanded.origins,
    })) {
      if (!isIgnored(path, ignored)) problems.push(problemAt(yaml, path, { says, remedy }));
    }
  }
  if (problems.length > 0) throw failure(problems);

  const config = configSchema.parse(withoutChannels(expanded.value, disabled));
  nameSecrets(config, [], expanded.origins);
  return {
    config: { ...config, timezone: config.timezone ?? defaultTimezone },
    disabledChannels: [...disabled.values()],
    written: [...yaml.positions.values()].map(({ path }) => showPath(path)),
  };
}

/** Named at the key that would seem to be misspelt: the mark stands in front of it, and nobody can see it. */
function byteOrderMark(data: unknown): Problem {
  const [first] = typeof data === 'object' && data !== null ? Object.keys(data) : [];
  return {
    file: 'nightjar.yaml',
    line: 1,
    column: 1,
    ...(first === undefined ? {} : { key: [first] }),
    says: 'an invisible byte order mark (BOM) stands in front',
    remedy: 'Save the file as UTF-8 without BOM',
  };
}

function parsed(text: string): ParsedYaml {
  try {
    return parseYaml(text, isHidden);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const says = 'the file is nested too deeply';
    throw problemsError([{ file: 'nightjar.yaml', says, remedy: 'Look for brackets that were opened by mistake' }]);
  }
}

/** Whether the schema marks a path as secret, so that no message may repeat its value. */
function isHidden(path: KeyPath): boolean {
  return isSecret(schemaAt(configSchema, path));
}

/** One error for everything. A key below a secret may be a part of it (an unquoted colon), so paths end there. */
function failure(problems: readonly Problem[]): ConfigError {
  return problemsError(
    problems.map((problem) => {
      const end = (problem.key ?? []).findIndex((_, i, key) => isHidden(key.slice(0, i + 1)));
      return problem.key && end >= 0 ? { ...problem, key: problem.key.slice(0, end + 1) } : problem;
    }),
  );
}

function readEnv(path: string): { values: ReadonlyMap<string, string>; problems: Problem[] } {
  const { text, problem } = readText(path, '.env');
  return problem ? { values: new Map(), problems: [problem] } : parseEnvFile(text ?? '');
}

/** A key without a value: a section counts as written without keys, anything else as not written. */
function withoutEmpty(value: unknown, path: KeyPath): unknown {
  if (Array.isArray(value)) return value.map((inner, i) => withoutEmpty(inner, [...path, i]));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    const here = [...path, key];
    if (inner !== null) kept.push([key, withoutEmpty(inner, here)]);
    else if (isSection(configSchema, here)) kept.push([key, {}]);
    else if (!schemaAt(configSchema, here)) kept.push([key, null]);
  }
  return Object.fromEntries(kept);
}

function wordFault(fault: ExpansionFault, hidden = false): { says: string; remedy: string } {
  switch (fault.kind) {
    case 'missing':
      return {
        says: `the variable ${fault.variable} is not set`,
        remedy: `Set ${fault.variable} in .env beside nightjar.yaml or in the environment`,
      };
    case 'unexpanded':
      return {
        says: `the variable ${fault.variable} itself holds an unexpanded variable`,
        remedy: `Write the value itself into ${fault.variable}`,
      };
    case 'syntax':
      return {
        says: hidden ? 'a variable in it is not understood' : `${fault.found} is not understood`,
        remedy: `Write "\${NAME}" or "\${NAME:-default}", and "$\${" where these characters are meant`,
      };
  }
}

function disabledChannel(id: string, variable: string, path: KeyPath): DisabledChannel {
  const { says, remedy } = wordFault({ kind: 'missing', variable });
  return { id, variable, reason: `The channel ${id} is off: ${says} (${showPath(path)}). ${remedy}.` };
}

/** The position of a key, or of the nearest section around it that stands in the file. */
function problemAt(yaml: ParsedYaml, path: KeyPath, words: { says: string; remedy: string }): Problem {
  for (let length = path.length; length > 0; length--) {
    const found = yaml.positions.get(pathKey(path.slice(0, length)));
    if (!found) continue;
    const { line, col } = yaml.lines.linePos(found.key);
    return { file: 'nightjar.yaml', line, column: col, key: path, ...words };
  }
  return { file: 'nightjar.yaml', line: 1, column: 1, key: path, ...words };
}

function isIgnored(path: KeyPath, ignored: ReadonlySet<string>): boolean {
  return path.some((_, i) => ignored.has(pathKey(path.slice(0, i + 1))));
}

function withoutChannels(value: unknown, disabled: ReadonlyMap<string, unknown>): unknown {
  if (disabled.size === 0 || typeof value !== 'object' || value === null || !('channels' in value)) return value;
  const channels = Object.entries(value.channels ?? {}).filter(([id]) => !disabled.has(id));
  return { ...value, channels: Object.fromEntries(channels) };
}

/** Tells each secret which variable it came from, so that an error can name the variable. */
function nameSecrets(value: unknown, path: KeyPath, origins: ReturnType<typeof expandTree>['origins']): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const here = [...path, key];
    const origin = origins.get(pathKey(here));
    if (!(inner instanceof Secret)) nameSecrets(inner, here, origins);
    else if (origin?.whole) Object.assign(value, { [key]: new Secret(inner.reveal(), origin.variables[0]) });
  }
}
