// A tool's JSON Schema in the few words that every endpoint knows, for those that refuse the others. Pure. It says less
// than the original and never something else: what is called is checked against the original anyway.

type Schema = Record<string, unknown>;

/** Nobody nests deeper than this by intention; a schema that contains itself would. */
const DEEPEST = 12;

/** `schema` without what strict endpoints do not know: an object schema again. */
export function plainSchema(schema: Schema): Schema {
  const plain = plainOf(schema, schema, 0);
  return { ...plain, type: 'object', properties: isObject(plain.properties) ? plain.properties : {} };
}

function plainOf(value: unknown, root: Schema, depth: number): Schema {
  if (!isObject(value) || depth > DEEPEST) return {};
  const whole = merged(value, root);
  const description = typeof whole.description === 'string' ? { description: whole.description } : {};
  const members = alternatives(whole, root, depth);
  const [only, ...others] = members;
  if (only && others.length === 0) return { ...only, ...description };
  if (only) return { anyOf: members, ...description };
  const type = typeOf(whole);
  return {
    ...(type === undefined ? {} : { type }),
    ...description,
    ...wordsOf(whole),
    ...(type === 'object' ? fieldsOf(whole, root, depth) : {}),
    ...(type === 'array' ? { items: plainOf(itemOf(whole), root, depth + 1) } : {}),
  };
}

/** The schema with what it refers to and what it is made of (`allOf`) in it. */
function merged(schema: Schema, root: Schema): Schema {
  let whole = schema;
  for (let round = 0; round < DEEPEST && (whole.$ref !== undefined || whole.allOf !== undefined); round++) {
    const { $ref, allOf, ...own } = whole;
    const parts = [referred($ref, root), ...(Array.isArray(allOf) ? allOf : []), own].filter(isObject);
    const together = (key: 'properties' | '$defs') =>
      parts.some((part) => isObject(part[key])) ? { [key]: Object.assign({}, ...parts.map((part) => part[key])) } : {};
    const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
    whole = Object.assign({}, ...parts, together('properties'), together('$defs'), required.length > 0 && { required });
  }
  return whole;
}

function referred(ref: unknown, root: Schema): unknown {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  const path = ref.slice(2).split('/');
  return path.reduce<unknown>(
    (at, key) => (isObject(at) ? at[key.replace(/~1/g, '/').replace(/~0/g, '~')] : undefined),
    root,
  );
}

/** What the value may be, one of several; empty where the schema is but one. Nothing (null) is no choice. */
function alternatives(schema: Schema, root: Schema, depth: number): Schema[] {
  const { anyOf, oneOf, type, ...rest } = schema;
  const choices =
    [anyOf, oneOf].find(Array.isArray) ?? (Array.isArray(type) ? type.map((one) => ({ ...rest, type: one })) : []);
  const plain = choices
    .filter((one) => isObject(one) && one.type !== 'null' && one.const !== null)
    .map((one) => plainOf(one, root, depth + 1));
  const values = plain.flatMap((one) => (Array.isArray(one.enum) ? one.enum : []));
  const allWords = plain.length > 1 && plain.every((one) => Array.isArray(one.enum));
  return allWords ? [{ type: 'string', enum: [...new Set(values)] }] : plain;
}

function typeOf(schema: Schema): string | undefined {
  if (typeof schema.type === 'string') return schema.type;
  if (isObject(schema.properties)) return 'object';
  if (schema.items !== undefined) return 'array';
  const [value] = valuesOf(schema);
  return ['string', 'number', 'boolean'].find((type) => type === typeof value);
}

/** The values to choose from, where they are words: of others some endpoints know nothing. */
function wordsOf(schema: Schema): Schema {
  const values = valuesOf(schema);
  return values.length > 0 && values.every((one) => typeof one === 'string') ? { enum: values } : {};
}

function valuesOf(schema: Schema): unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum.filter((one) => one !== null);
  return schema.const === undefined ? [] : [schema.const];
}

/** Names of properties are no words of the schema: all of them stay. */
function fieldsOf(schema: Schema, root: Schema, depth: number): Schema {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const entries = Object.entries(properties).map(([name, one]) => [name, plainOf(one, root, depth + 1)] as const);
  const required = Array.isArray(schema.required)
    ? schema.required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : [];
  return {
    properties: Object.fromEntries(entries),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
}

function itemOf(schema: Schema): unknown {
  const { items, prefixItems } = schema;
  if (isObject(items)) return items;
  return [items, prefixItems].find(Array.isArray)?.[0] ?? {};
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
