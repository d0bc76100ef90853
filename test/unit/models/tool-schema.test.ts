// Schemas in few words: nothing but those words, no property lost, and no argument forbidden that the original allows.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainSchema } from '../../../src/models/tool-schema.js';

const KNOWN = new Set(['type', 'description', 'properties', 'required', 'items', 'enum', 'anyOf']);

/** Every word of a schema, those of its parts included; names of properties are none. */
function wordsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([word, value]) => {
    const parts =
      word === 'properties' ? Object.values(value) : word === 'items' ? [value] : word === 'anyOf' ? [...value] : [];
    return [word, ...parts.flatMap(wordsIn)];
  });
}

const plainZod = (args: z.ZodType) => plainSchema(z.toJSONSchema(args, { io: 'input' }));

describe('plainSchema', () => {
  it('says a schema in the words that everybody knows', () => {
    const args = z.strictObject({
      path: z.string().min(1).max(200).regex(/^a/).describe('Where.'),
      mail: z.email().optional(),
      limit: z.int().min(1).max(50).default(6),
      sort: z.enum(['date', 'rank']),
      kind: z.literal('all'),
      to: z.union([z.literal('memory'), z.literal('daily')]),
      note: z.string().nullable(),
      either: z.union([z.string(), z.number()]),
      list: z.array(z.object({ format: z.string(), pattern: z.string().optional() })).min(1),
    });
    expect(plainZod(args)).toEqual({
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Where.' },
        mail: { type: 'string' },
        limit: { type: 'integer' },
        sort: { type: 'string', enum: ['date', 'rank'] },
        kind: { type: 'string', enum: ['all'] },
        to: { type: 'string', enum: ['memory', 'daily'] },
        note: { type: 'string' },
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { format: { type: 'string' }, pattern: { type: 'string' } },
            required: ['format'],
          },
        },
      },
      required: ['path', 'sort', 'kind', 'to', 'note', 'either', 'list'],
    });
  });

  it('takes parts from where they are referred to, and ends where a schema contains itself', () => {
    const schema = {
      $defs: {
        day: { type: 'string', format: 'date' },
        tree: { type: 'object', properties: { up: { $ref: '#/$defs/tree' } } },
      },
      allOf: [
        { properties: { a: { $ref: '#/$defs/day' } }, required: ['a'] },
        { properties: { b: { type: ['integer', 'null'] } } },
      ],
      properties: { c: { $ref: '#/$defs/tree', description: 'A tree.' }, d: { $ref: 'https://elsewhere' } },
      required: ['c', 'missing'],
    };
    const plain = plainSchema(schema);
    expect(plain).toMatchObject({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: { type: 'integer' },
        c: { type: 'object', description: 'A tree.' },
        d: {},
      },
      required: ['a', 'c'],
    });
    expect(JSON.stringify(plain).length).toBeLessThan(2_000);
  });

  it('is an object schema of known words, with every property, whatever it is given', () => {
    const leaf = fc.constantFrom<object>(
      { type: 'string', pattern: '^x', format: 'date', default: 'x', title: 'T' },
      { type: 'number', exclusiveMinimum: 0, maximum: 9, multipleOf: 2 },
      { const: 'a' },
      { const: 7 },
      { enum: ['a', 'b', null] },
      { enum: [1, 2] },
      { anyOf: [{ type: 'string', minLength: 1 }] },
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { type: ['string', 'number'] },
      { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1 },
      { type: 'array' },
      {},
    );
    const { schema } = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc
          .dictionary(fc.constantFrom('pattern', 'format', 'type', 'items', '$ref', 'a'), tie('schema'))
          .map((properties) => ({
            type: 'object',
            properties,
            required: Object.keys(properties),
            additionalProperties: false,
            $schema: 'https://json-schema.org/draft/2020-12/schema',
          })),
        tie('schema').map((items) => ({ type: 'array', items, uniqueItems: true })),
      ),
    }));
    const root = fc.dictionary(fc.string({ minLength: 1 }), schema);
    fc.assert(
      fc.property(root, (properties) => {
        const plain = plainSchema({ type: 'object', properties, additionalProperties: false });
        expect(wordsIn(plain).filter((word) => !KNOWN.has(word))).toEqual([]);
        expect(Object.keys(plain.properties as object)).toEqual(Object.keys(properties));
        expect(plainSchema(plain)).toEqual(plain);
      }),
    );
  });

  it('makes an object schema of anything', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
        expect(plainSchema(schema)).toMatchObject({ type: 'object', properties: {} });
      }),
    );
  });
});
