// Which settings of an openclaw.json have a counterpart here, as a block for nightjar.yaml to look at. Pure. Only values that
// can be no secret are ever repeated; of a token there is the name of a variable.

import { parse } from 'yaml';
import { holdsSecret } from '../../text/secrets.js';

export interface Suggestion {
  /** Lines for nightjar.yaml; none where nothing has a counterpart. */
  yaml: string[];
  /** A sentence each. */
  notes: string[];
}

/** Roots of APIs that take the same requests, by the names that providers have there. */
const ROOTS: Readonly<Record<string, string>> = {
  openrouter: 'https://openrouter.ai/api/v1',
  anthropic: 'https://api.anthropic.com/v1',
  deepseek: 'https://api.deepseek.com/v1',
  ollama: 'http://127.0.0.1:11434/v1',
};

export function suggestSettings(text: string): Suggestion {
  const config = readLoose(text);
  if (config === undefined)
    return { yaml: [], notes: ['openclaw.json cannot be read, so nothing of it is suggested.'] };
  const defaults = within(config, 'agents', 'defaults');
  const notes: string[] = [];
  const yaml = [
    ...zoneLines(within(defaults, 'userTimezone')),
    ...modelLines(config, within(defaults, 'model'), notes),
    ...channelLines(config),
    ...heartbeatLines(within(defaults, 'heartbeat')),
  ];
  return { yaml, notes };
}

function zoneLines(zone: unknown): string[] {
  return typeof zone === 'string' && isTimezone(zone) ? [`timezone: ${zone}`] : [];
}

function isTimezone(name: string): boolean {
  return Intl.supportedValuesOf('timeZone').includes(name) || name === 'UTC';
}

function modelLines(config: unknown, model: unknown, notes: string[]): string[] {
  const [first, ...others] = [
    typeof model === 'string' ? model : within(model, 'primary'),
    ...listOf(within(model, 'fallbacks')),
  ].flatMap((one) => modelOf(config, one));
  if (!first) return [];
  if (!first.root && first.provider !== 'openai') {
    notes.push(`${first.provider} needs a baseUrl here that takes the requests of OpenAI’s API.`);
  }
  const line = ({ name, root, variable }: Model) => [
    `name: ${quoted(name)}`,
    ...(root === undefined ? [] : [`baseUrl: ${quoted(root)}`]),
    `apiKey: "\${${variable}}"`,
  ];
  return [
    'model:',
    ...line(first).map((part) => `  ${part}`),
    ...(others.length > 0 ? ['  fallbacks:', ...others.map((one) => `    - { ${line(one).join(', ')} }`)] : []),
  ];
}

interface Model {
  provider: string;
  name: string;
  root?: string;
  variable: string;
}

function modelOf(config: unknown, text: unknown): Model[] {
  if (typeof text !== 'string' || holdsSecret(text)) return [];
  const [, provider = '', name = ''] = /^([a-z][\w.-]{0,40})\/([\w./:@+-]{1,100})$/i.exec(text) ?? [];
  if (name === '') return [];
  const own = within(config, 'models', 'providers', provider, 'baseUrl');
  const root = typeof own === 'string' && isPlainAddress(own) ? own : ROOTS[provider];
  const variable = `${provider.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_API_KEY`;
  return [{ provider, name, ...(root === undefined ? {} : { root }), variable }];
}

/** Without a query, a name or a word that could be a key. */
function isPlainAddress(address: string): boolean {
  return /^https?:\/\/[\w.:[\]-]+(?:\/[\w./-]{0,60})?$/.test(address) && !holdsSecret(address);
}

function channelLines(config: unknown): string[] {
  const known = [
    ['telegram', within(config, 'channels', 'telegram', 'botToken'), 'TELEGRAM_BOT_TOKEN'],
    ['discord', within(config, 'channels', 'discord', 'token'), 'DISCORD_BOT_TOKEN'],
  ] as const;
  const lines = known.flatMap(([channel, token, usual]) => {
    if (token === undefined || token === '') return [];
    return [`  ${channel}:`, `    token: "\${${variableIn(token) ?? usual}}"`];
  });
  return lines.length > 0 ? ['channels:', ...lines] : [];
}

/** The variable that a token is taken from there; undefined where it stands there itself. */
function variableIn(token: unknown): string | undefined {
  const named = typeof token === 'string' ? /^\$\{([A-Z][A-Z0-9_]{0,60})\}$/.exec(token)?.[1] : within(token, 'id');
  if (typeof named !== 'string' || !/^[A-Z][A-Z0-9_]{0,60}$/.test(named)) return undefined;
  return holdsSecret(named) ? undefined : named;
}

function heartbeatLines(heartbeat: unknown): string[] {
  const [, count, unit] = /^(\d{1,4})\s*(m|h)$/.exec(String(within(heartbeat, 'every') ?? '').trim()) ?? [];
  if (count === undefined) return [];
  const minutes = Number(count) * (unit === 'h' ? 60 : 1);
  if (minutes !== 0 && minutes < 5) return [];
  const hour = (name: string, key: string) => {
    const value = within(heartbeat, 'activeHours', name);
    return typeof value === 'string' && /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value) ? [`  ${key}: "${value}"`] : [];
  };
  return ['heartbeat:', `  everyMinutes: ${minutes}`, ...hour('start', 'from'), ...hour('end', 'to')];
}

function within(value: unknown, ...keys: string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** JSON with comments, names without quotes and commas at the end, which is a flow of YAML but for its comments. */
function readLoose(text: string): unknown {
  try {
    const value: unknown = parse(withoutComments(text), { maxAliasCount: 0, logLevel: 'error' });
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A colon behind a name gets the blank that YAML wants. */
function withoutComments(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|:|\t/g, (part) => {
      if (part === ':') return ': ';
      return part === '\t' || part.startsWith('/') ? ' ' : part;
    });
}
