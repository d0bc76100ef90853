// What a model answered, read as operations: kindly where only one reading is possible, never by guessing. Pure, and linear in
// the length of the answer. Whether an operation is true or allowed is for others to say.

import { z } from 'zod';
import { type DreamAnswer, type DreamOperation, MemoryError } from '../../contracts/index.js';
import { flattenNote } from '../../memory/daily-log.js';
import { oneLine } from '../../text/truncate.js';

const MOST_OPERATIONS = 200;
/** So many that were not taken are told one by one. */
const MOST_TOLD = 20;
const MOST_LABELS = 100;
/** UTF-16 units. */
const MOST_CHARS = 2_000;
const TOPIC_CHARS = 80;

const text = z
  .string('it has no text')
  .max(MOST_CHARS, 'its text is too long')
  .transform((one) => flattenNote(one).join(' '))
  .refine((one) => one !== '', 'it has no text');
const topic = z
  .string('it names no topic')
  .transform((one) => oneLine(one, TOPIC_CHARS))
  .refine((one) => one !== '', 'it names no topic');
const sources = labels('it does not say what it rests on');
const maybeSources = labels('its sources are no labels', 0);
const targets = labels('it does not say which entries it is about');

/** `source` and `target` count too. */
const aliased = z.looseObject({ op: z.unknown() }).transform((one) => ({
  ...one,
  sources: one.sources ?? one.source,
  targets: one.targets ?? one.target,
}));

const operations: ReadonlyMap<string, z.ZodType<DreamOperation>> = new Map<string, z.ZodType<DreamOperation>>([
  ['add', z.object({ op: z.literal('add'), text, sources })],
  ['merge', z.object({ op: z.literal('merge'), text, targets, sources: maybeSources })],
  ['supersede', z.object({ op: z.literal('supersede'), text, targets, sources })],
  ['drop', z.object({ op: z.literal('drop'), targets, sources })],
  ['move', z.object({ op: z.literal('move'), targets, topic })],
]);

/** Throws a MemoryError 'invalid' where there is no list of operations, or more than one thing that could be it. */
export function readAnswer(answer: string): DreamAnswer {
  const list = listIn(valueIn(answer));
  const taken: DreamOperation[] = [];
  const refused: string[] = [];
  for (const [index, one] of list.slice(0, MOST_OPERATIONS).entries()) {
    const read = readOperation(one);
    if (typeof read === 'string') refused.push(`Change ${index + 1} of the model's list was not taken: ${read}.`);
    else taken.push(read);
  }
  const told = refused.slice(0, MOST_TOLD);
  if (refused.length > MOST_TOLD) told.push(`And ${refused.length - MOST_TOLD} more.`);
  const beyond = list.length - MOST_OPERATIONS;
  if (beyond > 0) told.push(`Only the first ${MOST_OPERATIONS} changes were looked at; ${beyond} more were left out.`);
  return { operations: taken, refused: told };
}

/** The operation, or why it is none. */
function readOperation(one: unknown): DreamOperation | string {
  const fields = aliased.safeParse(one).data;
  if (!fields) return 'it is not an operation';
  const op = typeof fields.op === 'string' ? fields.op.trim().toLowerCase() : '';
  const schema = operations.get(op);
  if (!schema) return `it is none of ${[...operations.keys()].join(', ')}`;
  const read = schema.safeParse({ ...fields, op });
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'it is not complete');
}

/** One label or several, as an array or in one string. */
function labels(missing: string, least = 1) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' ? value.slice(0, MOST_CHARS).split(/[\s,;，、]+/) : (value ?? [])),
      z.array(z.string(missing), missing).max(MOST_LABELS, 'it names too many lines'),
    )
    .transform((all) => [...new Set(all.map(labelOf).filter((one) => one !== ''))])
    .refine((all) => all.length >= least, missing);
}

/** `[N1]` is `n1`; what is no label of ours stays as it is, and nobody will know it. */
function labelOf(written: string): string {
  return oneLine(written, 20)
    .replace(/^\W+|\W+$/g, '')
    .toLowerCase();
}

function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const inside = z.object({ operations: z.array(z.unknown()) }).safeParse(value);
  if (inside.success) return inside.data.operations;
  throw noList();
}

/** The one JSON value of the answer: all of it, or what stands among words and fences. */
function valueIn(answer: string): unknown {
  const whole = parsed(answer.trim());
  if (whole !== undefined) return whole.value;
  let found: { value: unknown } | undefined;
  for (let at = 0; at < answer.length; at++) {
    if (!begins(answer, at)) continue;
    const end = endOf(answer, at);
    const value = end === undefined ? undefined : parsed(answer.slice(at, end));
    // Half a list, or a second one: which is meant nobody knows.
    if (end === undefined || value === undefined || found !== undefined) throw noList();
    found = value;
    at = end - 1;
  }
  if (found === undefined) throw noList();
  return found.value;
}

function parsed(json: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    return undefined;
  }
}

/** An object, or an array of objects or of nothing, begins here; other brackets are a writer's. */
function begins(answer: string, at: number): boolean {
  const opens = answer[at];
  if (opens !== '{' && opens !== '[') return false;
  let next = at + 1;
  while (isSpace(answer.charCodeAt(next))) next++;
  const inside = answer[next];
  return opens === '{' ? inside === '"' || inside === '}' : inside === '{' || inside === ']';
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

/** Behind the bracket that closes the one at `at`; undefined where it stays open. */
function endOf(answer: string, at: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let here = at; here < answer.length; here++) {
    const character = answer[here];
    if (quoted) {
      if (character === '\\') here++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return here + 1;
    }
  }
  return undefined;
}

function noList(): MemoryError {
  return new MemoryError('invalid', 'the model did not answer with a list of changes');
}
