// Makes log fields safe to write: no message text, no credentials, no known secret, errors reduced to what helps.
// Never throws, whatever it is given.

/** Fields that hold credentials or somebody's words. `tokens` (a count) is not among them. */
const CREDENTIAL = /(token|api_?-?key|authorization|cookie|passw(or)?d|secret|credentials?)$/i;
const WORDS = new Set([
  'text',
  'content',
  'prompt',
  'body',
  'reply',
  'quoted',
  'snippet',
  'delta',
  'query',
  'args',
  'arguments',
  'summary',
  'thinking',
]);
/** The words in the name of a snapshot, which a model took from a conversation; a time of day stands there, too. */
const SNAPSHOT_WORDS = /(\d{4}-\d\d-\d\d)-(?!\d{4}(?:-\d+)?\.md)[^\s/\\"']+?(?=\.md\b)/g;
const DEEPEST = 6;
const LONGEST = 2_000;

interface SanitiseOptions {
  /** Replaces known secrets; see `secretFilter`. */
  filter: (text: string) => string;
  /** Whether errors keep their stack. */
  stacks: boolean;
}

/** A copy of `fields` made of plain JSON values. */
export function sanitise(fields: Readonly<Record<string, unknown>>, options: SanitiseOptions): Record<string, unknown> {
  const filter = (text: string) => options.filter(text).replace(SNAPSHOT_WORDS, '$1-…');
  try {
    return record(fields, { ...options, filter }, [fields]);
  } catch {
    return { unloggable: true };
  }
}

function record(fields: object, options: SanitiseOptions, parents: readonly object[]): Record<string, unknown> {
  const safe: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) safe[options.filter(key)] = field(key, value, options, parents);
  return safe;
}

function field(key: string, value: unknown, options: SanitiseOptions, parents: readonly object[]): unknown {
  if (value === undefined || value === null) return value;
  if (CREDENTIAL.test(key)) return '[secret]';
  if (WORDS.has(key)) return '[text]';
  return plain(value, options, parents);
}

function plain(value: unknown, options: SanitiseOptions, parents: readonly object[]): unknown {
  if (typeof value === 'string') return options.filter(value).slice(0, LONGEST);
  if (typeof value === 'bigint') return options.filter(String(value));
  if (typeof value === 'number') return options.filter(String(value)) === String(value) ? value : '[secret]';
  if (typeof value === 'symbol' || typeof value === 'function') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return reducedError(value, options);
  if (parents.includes(value)) return '[circular]';
  if (parents.length > DEEPEST) return '[deep]';
  if (value instanceof Date || value instanceof URL) return options.filter(String(JSON.parse(JSON.stringify(value))));
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  const inside = [...parents, value];
  if (Array.isArray(value) || value instanceof Set) return [...value].map((one) => plain(one, options, inside));
  if (value instanceof Map) return [...value].map((pair) => plain(pair, options, inside));
  const json: unknown = 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
  return json === value ? record(value, options, inside) : plain(json, options, inside);
}

function reducedError(error: Error, { filter, stacks }: SanitiseOptions): Record<string, unknown> {
  return {
    name: filter(error.name),
    message: filter(error.message).slice(0, LONGEST),
    ...('culprit' in error && typeof error.culprit === 'string' ? { culprit: error.culprit } : {}),
    ...(stacks && error.stack ? { stack: filter(error.stack).slice(0, 2 * LONGEST) } : {}),
  };
}
