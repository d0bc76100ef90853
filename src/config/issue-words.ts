// Puts zod's issues into words: what is wrong in plain English and what to do. Never repeats a value that is secret or
// came from a variable.

import type { z } from 'zod';
import { nearest } from './nearest.js';
import { type KeyPath, pathKey } from './problem.js';
import { isSecret, isSection, keysAt, schemaAt } from './schema-walk.js';

interface Wording {
  path: KeyPath;
  says: string;
  remedy: string;
}

interface WordingContext {
  schema: z.core.$ZodType;
  /** The data that was checked. */
  value: unknown;
  /** Variables that values hold, by `pathKey`. */
  origins: ReadonlyMap<string, { variables: readonly string[] }>;
}

/** One wording an issue, or one a key for several unknown keys. */
export function wordIssue(issue: z.core.$ZodIssue, context: WordingContext): Wording[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, path, context));
  const here = schemaAt(context.schema, path);
  const value = valueAt(context.value, path);
  const shown = found(value, path, context, here);
  switch (issue.code) {
    case 'invalid_type':
      if (value === undefined) return [{ path, says: 'is missing', remedy: `Add it${describe(here)}` }];
      if (!issue.message.startsWith('Invalid input')) return [split(path, `${shown} ${issue.message}`)];
      return [
        {
          path,
          says: `must be ${expectation(issue.expected)}, but is ${shown}`,
          remedy: typeRemedy(issue.expected, isSecret(here) ? undefined : value),
        },
      ];
    case 'invalid_value': {
      const values = issue.values.map(String);
      const near = typeof value === 'string' ? nearest(value, values) : undefined;
      const remedy = near ? `Did you mean ${near}?` : 'Choose one of them';
      return [{ path, says: `must be ${values.join(' or ')}, but is ${shown}`, remedy }];
    }
    case 'too_small':
    case 'too_big': {
      if (!/^Too (small|big)/.test(issue.message)) return [split(path, issue.message)];
      const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
      return [
        {
          path,
          says: `must be ${bound}, but is ${shown}`,
          remedy: 'Choose a value in that range, or leave the key out',
        },
      ];
    }
    case 'custom': {
      const candidates: unknown = issue.params?.near;
      const near =
        Array.isArray(candidates) && typeof value === 'string' ? nearest(value, candidates.map(String)) : undefined;
      const named =
        typeof value === 'string' || typeof value === 'number' ? `${shown} ${issue.message}` : issue.message;
      if (candidates)
        return [{ path, says: named, remedy: near ? `Did you mean ${near}?` : 'Write a name such as Europe/Berlin' }];
      return [split(path, named)];
    }
    case 'invalid_union':
      return choice(issue, path, shown, context);
    case 'invalid_key':
      return [split(path, issue.issues[0]?.message ?? 'is not a valid key here')];
    default:
      return [split(path, issue.message)];
  }
}

/** A value that may be one of several kinds: it is told what is wrong with it as the kind it is. */
function choice(issue: z.core.$ZodIssueInvalidUnion, path: KeyPath, shown: string, context: WordingContext): Wording[] {
  const meant = issue.errors.find((issues) => issues.every((inner) => inner.path.length > 0 || isInside(inner)));
  if (meant) return meant.flatMap((inner) => wordIssue({ ...inner, path: [...issue.path, ...inner.path] }, context));
  const kinds = issue.errors.flatMap((issues) => issues.map(kindOf));
  return [{ path, says: `must be ${kinds.join(' or ')}, but is ${shown}`, remedy: 'Write one of the two' }];
}

/** The value is of the right kind, and something in it is wrong. */
function isInside({ code }: z.core.$ZodIssue): boolean {
  return code !== 'invalid_type' && code !== 'invalid_value';
}

function kindOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
  return issue.code === 'invalid_type' ? expectation(issue.expected) : 'something else';
}

function unknownKey(key: string, section: KeyPath, { schema }: WordingContext): Wording {
  const valid = keysAt(schema, section);
  const near = nearest(key, valid);
  const remedy = near
    ? `Did you mean ${near}?`
    : valid.length > 0
      ? `Valid keys here: ${valid.join(', ')}`
      : 'Remove it; nothing is set here';
  return { path: [...section, key], says: 'unknown key', remedy };
}

/** A message of the schema's own: what is wrong, and behind `. ` or `: ` what to do. */
function split(path: KeyPath, message: string): Wording {
  const [, says = message, remedy] = /^(.*?)(?:\. |: )(\S.*)$/s.exec(message) ?? [];
  if (remedy === undefined) return { path, says, remedy: 'Correct the value' };
  return { path, says, remedy: remedy.charAt(0).toUpperCase() + remedy.slice(1) };
}

function found(
  value: unknown,
  path: KeyPath,
  { origins, schema }: WordingContext,
  here: z.core.$ZodType | undefined,
): string {
  const variables = origins.get(pathKey(path))?.variables;
  if (variables) return `the text of the variable ${variables.join(' and ')}`;
  if (Array.isArray(value)) return 'a list';
  if (value === null || value === undefined) return 'empty';
  if (typeof value === 'object') return 'a section';
  // A text in the place of a section may be a key that slipped.
  if (isSecret(here) || isSection(schema, path)) return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
  if (typeof value === 'string') return value.length > 60 ? 'a long text' : `the text "${value}"`;
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

function expectation(expected: string): string {
  const words: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a section with keys of its own',
    record: 'a section with keys of its own',
  };
  return words[expected] ?? expected;
}

function typeRemedy(expected: string, value: unknown): string {
  if (expected === 'string')
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? `Put it in quotes: "${value}"`
      : 'Write one value, in quotes';
  if (expected === 'boolean') return 'Write true or false, without quotes';
  if (expected === 'array') return 'Write a list: ["first", "second"]';
  if (expected === 'object' || expected === 'record')
    return 'Write its keys on the lines below, indented by two spaces';
  return 'Write digits only, without quotes or units';
}

function describe(schema: z.core.$ZodType | undefined): string {
  const description = schema && 'description' in schema ? schema.description : undefined;
  return typeof description === 'string' ? `: ${description.replace(/\.$/, '')}` : '';
}

function valueAt(value: unknown, path: KeyPath): unknown {
  let here = value;
  for (const part of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string | number, unknown>)[part];
  }
  return here;
}
