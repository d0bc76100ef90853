// Reads a zod schema as data: which keys are valid at a path, and which values are secret.
// Knows no key by name; the one schema is in schema.ts.

import { z } from 'zod';
import type { KeyPath } from './problem.js';
import { Secret } from './secret.js';

type Schema = z.core.$ZodType;

/** The schema without defaults, optionality and transforms around it; of a choice with a section in it, the section. */
function bare(schema: Schema): Schema {
  let inner = schema;
  for (;;) {
    if (inner instanceof z.ZodPipe) inner = inner.in;
    else if (inner instanceof z.ZodUnion) {
      const section = inner.options.map(bare).find((option) => option instanceof z.ZodObject);
      if (!section) return inner;
      inner = section;
    } else if (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault) {
      inner = inner.def.innerType;
    } else return inner;
  }
}

/** The bare schema of the value at `path`; undefined where the path leaves the schema. */
export function schemaAt(schema: Schema, path: KeyPath): Schema | undefined {
  let here: Schema | undefined = bare(schema);
  for (const part of path) {
    let next: Schema | undefined;
    if (here instanceof z.ZodObject) next = (here.shape as Record<string, Schema | undefined>)[part];
    else if (here instanceof z.ZodRecord) next = here.valueType;
    else if (here instanceof z.ZodArray) next = here.element;
    if (!next) return undefined;
    here = bare(next);
  }
  return here;
}

/** The keys that may stand in the section at `path`; empty when it is no section of fixed keys. */
export function keysAt(schema: Schema, path: KeyPath): string[] {
  const here = schemaAt(schema, path);
  return here instanceof z.ZodObject ? Object.keys(here.shape) : [];
}

/** Whether a section belongs at `path`: with an empty value it counts as written without keys. */
export function isSection(schema: Schema, path: KeyPath): boolean {
  const here = schemaAt(schema, path);
  return here instanceof z.ZodObject || here instanceof z.ZodRecord;
}

/** Marked as a secret, in JSON Schema's word for it. */
export function isSecret(schema: Schema | undefined): boolean {
  return schema instanceof z.ZodType && schema.meta()?.writeOnly === true;
}

/** A channel's settings with the values that its schema marks as secret made `Secret`. */
export function sealed(schema: Schema, value: unknown): unknown {
  const inner = bare(schema);
  if (typeof value === 'string' && isSecret(inner)) return new Secret(value);
  if (!(inner instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const shape = inner.shape as Record<string, Schema | undefined>;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, shape[key] ? sealed(shape[key], one) : one]),
  );
}
